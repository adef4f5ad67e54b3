#include "cluster/database.h"

#include <charconv>

namespace rookery::cluster {
namespace {

template <class Number>
Number number_of(const std::optional<std::string>& cell) {
  Number value{};
  if (cell) std::from_chars(cell->data(), cell->data() + cell->size(), value);
  return value;
}

}  // namespace

std::int64_t Rows::integer(std::size_t row, std::size_t column) const {
  return number_of<std::int64_t>(rows_[row][column]);
}

double Rows::real(std::size_t row, std::size_t column) const {
  return number_of<double>(rows_[row][column]);
}

Stored<Transaction> Transaction::begin(Database& database) {
  if (auto begun = database.begin(); !begun) return Unexpected{begun.error()};
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_) (void)database_->run("rollback");
}

Stored<Ok> Transaction::commit() {
  auto done = std::exchange(database_, nullptr)->run("commit");
  if (!done) return Unexpected{done.error()};
  return Ok{};
}

std::string postgres_list(const std::vector<std::string>& items) {
  std::string text = "{";
  for (const std::string& item : items) {
    text += text.size() > 1 ? ",\"" : "\"";
    for (const char c : item) {
      if (c == '"' || c == '\\') text += '\\';
      text += c;
    }
    text += '"';
  }
  return text + "}";
}

}  // namespace rookery::cluster
