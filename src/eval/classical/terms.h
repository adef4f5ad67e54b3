// The terms of the classical evaluation: one list gives the table of weights, its names and its
// layout as a flat array, which is how the tuner and the explanation see it.
#pragma once

#include <algorithm>
#include <cstddef>

#include "eval/classical/tapered.h"

namespace rookery::eval::classical {

// X(name, size, kind): kind `linear` adds weight x count to the score; kind `danger` adds to the
// danger of a king, which counts by its square in the middlegame. Squares are files a-d only (the
// board is mirrored), from the owner's side; ranks are relative too.
#define ROOKERY_CLASSICAL_TERMS(X)                                                          \
  X(material, 5, linear) /* pawn, knight, bishop, rook, queen */                            \
  X(pawn_square, 32, linear)                                                                \
  X(knight_square, 32, linear)                                                              \
  X(bishop_square, 32, linear)                                                              \
  X(rook_square, 32, linear)                                                                \
  X(queen_square, 32, linear)                                                               \
  X(king_square, 32, linear)                                                                \
  X(knight_mobility, 9, linear) /* by the number of squares it can safely reach */          \
  X(bishop_mobility, 14, linear)                                                            \
  X(rook_mobility, 15, linear)                                                              \
  X(queen_mobility, 28, linear)                                                             \
  X(knight_pawns, 1, linear) /* own pawns beyond five */                                    \
  X(rook_pawns, 1, linear)                                                                  \
  X(bishop_pair, 1, linear)                                                                 \
  X(bishop_pawns, 1, linear) /* own pawns on squares of the bishop's colour */              \
  X(minor_behind_pawn, 1, linear)                                                           \
  X(minor_king_distance, 2, linear) /* knight, bishop: x distance to the own king */        \
  X(outpost, 4, linear)             /* knight, knight guarded by a pawn, bishop likewise */ \
  X(rook_open_file, 1, linear)                                                              \
  X(rook_half_open_file, 1, linear)                                                         \
  X(rook_trapped, 1, linear) /* between edge and own king */                                \
  X(isolated, 2, linear)     /* an enemy pawn ahead; none */                                \
  X(doubled, 1, linear)                                                                     \
  X(backward, 2, linear)  /* an enemy pawn ahead; none */                                   \
  X(phalanx, 8, linear)   /* neighbours on one rank, by rank */                             \
  X(supported, 8, linear) /* guarded by a pawn, by rank */                                  \
  X(candidate, 8, linear) /* no fewer helpers than opponents, by rank */                    \
  X(passed, 8, linear)    /* by rank, as the other passed pawn terms */                     \
  X(passed_connected, 8, linear)                                                            \
  X(passed_blocked, 8, linear)                                                              \
  X(passed_guarded_step, 8, linear) /* we attack the next square */                         \
  X(passed_safe_step, 8, linear)    /* the next square is not attacked */                   \
  X(passed_free_path, 8, linear)    /* no square up to promotion is occupied or attacked */ \
  X(passed_own_king, 8, linear)     /* x distance of the own king to the next square */     \
  X(passed_enemy_king, 8, linear)   /* x distance of the enemy king to it */                \
  X(passed_unstoppable, 1, linear)  /* outruns a king without pieces */                     \
  X(passed_rook_behind, 2, linear)  /* own rook, enemy rook */                              \
  X(shelter, 32, linear)            /* own pawn near the king: 8 x edge distance + rank */  \
  X(storm, 16, linear)              /* enemy pawn there: 8 x blocked + rank */              \
  X(king_pawn_distance, 1, linear)  /* x distance to the nearest own pawn */                \
  X(threat_by_pawn, 5, linear)      /* by the victim: pawn, knight, bishop, rook, queen */  \
  X(threat_by_minor, 5, linear)                                                             \
  X(threat_by_rook, 5, linear)                                                              \
  X(threat_by_king, 1, linear)                                                              \
  X(threat_by_push, 1, linear)  /* a safe pawn push would attack a piece */                 \
  X(threat_on_queen, 2, linear) /* squares from which knight or slider would hit it */      \
  X(hanging, 1, linear)         /* attacked and not defended */                             \
  X(restricted, 1, linear)      /* enemy squares we contest */                              \
  X(space, 1, linear)           /* safe centre squares behind the pawns x pieces */         \
  X(tempo, 1, linear)                                                                       \
  X(danger_base, 1, danger)        /* once there are enough attackers to count */           \
  X(danger_attacker, 4, danger)    /* knight, bishop, rook, queen at the king's ring */     \
  X(danger_ring_attack, 1, danger) /* attacks on squares beside the king */                 \
  X(danger_weak_square, 1, danger) /* ring squares attacked and badly defended */           \
  X(danger_safe_check, 4, danger)  /* a safe check by knight, bishop, rook, queen */        \
  X(danger_unsafe_check, 1, danger)                                                         \
  X(danger_open_file, 1, danger)    /* files at the king without an own pawn */             \
  X(danger_no_queen, 1, danger)     /* the attacker has no queen */                         \
  X(danger_flank_attack, 1, danger) /* attacks on the king's flank */                       \
  X(danger_flank_defence, 1, danger)                                                        \
  X(danger_pinned, 1, danger)         /* own pieces pinned to the king */                   \
  X(danger_knight_defence, 1, danger) /* an own knight guards the ring */

/// Every weight there is. All members are arrays of Tapered, so the whole is one flat array.
struct Weights {
#define ROOKERY_MEMBER(name, size, kind) Tapered name[size];
  ROOKERY_CLASSICAL_TERMS(ROOKERY_MEMBER)
#undef ROOKERY_MEMBER
};

inline constexpr std::size_t kWeightCount = sizeof(Weights) / sizeof(Tapered);

enum class TermKind { linear, danger };

struct TermInfo {
  const char* name;
  std::size_t offset;  ///< of its first weight in the flat array
  std::size_t size;
  TermKind kind;
};

inline constexpr TermInfo kTerms[] = {
#define ROOKERY_INFO(name, size, kind) \
  {#name, offsetof(Weights, name) / sizeof(Tapered), size, TermKind::kind},
    ROOKERY_CLASSICAL_TERMS(ROOKERY_INFO)
#undef ROOKERY_INFO
};

/// The first weight that adds to a king's danger instead of the score; all after it do as well.
inline constexpr std::size_t kFirstDanger = offsetof(Weights, danger_base) / sizeof(Tapered);

/// Danger to score: the square over this in the middlegame, a plain fraction in the endgame.
inline constexpr int kDangerSquareDivisor = 1024;
inline constexpr int kDangerDivisor = 16;

/// What a king's danger takes from its side's score.
constexpr Tapered danger_cost(Tapered danger) {
  const int middlegame = std::max(0, middlegame_of(danger));
  const int endgame = std::max(0, endgame_of(danger));
  return taper(middlegame * middlegame / kDangerSquareDivisor, endgame / kDangerDivisor);
}

}  // namespace rookery::eval::classical
