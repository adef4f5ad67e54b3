// The pawn cache: what depends on pawns only (and on the kings, for the shelter) is worked out once
// for each pawn structure and then found by Position::pawn_key.
#pragma once

#include <memory>

#include "chess/position.h"
#include "eval/classical/tapered.h"

namespace rookery::eval::classical {

struct alignas(64) PawnEntry {
  chess::Key key = 0;
  chess::Bitboard passed[2]{};        ///< by color
  chess::Bitboard attack_spans[2]{};  ///< squares its pawns attack or may attack after advancing
  Tapered score[2]{};                 ///< structure, by color
  Tapered shelter[2]{};               ///< of the king on king_square
  chess::Square king_square[2] = {chess::Square::none, chess::Square::none};
};
static_assert(sizeof(PawnEntry) == 64);

/// Direct-mapped, always replaced. Belongs to one evaluator and so to one thread.
class PawnCache {
 public:
  PawnCache() : entries_(std::make_unique<PawnEntry[]>(kSize)) {}
  PawnEntry& slot(chess::Key key) { return entries_[key & (kSize - 1)]; }

 private:
  static constexpr std::size_t kSize = 8192;  // 512 KB
  std::unique_ptr<PawnEntry[]> entries_;
};

}  // namespace rookery::eval::classical
