// Endgame knowledge; see endgame.h.
#include "eval/classical/endgame.h"

#include <algorithm>

#include "eval/classical/classical.h"
#include "eval/classical/geometry.h"

namespace rookery::eval::classical {

using namespace chess;

namespace {

/// Knights, bishops, rooks and queens in pawns (3, 3, 5, 9).
int piece_units(const Position& p, Color c) {
  return 3 * count(p.pieces(c, PieceType::knight, PieceType::bishop)) +
         5 * count(p.pieces(c, PieceType::rook)) + 9 * count(p.pieces(c, PieceType::queen));
}

bool all_on_one_colour(Bitboard b) { return (b & kLightSquares) == 0 || (b & ~kLightSquares) == 0; }

/// All pawns on one rook file, no piece but bishops that cannot guard the promotion square, and the
/// defending king there in time: nothing wins.
bool is_wrong_rook_pawn(const Position& p, Color strong) {
  const Bitboard pawns = p.pieces(strong, PieceType::pawn);
  const bool a_file = (pawns & ~kFileA) == 0;
  if (!a_file && (pawns & ~kFileH) != 0) return false;
  const Bitboard bishops = p.pieces(strong, PieceType::bishop);
  if (p.non_pawn_pieces(strong) != bishops || p.pieces(~strong, PieceType::pawn)) return false;
  const Square corner = relative_square(strong, a_file ? Square::a8 : Square::h8);
  const Bitboard corner_colour = contains(kLightSquares, corner) ? kLightSquares : ~kLightSquares;
  return (bishops & corner_colour) == 0 && distance(p.king_square(~strong), corner) <= 1;
}

}  // namespace

int endgame_scale(const Position& p, Color strong, Bitboard passed) {
  const Color weak = ~strong;
  const Bitboard pawns = p.pieces(strong, PieceType::pawn);
  const int strong_units = piece_units(p, strong), weak_units = piece_units(p, weak);
  if (!pawns) {
    if (strong_units < 5) return 0;  // a lone minor piece, or nothing
    const bool two_knights = strong_units == 6 && count(p.pieces(strong, PieceType::knight)) == 2;
    if (two_knights && !p.pieces(weak, PieceType::pawn)) return 0;
    if (strong_units - weak_units <= 3) return weak_units <= 3 ? 8 : 14;
    return kFullScale;
  }
  if (strong_units <= 6 && is_wrong_rook_pawn(p, strong)) return 0;

  const Bitboard bishops = p.pieces(PieceType::bishop);
  if (count(bishops) == 2 && count(bishops & p.pieces(strong)) == 1 &&
      !all_on_one_colour(bishops)) {
    if (strong_units == 3 && weak_units == 3)
      return std::min(kFullScale, 18 + 8 * count(passed & pawns));
    return 46;
  }
  return std::min(kFullScale, 40 + 6 * count(pawns));
}

Value mop_up(const Position& p, Color strong) {
  const Color weak = ~strong;
  if (more_than_one(p.pieces(weak))) return 0;
  const int units = piece_units(p, strong);
  if (units < 5) return 0;
  const Square loser = p.king_square(weak);
  const int file = index(file_of(loser)), rank = index(rank_of(loser));
  const int from_centre = std::max(3 - file, file - 4) + std::max(3 - rank, rank - 4);  // 0..6
  Value bonus = 200 + 20 * from_centre - 10 * distance(loser, p.king_square(strong));
  const Bitboard bishops = p.pieces(strong, PieceType::bishop);
  if (units == 6 && count(bishops) == 1) {
    const bool light = (bishops & kLightSquares) != 0;
    const int corner = std::min(distance(loser, light ? Square::a8 : Square::a1),
                                distance(loser, light ? Square::h1 : Square::h8));
    bonus += 40 * (7 - corner);
  }
  return bonus;
}

}  // namespace rookery::eval::classical
