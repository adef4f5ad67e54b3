// Where a queue is: a PostgreSQL server or a SQLite file.
#pragma once

#include <string>

#include "base/result.h"

namespace rookery::cluster {

struct Address {
  bool is_postgres = false;
  std::string text;  ///< the URL, or the file's path
};

/// "postgresql://user@host/database" or a path. A URL with a password in it is refused, without
/// repeating it: arguments are seen by everybody on the machine.
Result<Address, Error> parse_address(const std::string& text);

}  // namespace rookery::cluster
