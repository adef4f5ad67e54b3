// A middlegame and an endgame number in one int, so that one addition adds both.
#pragma once

#include <cstdint>

namespace rookery::eval::classical {

/// Endgame in the upper 16 bits, middlegame in the lower (a negative middlegame borrows one from
/// the upper half; endgame_of gives it back). Adding, subtracting and multiplying by a small int
/// work on both halves as long as neither leaves the range of 16 bits.
using Tapered = std::int32_t;

constexpr Tapered taper(int middlegame, int endgame) { return endgame * 65536 + middlegame; }
constexpr int middlegame_of(Tapered t) { return static_cast<std::int16_t>(t & 0xFFFF); }
constexpr int endgame_of(Tapered t) { return (t + 0x8000) >> 16; }

}  // namespace rookery::eval::classical
