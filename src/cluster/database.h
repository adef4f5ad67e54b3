// Database: a connection that runs one statement with parameters. Statements are constant text;
// whatever comes from outside is a parameter.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cluster/store_error.h"

namespace rookery::cluster {

struct Blob {
  std::string bytes;
};
/// $1, $2, ... of a statement.
using Parameter = std::variant<std::nullptr_t, std::int64_t, double, std::string, Blob>;

/// A statement. The compiler takes only constant text, so that nobody puts one together at run time
/// out of what others sent.
class Sql {
 public:
  consteval Sql(const char* text) : text_(text) {}  // NOLINT: literals are statements
  /// For tests, where every text is ours.
  static Sql of_test(const std::string& text) { return Sql(text, 0); }
  const char* text() const { return text_; }

 private:
  Sql(const std::string& text, int) : text_(text.c_str()) {}
  const char* text_;
};

/// The answer: cells as text, blobs as their bytes.
class Rows {
 public:
  using Row = std::vector<std::optional<std::string>>;
  void add(Row row) { rows_.push_back(std::move(row)); }
  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  bool is_null(std::size_t row, std::size_t column) const { return !rows_[row][column]; }
  /// Empty if null.
  std::string text(std::size_t row, std::size_t column) const {
    return rows_[row][column].value_or(std::string());
  }
  std::int64_t integer(std::size_t row, std::size_t column) const;
  double real(std::size_t row, std::size_t column) const;

 private:
  std::vector<Row> rows_;
};

/// Not thread-safe. After an error `away` the next statement connects again.
class Database {
 public:
  virtual ~Database() = default;
  virtual Stored<Rows> run(Sql sql, const std::vector<Parameter>& parameters = {}) = 0;
  /// Several statements without parameters.
  virtual Stored<Ok> run_script(Sql sql) = 0;
  /// A transaction that may write.
  virtual Stored<Ok> begin() = 0;
};

/// Rolls back unless commit() was called.
class Transaction {
 public:
  static Stored<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Stored<Ok> commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

/// The file is made if there is none and `create`.
Stored<std::unique_ptr<Database>> open_sqlite(const std::string& path, bool create);
/// Connects at the first statement.
std::unique_ptr<Database> open_postgres(const std::string& url);

/// {"a","b"}: a list as PostgreSQL reads one.
std::string postgres_list(const std::vector<std::string>& items);

}  // namespace rookery::cluster
