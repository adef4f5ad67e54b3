// Colours, piece types and pieces.
#pragma once

#include <cassert>
#include <cstdint>

#include "chess/square.h"

namespace rookery::chess {

enum class Color : std::uint8_t { white, black };
constexpr int index(Color c) { return static_cast<int>(c); }
constexpr Color operator~(Color c) { return static_cast<Color>(index(c) ^ 1); }
inline constexpr Color kColors[] = {Color::white, Color::black};

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };
constexpr int index(PieceType t) { return static_cast<int>(t); }
inline constexpr PieceType kPieceTypes[] = {PieceType::pawn, PieceType::knight, PieceType::bishop,
                                            PieceType::rook, PieceType::queen,  PieceType::king};

/// Bit 3 is the colour, bits 0-2 the type; `none` has type PieceType::none.
enum class Piece : std::uint8_t {
  white_pawn,
  white_knight,
  white_bishop,
  white_rook,
  white_queen,
  white_king,
  none,
  black_pawn = 8,
  black_knight,
  black_bishop,
  black_rook,
  black_queen,
  black_king
};
inline constexpr int kPieceSlots = 16;  // arrays indexed by index(Piece)
constexpr int index(Piece p) { return static_cast<int>(p); }
constexpr Piece make_piece(Color c, PieceType t) {
  return static_cast<Piece>(index(c) << 3 | index(t));
}
constexpr PieceType type_of(Piece p) { return static_cast<PieceType>(index(p) & 7); }
/// Meaningless for Piece::none.
constexpr Color color_of(Piece p) { return static_cast<Color>(index(p) >> 3); }

/// A rank counted from the side of `c`: relative_rank(black, r7) is r2.
constexpr Rank relative_rank(Color c, Rank r) { return rank_at(index(r) ^ (index(c) * 7)); }
constexpr Rank relative_rank(Color c, Square s) { return relative_rank(c, rank_of(s)); }
/// The square as `c` sees it from its own side of the board.
constexpr Square relative_square(Color c, Square s) {
  return square_at(index(s) ^ (index(c) * 56));
}

/// "PNBRQK" for White, "pnbrqk" for Black; ' ' for none.
constexpr char piece_char(Piece p) { return "PNBRQK  pnbrqk  "[index(p)]; }

}  // namespace rookery::chess
