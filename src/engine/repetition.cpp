#include "engine/repetition.h"

#include <utility>

namespace rookery::engine {

using namespace chess;

namespace {

/// All 3,668 reversible moves by the difference they make to a key, in two-way ("cuckoo") hashing.
class ReversibleMoves {
 public:
  ReversibleMoves() {
    for (Color c : kColors)
      for (PieceType t : kPieceTypes) {
        if (t == PieceType::pawn) continue;
        for (int a = 0; a < 64; ++a)
          for (int b = a + 1; b < 64; ++b)
            if (contains(piece_attacks(t, square_at(a), 0), square_at(b)))
              insert(make_piece(c, t), square_at(a), square_at(b));
      }
  }

  /// The move whose key difference is `key`; null if none.
  Move find(Key key) const {
    if (keys_[first(key)] == key) return moves_[first(key)];
    if (keys_[second(key)] == key) return moves_[second(key)];
    return Move();
  }

 private:
  static constexpr int kSize = 8192;
  static int first(Key key) { return static_cast<int>(key & (kSize - 1)); }
  static int second(Key key) { return static_cast<int>(key >> 16 & (kSize - 1)); }

  void insert(Piece piece, Square a, Square b) {
    const auto& squares_of_piece = kZobrist.piece_square[index(piece)];
    Key key = squares_of_piece[index(a)] ^ squares_of_piece[index(b)] ^ kZobrist.black_to_move;
    Move move(a, b);
    for (int slot = first(key);; slot = slot == first(key) ? second(key) : first(key)) {
      std::swap(keys_[slot], key);
      std::swap(moves_[slot], move);
      if (!move) return;  // the slot was empty
    }
  }

  Key keys_[kSize]{};
  Move moves_[kSize]{};
};

/// Made at first use: it reads the attack tables, which are filled before main.
const ReversibleMoves& reversible_moves() {
  static const ReversibleMoves table;
  return table;
}

}  // namespace

bool can_repeat(const Position& position, const Key* keys, int reversible, int ply) {
  for (int back = 3; back <= reversible && back < ply; back += 2) {
    const Move move = reversible_moves().find(keys[0] ^ keys[-back]);
    if (!move || (between(move.from(), move.to()) & position.pieces())) continue;
    // The piece stands on one end of the move; it must be ours to move it back.
    if ((bit(move.from()) | bit(move.to())) & position.pieces(position.side_to_move())) return true;
  }
  return false;
}

}  // namespace rookery::engine
