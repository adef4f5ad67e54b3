// The text of the built-in openings: one a line, as pack_opening() writes them.
#pragma once

#include <string_view>

namespace rookery::match {

extern const std::string_view kBuiltinOpenings;

}  // namespace rookery::match
