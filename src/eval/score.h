// Value: the number a search works with, and how mates are coded in it.
#pragma once

namespace rookery::eval {

/// Centipawns from the side to move's view; |value| >= kMateBound is a mate.
using Value = int;

inline constexpr int kMaxPly = 246;
inline constexpr Value kInfinity = 32001;
inline constexpr Value kMate = 32000;
inline constexpr Value kMateBound = kMate - kMaxPly;  ///< mate in at most kMaxPly plies
inline constexpr Value kTablebaseWin = kMateBound - 1;
inline constexpr Value kTablebaseBound = kTablebaseWin - kMaxPly;  ///< won by tablebase or mate
inline constexpr Value kNone = 32002;

constexpr Value mated_in(int ply) { return -kMate + ply; }
constexpr Value mate_in(int ply) { return kMate - ply; }
constexpr bool is_mate(Value v) { return v >= kMateBound || v <= -kMateBound; }
/// Moves to mate, positive when we mate, negative when we are mated; for |v| >= kMateBound.
constexpr int mate_moves(Value v) { return v > 0 ? (kMate - v + 1) / 2 : -(kMate + v) / 2; }

}  // namespace rookery::eval
