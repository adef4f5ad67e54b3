// SHA-256 (FIPS 180-4): names bytes so that nobody can find others with the same name.
#pragma once

#include <string>
#include <string_view>

namespace rookery {

/// Sixty-four hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace rookery
