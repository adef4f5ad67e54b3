// A move in 16 bits.
#pragma once

#include <cstdint>

#include "base/fixed_vector.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace rookery::chess {

enum class MoveKind : std::uint8_t {
  quiet = 0,
  double_push = 1,
  castling = 2,
  capture = 4,
  en_passant = 5,
  promotion = 8,          // + 0..3 for knight, bishop, rook, queen
  promotion_capture = 12  // + 0..3 likewise
};

/// 15..12 kind | 11..6 from | 5..0 to. Bit 14 is set for captures, bit 15 for promotions.
/// Castling is king takes own rook (from = king's square, to = rook's square) in both variants of
/// chess; text is made of it in `notation`. The null value is no move.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::quiet)
      : bits_(static_cast<std::uint16_t>(static_cast<int>(kind) << 12 | index(from) << 6 |
                                         index(to))) {}
  static constexpr Move promotion(Square from, Square to, PieceType to_type, bool capture) {
    const int kind = static_cast<int>(capture ? MoveKind::promotion_capture : MoveKind::promotion);
    return Move(from, to, static_cast<MoveKind>(kind + index(to_type) - 1));
  }
  static constexpr Move from_bits(std::uint16_t bits) {
    Move m;
    m.bits_ = bits;
    return m;
  }

  constexpr std::uint16_t to_bits() const { return bits_; }
  constexpr Square from() const { return square_at(bits_ >> 6 & 63); }
  constexpr Square to() const { return square_at(bits_ & 63); }
  /// For promotions the low two bits of the kind hold the piece; see promotion_type().
  constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 12); }
  /// From and to alone, for tables indexed by them: 0..4095.
  constexpr int from_to() const { return bits_ & 0xFFF; }

  constexpr bool is_capture() const { return bits_ & 0x4000; }  // en passant included
  constexpr bool is_promotion() const { return bits_ & 0x8000; }
  /// What a quiescence search looks at: captures and promotions.
  constexpr bool is_noisy() const { return bits_ & 0xC000; }
  constexpr bool is_castling() const { return kind() == MoveKind::castling; }
  constexpr bool is_en_passant() const { return kind() == MoveKind::en_passant; }
  constexpr bool is_double_push() const { return kind() == MoveKind::double_push; }
  /// The piece promoted to; PieceType::none for other moves.
  constexpr PieceType promotion_type() const {
    return is_promotion() ? static_cast<PieceType>((bits_ >> 12 & 3) + 1) : PieceType::none;
  }

  explicit constexpr operator bool() const { return bits_ != 0; }
  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint16_t bits_ = 0;
};

/// No legal position has more than 218 moves.
using MoveList = FixedVector<Move, 256>;

}  // namespace rookery::chess
