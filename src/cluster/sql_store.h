// What owners of a queue ask, in SQL that SQLite and PostgreSQL both read.
#pragma once

#include "cluster/database.h"
#include "cluster/job_store.h"

namespace rookery::cluster {

inline constexpr int kSchemaVersion = 2;

class SqlStore : public JobStore {
 public:
  explicit SqlStore(std::unique_ptr<Database> database) : database_(std::move(database)) {}

  Stored<Id> submit(const NewTest& test) override;
  Stored<std::vector<TestRecord>> tests() override;
  Stored<std::optional<TestRecord>> test(Id id) override;
  Stored<bool> change_state(Id test, const std::vector<std::string>& from, const std::string& to,
                            const std::string& why) override;
  Stored<bool> set_priority(Id test, int priority, double share) override;
  Stored<Ok> extend(Id test, std::int64_t units, const std::string& detail) override;
  Stored<std::vector<StoredData>> data(Id test, std::int64_t first, std::int64_t count) override;
  Stored<std::vector<WorkerRecord>> workers() override;
  Stored<bool> set_aside(Id worker, const std::string& reason) override;
  Stored<std::int64_t> purge(Id worker, std::optional<Id> test, const std::string& reason) override;
  Stored<Ok> put_blob(const std::string& hash, const std::string& data) override;
  Stored<std::vector<Event>> events() override;
  Stored<Ok> add_token(const std::string& hash) override;
  Stored<bool> has_token(const std::string& hash) override;

 protected:
  using Parameters = std::vector<Parameter>;
  Stored<Rows> run(Sql sql, const Parameters& parameters = {}) {
    return database_->run(sql, parameters);
  }
  Stored<Ok> note_event(const std::string& what);
  Database& database() { return *database_; }
  /// From the version found (0 = none) to ours, by what each step says. In a transaction.
  Stored<Ok> raise_version(std::int64_t found, const Sql (&steps)[kSchemaVersion]);
  /// Of rows (cursor, unit, worker, summary).
  static ResultPage page_of(const Rows& rows, std::int64_t cursor);

 private:
  std::unique_ptr<Database> database_;
};

/// Why tables of that version cannot be used; none if they can.
std::optional<std::string> version_problem(std::int64_t found);

Stored<std::unique_ptr<JobStore>> open_sqlite_store(const std::string& path, JobStore::Role role);
Stored<std::unique_ptr<JobStore>> open_postgres_store(const std::string& url, JobStore::Role role);

}  // namespace rookery::cluster
