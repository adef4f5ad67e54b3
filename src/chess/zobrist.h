// Zobrist keys: one random number for each fact about a position, combined by exclusive or.
#pragma once

#include <cstdint>

#include "base/rng.h"
#include "chess/piece.h"

namespace rookery::chess {

using Key = std::uint64_t;

struct ZobristKeys {
  Key piece_square[kPieceSlots][64]{};
  Key castling[16]{};  // by the four-bit set of rights
  Key en_passant[8]{};
  Key black_to_move = 0;

  constexpr ZobristKeys() {
    SplitMix64 random(0x526F6F6B65727921u);
    for (Color c : kColors)
      for (PieceType t : kPieceTypes)
        for (Key& key : piece_square[index(make_piece(c, t))]) key = random.next();
    Key single[4];
    for (Key& key : single) key = random.next();
    for (int rights = 0; rights < 16; ++rights)
      for (int i = 0; i < 4; ++i)
        if (rights >> i & 1) castling[rights] ^= single[i];
    for (Key& key : en_passant) key = random.next();
    black_to_move = random.next();
  }
};
inline constexpr ZobristKeys kZobrist;

}  // namespace rookery::chess
