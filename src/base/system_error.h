// What the system says of a call that failed.
#pragma once

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/result.h"

namespace rookery {

/// "cannot WHAT: REASON", by errno.
inline Error system_error(std::string_view what) {
  const int reason = errno;
  return {fmt::format("cannot {}: {}", what, std::strerror(reason))};
}

/// "cannot write FILE: REASON".
inline Error write_error(std::string_view file) {
  return system_error(fmt::format("write {}", file));
}

}  // namespace rookery
