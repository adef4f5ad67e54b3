#include "match/store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>

namespace rookery::match {
namespace {

Error database_error(sqlite3* db, const char* doing) {
  return Error{fmt::format("{}: {}", doing, sqlite3_errmsg(db))};
}

/// A prepared statement; parameters and columns count from 0 here.
class Statement {
 public:
  Statement(sqlite3* db, const char* sql) { sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr); }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  explicit operator bool() const { return statement_ != nullptr; }
  void bind(int i, const std::string& text) {
    sqlite3_bind_text(statement_, i + 1, text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);
  }
  void bind(int i, int value) { sqlite3_bind_int(statement_, i + 1, value); }
  void bind(int i, double value) { sqlite3_bind_double(statement_, i + 1, value); }
  int step() { return statement_ ? sqlite3_step(statement_) : SQLITE_ERROR; }
  std::int64_t long_integer(int i) const { return sqlite3_column_int64(statement_, i); }
  int integer(int i) const { return sqlite3_column_int(statement_, i); }
  double real(int i) const { return sqlite3_column_double(statement_, i); }
  std::string text(int i) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_, i));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, i)))
                 : std::string();
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

constexpr const char* kSchema = R"(
  pragma journal_mode = wal;
  pragma synchronous = full;
  begin immediate;
  create table if not exists settings (text text not null);
  create table if not exists games (
    game integer primary key,  -- from 0, its number in the schedule
    white text not null,
    black text not null,
    white_points real not null,
    termination text not null,
    fault text not null,
    plies integer not null,
    pgn text not null
  );
  commit;
)";

}  // namespace

void ResultStore::Close::operator()(sqlite3* db) const { sqlite3_close_v2(db); }

Result<ResultStore, Error> ResultStore::open(const std::string& path, const std::string& settings,
                                             bool resume) {
  std::error_code error;
  const bool exists = std::filesystem::exists(path, error);
  if (!exists && resume) return Unexpected{Error{fmt::format("there is no '{}' to resume", path)}};
  if (exists && !resume)
    return Unexpected{Error{
        fmt::format("'{}' exists already: --resume goes on with it, or name another file", path)}};
  ResultStore store;
  auto lock = LockFile::acquire(path + ".lock");
  if (!lock) return Unexpected{Error{fmt::format("'{}': {}", path, lock.error().message)}};
  store.lock_ = std::move(*lock);
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open(path.c_str(), &raw);
  store.db_.reset(raw);
  if (opened != SQLITE_OK)
    return Unexpected{Error{fmt::format("cannot open '{}': {}", path, sqlite3_errmsg(raw))}};
  sqlite3_busy_timeout(raw, 5000);
  if (sqlite3_exec(raw, kSchema, nullptr, nullptr, nullptr) != SQLITE_OK)
    return Unexpected{database_error(raw, path.c_str())};

  Statement read(raw, "select text from settings");
  if (read.step() == SQLITE_ROW) {
    if (read.text(0) != settings)
      return Unexpected{Error{
          fmt::format("'{}' is of another match; it was started with:\n{}\nand now there is:\n{}",
                      path, read.text(0), settings)}};
    return store;
  }
  Statement write(raw, "insert into settings values (?)");
  write.bind(0, settings);
  if (write.step() != SQLITE_DONE) return Unexpected{database_error(raw, path.c_str())};
  return store;
}

Result<std::vector<StoredGame>, Error> ResultStore::load(int scheduled) const {
  Statement read(db_.get(),
                 "select game, white, black, white_points, termination, fault, plies, pgn "
                 "from games order by game");
  std::vector<StoredGame> games;
  int status;
  while ((status = read.step()) == SQLITE_ROW) {
    StoredGame g;
    const std::int64_t number = read.long_integer(0);
    if (number < 0 || number >= scheduled)
      return Unexpected{Error{
          fmt::format("the database is damaged: it holds game {} of {}", number + 1, scheduled)}};
    g.game = static_cast<int>(number);
    g.white = read.text(1);
    g.black = read.text(2);
    g.white_points = read.real(3);
    if (g.white_points != 0 && g.white_points != 0.5 && g.white_points != 1)
      return Unexpected{Error{fmt::format("the database is damaged: White has {} points in game {}",
                                          g.white_points, g.game + 1)}};
    g.termination = read.text(4);
    g.fault = read.text(5);
    g.plies = read.integer(6);
    g.pgn = read.text(7);
    games.push_back(std::move(g));
  }
  if (status != SQLITE_DONE) return Unexpected{database_error(db_.get(), "reading the games")};
  return games;
}

Result<Ok, Error> ResultStore::add(const StoredGame& g) {
  Statement write(db_.get(), "insert into games values (?, ?, ?, ?, ?, ?, ?, ?)");
  write.bind(0, g.game);
  write.bind(1, g.white);
  write.bind(2, g.black);
  write.bind(3, g.white_points);
  write.bind(4, g.termination);
  write.bind(5, g.fault);
  write.bind(6, g.plies);
  write.bind(7, g.pgn);
  if (write.step() != SQLITE_DONE) return Unexpected{database_error(db_.get(), "storing a game")};
  return Ok{};
}

}  // namespace rookery::match
