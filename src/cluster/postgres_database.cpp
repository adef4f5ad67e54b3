#include <fmt/format.h>
#include <libpq-fe.h>
#include <poll.h>

#include <chrono>
#include <cstring>

#include "cluster/database.h"

namespace rookery::cluster {
namespace {

using Kind = StoreError::Kind;
using Clock = std::chrono::steady_clock;

/// A server that does not answer for so long is away, even if its machine still takes packets.
constexpr std::chrono::seconds kPatience{30};
constexpr Oid kBytea = 17;

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, ClearResult>;

std::string first_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  std::string line(text.substr(0, text.find('\n')));
  return line.starts_with("ERROR:  ") ? line.substr(8) : line;
}

Kind kind_of(std::string_view state) {
  // Lost connections, a server that starts or stops, no place, no memory or disk, a deadlock.
  for (const std::string_view passes : {"08", "57P", "53", "40", "58", "55P03"})
    if (state.starts_with(passes)) return Kind::away;
  // Ours (see the functions in postgres_schema.cpp), text that is none, what a role may not do.
  if (state.starts_with("RK") || state.starts_with("22") || state == "42501") return Kind::refused;
  return Kind::broken;
}

std::optional<std::string> postgres_cell(const PGresult* result, int row, int column) {
  if (PQgetisnull(result, row, column)) return std::nullopt;
  const char* text = PQgetvalue(result, row, column);
  if (PQftype(result, column) != kBytea) return std::string(text);
  std::size_t size = 0;
  unsigned char* bytes = PQunescapeBytea(reinterpret_cast<const unsigned char*>(text), &size);
  std::string out(reinterpret_cast<const char*>(bytes), bytes ? size : 0);
  PQfreemem(bytes);
  return out;
}

class PostgresDatabase final : public Database {
 public:
  explicit PostgresDatabase(std::string url) : url_(std::move(url)) {}
  ~PostgresDatabase() override { disconnect(); }

  Stored<Rows> run(Sql sql, const std::vector<Parameter>& parameters) override {
    if (auto connected = connect(); !connected) return Unexpected{connected.error()};
    std::vector<std::string> texts(parameters.size());
    std::vector<const char*> values(parameters.size(), nullptr);
    std::vector<int> lengths(parameters.size(), 0), formats(parameters.size(), 0);
    std::vector<Oid> types(parameters.size(), 0);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& p = parameters[i];
      if (const auto* blob = std::get_if<Blob>(&p)) {
        values[i] = blob->bytes.data();
        lengths[i] = static_cast<int>(blob->bytes.size());
        formats[i] = 1;
        types[i] = kBytea;
        continue;
      }
      if (std::holds_alternative<std::nullptr_t>(p)) continue;
      if (const auto* number = std::get_if<std::int64_t>(&p)) texts[i] = std::to_string(*number);
      if (const auto* real = std::get_if<double>(&p)) texts[i] = fmt::format("{}", *real);
      if (const auto* text = std::get_if<std::string>(&p)) texts[i] = *text;
      values[i] = texts[i].c_str();
    }
    return answer(PQsendQueryParams(connection_, sql.text(), static_cast<int>(parameters.size()),
                                    types.data(), values.data(), lengths.data(), formats.data(),
                                    0) == 1);
  }

  Stored<Ok> run_script(Sql sql) override {
    if (auto connected = connect(); !connected) return Unexpected{connected.error()};
    auto rows = answer(PQsendQuery(connection_, sql.text()) == 1);
    if (!rows) return Unexpected{rows.error()};
    return Ok{};
  }

  Stored<Ok> begin() override {
    auto begun = run("begin", {});
    if (!begun) return Unexpected{begun.error()};
    return Ok{};
  }

 private:
  void disconnect() {
    if (connection_) PQfinish(connection_);
    connection_ = nullptr;
  }

  Unexpected<StoreError> away(std::string message) {
    disconnect();
    return Unexpected{StoreError{Kind::away, std::move(message)}};
  }

  Stored<Ok> connect() {
    if (connection_ && PQstatus(connection_) == CONNECTION_OK) return Ok{};
    disconnect();
    // The URL stands behind the time limits: what it says about them counts.
    const char* keys[] = {"connect_timeout", "tcp_user_timeout",          "keepalives_idle",
                          "dbname",          "fallback_application_name", nullptr};
    const char* values[] = {"10", "20000", "20", url_.c_str(), "rookery", nullptr};
    connection_ = PQconnectdbParams(keys, values, 1);
    if (!connection_ || PQstatus(connection_) != CONNECTION_OK) {
      const std::string why = connection_ ? first_line(PQerrorMessage(connection_)) : "no memory";
      // A wrong password or an unknown database stays wrong.
      const bool refused = why.find("authentication failed") != why.npos ||
                           why.find("no password supplied") != why.npos ||
                           why.find("does not exist") != why.npos ||
                           why.find("no pg_hba.conf entry") != why.npos;
      disconnect();
      return Unexpected{StoreError{refused ? Kind::refused : Kind::away, why}};
    }
    PQsetNoticeProcessor(
        connection_, [](void*, const char*) {}, nullptr);
    PQsetnonblocking(connection_, 1);
    auto rows = answer(PQsendQuery(connection_, "set search_path = rookery, pg_temp") == 1);
    if (!rows) return Unexpected{rows.error()};
    return Ok{};
  }

  /// Waits for the answer to what was sent, at most kPatience.
  Stored<Rows> answer(bool sent) {
    if (!sent) return away(first_line(PQerrorMessage(connection_)));
    const auto deadline = Clock::now() + kPatience;
    for (;;) {
      const int unsent = PQflush(connection_);
      if (unsent < 0) return away(first_line(PQerrorMessage(connection_)));
      if (unsent == 0 && !PQisBusy(connection_)) break;
      pollfd wait{PQsocket(connection_), static_cast<short>(POLLIN | (unsent > 0 ? POLLOUT : 0)),
                  0};
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
      if (left.count() <= 0) return away("the database does not answer");
      ::poll(&wait, 1, static_cast<int>(left.count()));
      if (wait.revents != 0 && !PQconsumeInput(connection_))
        return away(first_line(PQerrorMessage(connection_)));
    }
    Rows rows;
    std::optional<StoreError> failure;
    while (const PostgresResult result{PQgetResult(connection_)}) {
      const ExecStatusType status = PQresultStatus(result.get());
      if (status == PGRES_TUPLES_OK) {
        for (int r = 0; r < PQntuples(result.get()); ++r) {
          Rows::Row row;
          for (int c = 0; c < PQnfields(result.get()); ++c)
            row.push_back(postgres_cell(result.get(), r, c));
          rows.add(std::move(row));
        }
      } else if (status != PGRES_COMMAND_OK && status != PGRES_EMPTY_QUERY && !failure) {
        const char* state = PQresultErrorField(result.get(), PG_DIAG_SQLSTATE);
        // Without a state it is not the server that speaks: the connection is gone.
        failure = StoreError{state ? kind_of(state) : Kind::away,
                             first_line(PQresultErrorMessage(result.get()))};
      }
    }
    if (PQstatus(connection_) != CONNECTION_OK)
      return away(failure ? failure->message : "the connection was lost");
    if (failure) return Unexpected{*failure};
    return rows;
  }

  const std::string url_;
  PGconn* connection_ = nullptr;
};

}  // namespace

std::unique_ptr<Database> open_postgres(const std::string& url) {
  return std::make_unique<PostgresDatabase>(url);
}

}  // namespace rookery::cluster
