// The error of every text parser: which field or byte, and why.
#pragma once

#include <cstddef>
#include <string>

namespace rookery::notation {

struct ParseError {
  std::string message;     ///< one line for a person; names the field and the reason
  std::size_t offset = 0;  ///< byte in the input where it went wrong
};

}  // namespace rookery::notation
