// From games to training positions: which ones are kept, and how they are packed.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "eval/nnue/arch.h"
#include "eval/score.h"
#include "train/data.h"

namespace rookery::train {

inline constexpr int kFirstPly = 16;  ///< the random opening and its repair are not learned
inline constexpr int kFewestPieces = 4;

/// A static evaluation is asked only about quiet positions, so it learns only from them: not in
/// check, best move no capture or promotion, no mate or tablebase score.
inline bool is_kept(const chess::Position& position, int ply, const ScoredMove& m) {
  return ply >= kFirstPly && !position.in_check() && !m.move.is_noisy() &&
         std::abs(m.score) < eval::kTablebaseBound &&
         chess::count(position.pieces()) >= kFewestPieces;
}

/// A position as the side to move sees it (Black's board is turned round), with its labels.
struct PackedPosition {
  std::uint64_t occupied;   ///< squares from the mover's side
  std::uint8_t pieces[16];  ///< four bits for each occupied square from a1 on: type, + 8 if enemy
  std::int16_t score;       ///< side to move's view
  std::uint8_t result;      ///< side to move's view: 0 lost, 1 drawn, 2 won
  std::uint8_t unused;
  std::uint16_t origin;  ///< whose scale the score is on: an index into Dataset::origins()
  std::uint16_t unused2;
};
static_assert(sizeof(PackedPosition) == 32);

inline PackedPosition pack(const chess::Position& position, const ScoredMove& m, Verdict result,
                           std::uint16_t origin) {
  const chess::Color us = position.side_to_move();
  const bool black = us == chess::Color::black;
  PackedPosition packed{};
  packed.occupied = black ? __builtin_bswap64(position.pieces()) : position.pieces();
  int i = 0;
  for (chess::Square s : chess::squares(packed.occupied)) {
    const chess::Piece p = position.piece_on(relative_square(us, s));
    const int code = index(type_of(p)) | (color_of(p) == us ? 0 : 8);
    packed.pieces[i / 2] |= static_cast<std::uint8_t>(code << (i % 2 * 4));
    ++i;
  }
  packed.origin = origin;
  packed.score = static_cast<std::int16_t>(black ? -m.score : m.score);
  packed.result =
      static_cast<std::uint8_t>(black ? 2 - static_cast<int>(result) : static_cast<int>(result));
  return packed;
}

/// The inputs of the network that are 1: for the side to move and for the other.
struct Features {
  int count = 0;
  int bucket = 0;
  std::uint16_t us[32];
  std::uint16_t them[32];
};

inline void unpack(const PackedPosition& packed, Features& f) {
  using namespace eval::nnue;
  // The mover is White on this board, so the types of the rules apply.
  chess::Square kings[2] = {chess::Square::a1, chess::Square::a1};
  std::uint8_t codes[32], squares[32];
  int n = 0;
  for (chess::Square s : chess::squares(packed.occupied)) {
    const int code = packed.pieces[n / 2] >> (n % 2 * 4) & 15;
    if ((code & 7) == index(chess::PieceType::king)) kings[code >> 3] = s;
    codes[n] = static_cast<std::uint8_t>(code);
    squares[n++] = static_cast<std::uint8_t>(index(s));
  }
  const Orientation us = orientation(chess::Color::white, kings[0]);
  const Orientation them = orientation(chess::Color::black, kings[1]);
  for (int i = 0; i < n; ++i) {
    const auto piece = static_cast<chess::Piece>(codes[i]);
    const chess::Square s = chess::square_at(squares[i]);
    f.us[i] = static_cast<std::uint16_t>(feature(chess::Color::white, us, piece, s));
    f.them[i] = static_cast<std::uint16_t>(feature(chess::Color::black, them, piece, s));
  }
  f.count = n;
  f.bucket = output_bucket(n);
}

}  // namespace rookery::train
