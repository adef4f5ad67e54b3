// The numbers of the search that matches tune, in one table: name, default, minimum, maximum, step.
//
// Constants in a normal build. In a tuning build (cmake -DROOKERY_TUNING=ON) each is an option of
// each engine, so that a match can compare them: rookery match rookery:null_move=0 rookery. They
// are variables of the thread then; every search begins with those of its engine (tuning.h).
#pragma once

namespace rookery::engine {

// clang-format off
#define ROOKERY_PARAMS(X)                                     \
  /* whole ideas, to be switched off when their worth is measured */ \
  X(aspiration,                   1,    0,     1,    0)       \
  X(razoring,                     1,    0,     1,    0)       \
  X(reverse_futility,             1,    0,     1,    0)       \
  X(null_move,                    1,    0,     1,    0)       \
  X(internal_iterative_reduction, 1,    0,     1,    0)       \
  X(probcut,                      1,    0,     1,    0)       \
  X(late_move_pruning,            1,    0,     1,    0)       \
  X(history_pruning,              1,    0,     1,    0)       \
  X(futility,                     1,    0,     1,    0)       \
  X(see_pruning,                  1,    0,     1,    0)       \
  X(singular_extension,           1,    0,     1,    0)       \
  X(late_move_reduction,          1,    0,     1,    0)       \
  X(upcoming_repetition,          1,    0,     1,    0)       \
  X(delta_pruning,                1,    0,     1,    0)       \
  X(killers,                      1,    0,     1,    0)       \
  X(counter_moves,                1,    0,     1,    0)       \
  X(continuation_history,         1,    0,     1,    0)       \
  X(pawn_history,                 1,    0,     1,    0)       \
  X(correction_history,           1,    0,     1,    0)       \
  X(evaluation_history,           1,    0,     1,    0)       \
  X(previous_move_history,        1,    0,     1,    0)       \
  /* aspiration windows */                                    \
  X(aspiration_start,            12,    5,    40,    3)       \
  X(aspiration_growth,           50,   20,   150,   10)       \
  /* pruning of whole nodes */                                \
  X(razor_base,                 280,  100,   500,   30)       \
  X(razor_slope,                220,  100,   400,   25)       \
  X(reverse_futility_slope,      60,   40,   140,    8)       \
  X(reverse_futility_improving,  52,   20,   140,    8)       \
  X(null_eval_base,             250,    0,   300,   20)       \
  X(null_eval_slope,             18,    0,    40,    3)       \
  X(null_base,                    4,    2,     6,    1)       \
  X(null_depth_divisor,           4,    2,     7,    1)       \
  X(null_eval_divisor,          190,  100,   350,   20)       \
  X(probcut_margin,             170,   80,   300,   20)       \
  X(probcut_improving,           50,    0,   120,   10)       \
  /* pruning of moves */                                      \
  X(lmp_base,                     3,    1,     8,    1)       \
  X(futility_base,               70,   30,   250,   15)       \
  X(futility_slope,              85,   50,   200,   12)       \
  X(history_prune_slope,       3600, 1000,  8000,  400)       \
  X(see_quiet_slope,             18,   10,    60,    4)       \
  X(see_capture_slope,           95,   40,   200,   10)       \
  /* extensions */                                            \
  X(singular_margin,             64,   20,   150,    8)       \
  X(double_extension_margin,     16,    0,    50,    3)       \
  X(triple_extension_margin,     90,   40,   200,   10)       \
  /* late move reductions, in 1/1024 ply */                   \
  X(lmr_base,                   820,  300,  1500,   60)       \
  X(lmr_slope,                  430,  250,   700,   25)       \
  X(lmr_not_improving,         1000,  300,  1800,   80)       \
  X(lmr_cut_node,              1700,  600,  2600,  100)       \
  X(lmr_no_hash_move,          1000,  300,  1800,   80)       \
  X(lmr_pv,                    1000,  300,  1800,   80)       \
  X(lmr_tt_pv,                  900,  300,  1800,   80)       \
  X(lmr_check,                  900,  300,  1800,   80)       \
  X(lmr_killer,                 900,  300,  1800,   80)       \
  X(lmr_tt_capture,             900,  300,  1800,   80)       \
  X(lmr_cutoffs,                900,  300,  1800,   80)       \
  X(lmr_history_divisor,          9,    4,    20,    1)       \
  X(lmr_deeper_margin,           45,   10,   120,    8)       \
  /* quiescence */                                            \
  X(delta_margin,               150,   50,   350,   20)       \
  /* histories */                                             \
  X(history_bonus_slope,        170,   60,   350,   20)       \
  X(history_bonus_max,         1700,  600,  3000,  150)       \
  X(history_malus_slope,        170,   60,   450,   20)       \
  X(history_malus_max,         1500,  600,  3000,  150)       \
  X(evaluation_history_slope,     8,    2,    20,    1)       \
  X(evaluation_history_max,    1200,  300,  2500,  150)       \
  X(prior_bonus_slope,           60,    0,   200,   10)       \
  X(correction_pawn,            110,   30,   250,   12)       \
  X(correction_minor,            80,   20,   250,   12)       \
  X(correction_non_pawn,        100,   20,   250,   12)       \
  X(correction_continuation,     90,   20,   250,   12)
// clang-format on

#if defined(ROOKERY_TUNING)
#define ROOKERY_DEFINE(name, value, low, high, step) inline constinit thread_local int name = value;
#else
#define ROOKERY_DEFINE(name, value, low, high, step) inline constexpr int name = value;
#endif
namespace params {
ROOKERY_PARAMS(ROOKERY_DEFINE)
}  // namespace params
#undef ROOKERY_DEFINE

}  // namespace rookery::engine
