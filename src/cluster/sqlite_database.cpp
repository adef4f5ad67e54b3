#include <fmt/format.h>
#include <sqlite3.h>

#include <chrono>

#include "cluster/database.h"

namespace rookery::cluster {
namespace {

using Kind = StoreError::Kind;

struct CloseSqlite {
  void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
};
struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using SqliteStatement = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

void bind(sqlite3_stmt* statement, int index, const Parameter& value) {
  const auto size = [](const std::string& s) { return static_cast<int>(s.size()); };
  if (const auto* number = std::get_if<std::int64_t>(&value))
    sqlite3_bind_int64(statement, index, *number);
  else if (const auto* real = std::get_if<double>(&value))
    sqlite3_bind_double(statement, index, *real);
  else if (const auto* text = std::get_if<std::string>(&value))
    sqlite3_bind_text(statement, index, text->data(), size(*text), SQLITE_STATIC);
  else if (const auto* blob = std::get_if<Blob>(&value))
    sqlite3_bind_blob(statement, index, blob->bytes.data(), size(blob->bytes), SQLITE_STATIC);
}

std::optional<std::string> cell(sqlite3_stmt* statement, int column) {
  if (sqlite3_column_type(statement, column) == SQLITE_NULL) return std::nullopt;
  const void* bytes = sqlite3_column_blob(statement, column);
  const int size = sqlite3_column_bytes(statement, column);
  return size == 0 ? std::string()
                   : std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

/// The name of PostgreSQL's function, so that statements can be the same.
void now_ms(sqlite3_context* context, int, sqlite3_value**) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  sqlite3_result_int64(context, std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

class SqliteDatabase final : public Database {
 public:
  explicit SqliteDatabase(sqlite3* db) : db_(db) {
    sqlite3_busy_timeout(db, 10'000);
    sqlite3_create_function(db, "now_ms", 0, SQLITE_UTF8, nullptr, now_ms, nullptr, nullptr);
  }

  Stored<Rows> run(Sql sql, const std::vector<Parameter>& parameters) override {
    sqlite3_stmt* raw = nullptr;
    if (sqlite3_prepare_v2(db_.get(), sql.text(), -1, &raw, nullptr) != SQLITE_OK) return failed();
    const SqliteStatement statement(raw);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const std::string name = fmt::format("${}", i + 1);
      bind(raw, sqlite3_bind_parameter_index(raw, name.c_str()), parameters[i]);
    }
    Rows rows;
    for (;;) {
      const int status = sqlite3_step(raw);
      if (status == SQLITE_DONE) return rows;
      if (status != SQLITE_ROW) return failed();
      Rows::Row row;
      for (int i = 0; i < sqlite3_column_count(raw); ++i) row.push_back(cell(raw, i));
      rows.add(std::move(row));
    }
  }

  Stored<Ok> run_script(Sql sql) override {
    if (sqlite3_exec(db_.get(), sql.text(), nullptr, nullptr, nullptr) != SQLITE_OK)
      return failed();
    return Ok{};
  }

  Stored<Ok> begin() override {
    auto begun = run("begin immediate", {});
    if (!begun) return Unexpected{begun.error()};
    return Ok{};
  }

 private:
  Unexpected<StoreError> failed() const {
    const int code = sqlite3_errcode(db_.get()) & 0xFF;
    const bool passes = code == SQLITE_BUSY || code == SQLITE_LOCKED || code == SQLITE_FULL ||
                        code == SQLITE_IOERR || code == SQLITE_NOMEM;
    return Unexpected{StoreError{passes ? Kind::away : Kind::broken, sqlite3_errmsg(db_.get())}};
  }
  std::unique_ptr<sqlite3, CloseSqlite> db_;
};

}  // namespace

Stored<std::unique_ptr<Database>> open_sqlite(const std::string& path, bool create) {
  sqlite3* raw = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
  const int opened = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
  auto database = std::make_unique<SqliteDatabase>(raw);
  if (opened != SQLITE_OK)
    return Unexpected{StoreError{
        Kind::broken, fmt::format("cannot open the queue '{}': {}", path, sqlite3_errmsg(raw))}};
  return std::unique_ptr<Database>(std::move(database));
}

}  // namespace rookery::cluster
