#include "cluster/address.h"

#include <libpq-fe.h>

#include <cstring>
#include <memory>

namespace rookery::cluster {

Result<Address, Error> parse_address(const std::string& text) {
  if (text.empty()) return Unexpected{Error{"the queue's address is empty"}};
  if (!text.starts_with("postgresql://") && !text.starts_with("postgres://")) {
    if (text.find("://") != text.npos)
      return Unexpected{Error{"a queue is postgresql://USER@HOST/DATABASE or a file"}};
    return Address{false, text};
  }
  // What libpq says about a mistake repeats the text, and so perhaps a password.
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(
      PQconninfoParse(text.c_str(), nullptr), PQconninfoFree);
  if (!options)
    return Unexpected{Error{"not a PostgreSQL address: expected postgresql://USER@HOST/DATABASE"}};
  for (const PQconninfoOption* o = options.get(); o->keyword; ++o)
    if (o->val && *o->val &&
        (std::strcmp(o->keyword, "password") == 0 || std::strcmp(o->keyword, "sslpassword") == 0))
      return Unexpected{
          Error{"a password in an address is seen by everybody on this machine: leave it out, and "
                "put it into ~/.pgpass or the variable PGPASSWORD"}};
  return Address{true, text};
}

}  // namespace rookery::cluster
