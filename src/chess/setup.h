// Setup: any arrangement of pieces with side, rights and counters, legal or not. Text becomes a
// Setup first; only Position::from_setup decides whether it is a position.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "chess/piece.h"
#include "chess/square.h"

namespace rookery::chess {

enum class CastlingSide : std::uint8_t { king, queen };
constexpr int index(CastlingSide s) { return static_cast<int>(s); }
inline constexpr CastlingSide kCastlingSides[] = {CastlingSide::king, CastlingSide::queen};

/// Index of one of the four castling rights: white king side, white queen side, black likewise.
constexpr int castling_index(Color c, CastlingSide s) { return index(c) * 2 + index(s); }

struct Setup {
  std::array<Piece, 64> board = [] {
    std::array<Piece, 64> b{};
    b.fill(Piece::none);
    return b;
  }();
  Color side_to_move = Color::white;
  /// The rook that each right belongs to, by castling_index; Square::none = no right.
  std::array<Square, 4> castling_rooks{Square::none, Square::none, Square::none, Square::none};
  /// The square a pawn has just passed over, as in FEN; Square::none if there is none.
  Square en_passant = Square::none;
  int halfmove_clock = 0;
  int fullmove_number = 1;

  friend bool operator==(const Setup&, const Setup&) = default;
};

/// Which part of a setup makes it impossible, and why.
struct SetupError {
  enum class Field {
    placement,
    side_to_move,
    castling,
    en_passant,
    halfmove_clock,
    fullmove_number
  };
  Field field = Field::placement;
  std::string reason;
};

}  // namespace rookery::chess
