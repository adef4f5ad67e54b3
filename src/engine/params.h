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
  X(aspiration,                        1,     0,     1,     0) \
  X(razoring,                          1,     0,     1,     0) \
  X(reverse_futility,                  1,     0,     1,     0) \
  X(null_move,                         1,     0,     1,     0) \
  X(internal_iterative_reduction,      1,     0,     1,     0) \
  X(probcut,                           1,     0,     1,     0) \
  X(late_move_pruning,                 1,     0,     1,     0) \
  X(history_pruning,                   1,     0,     1,     0) \
  X(futility,                          1,     0,     1,     0) \
  X(see_pruning,                       1,     0,     1,     0) \
  X(singular_extension,                1,     0,     1,     0) \
  X(late_move_reduction,               1,     0,     1,     0) \
  X(upcoming_repetition,               1,     0,     1,     0) \
  X(delta_pruning,                     1,     0,     1,     0) \
  X(killers,                           1,     0,     1,     0) \
  X(counter_moves,                     1,     0,     1,     0) \
  X(continuation_history,              1,     0,     1,     0) \
  X(pawn_history,                      1,     0,     1,     0) \
  X(correction_history,                1,     0,     1,     0) \
  X(evaluation_history,                1,     0,     1,     0) \
  X(previous_move_history,             1,     0,     1,     0) \
  /* aspiration windows */                                    \
  X(aspiration_min_depth,              4,     2,     8,     1) \
  X(aspiration_start,                 12,     3,    40,     3) \
  X(aspiration_growth,                50,    20,   150,    10) \
  X(aspiration_center_divisor,       100,    30,   400,    20) \
  X(aspiration_max_reduction,          3,     0,     5,     1) \
  /* pruning of whole nodes */                                \
  X(table_cut_clock,                  90,    60,   101,     4) \
  X(razor_max_depth,                   3,     1,     8,     1) \
  X(razor_base,                      280,    50,   600,    30) \
  X(razor_slope,                     220,    50,   500,    25) \
  X(reverse_futility_max_depth,        9,     5,    16,     1) \
  X(reverse_futility_slope,           60,    25,   140,     8) \
  X(reverse_futility_improving,       52,     0,   140,     8) \
  X(reverse_futility_worsening,       20,     0,   100,     6) \
  X(reverse_futility_trust,            3,     1,     8,     1) \
  X(null_eval_base,                  250,     0,   400,    20) \
  X(null_eval_slope,                  18,     0,    40,     3) \
  X(null_base,                         4,     2,     8,     1) \
  X(null_depth_divisor,                4,     2,     7,     1) \
  X(null_eval_divisor,               190,    60,   400,    20) \
  X(null_eval_max,                     3,     1,     6,     1) \
  X(null_verify_depth,                15,    10,    24,     1) \
  X(null_verify_percent,              75,    40,   100,     5) \
  X(iir_min_depth,                     4,     2,     8,     1) \
  X(probcut_min_depth,                 5,     3,     9,     1) \
  X(probcut_reduction,                 4,     2,     6,     1) \
  X(probcut_margin,                  170,    60,   350,    20) \
  X(probcut_improving,                50,     0,   120,    10) \
  /* pruning of moves */                                      \
  X(lmp_base,                          3,     1,    10,     1) \
  X(futility_max_depth,                9,     5,    14,     1) \
  X(futility_base,                    70,     0,   250,    15) \
  X(futility_slope,                   85,    30,   200,    12) \
  X(futility_history_divisor,        128,    40,   512,    20) \
  X(history_prune_max_depth,           5,     3,     9,     1) \
  X(history_prune_slope,            3600,  1000,  8000,   400) \
  X(see_quiet_slope,                  18,     6,    60,     4) \
  X(see_capture_slope,                95,    30,   200,    10) \
  /* extensions */                                            \
  X(singular_min_depth,                6,     4,     9,     1) \
  X(singular_table_depth,              3,     2,     5,     1) \
  X(singular_margin,                  64,    10,   150,     8) \
  X(double_extension_margin,          16,   -20,    60,     3) \
  X(triple_extension_margin,          90,    10,   200,    10) \
  X(double_extension_limit,            8,     2,    20,     1) \
  /* late move reductions, in 1/1024 ply */                   \
  X(lmr_min_depth,                     2,     1,     4,     1) \
  X(lmr_base,                        820,   100,  1700,    60) \
  X(lmr_slope,                       430,   200,   750,    25) \
  X(lmr_not_improving,              1000,     0,  2000,    80) \
  X(lmr_cut_node,                   1700,   400,  3000,   100) \
  X(lmr_no_hash_move,               1000,     0,  2200,    80) \
  X(lmr_pv,                         1000,     0,  2200,    80) \
  X(lmr_tt_pv,                       900,     0,  2200,    80) \
  X(lmr_check,                       900,     0,  2200,    80) \
  X(lmr_killer,                      900,     0,  2200,    80) \
  X(lmr_tt_capture,                  900,     0,  2200,    80) \
  X(lmr_few_cutoffs,                   3,     1,     6,     1) \
  X(lmr_cutoffs,                     900,     0,  2200,    80) \
  X(lmr_history_divisor,               9,     3,    24,     1) \
  X(lmr_capture_history_divisor,       8,     3,    24,     1) \
  X(lmr_less_threshold,             3500,  1500,  6000,   200) \
  X(lmr_deeper_margin,                45,     5,   120,     8) \
  X(lmr_deeper_slope,                  2,     0,     6,     1) \
  X(lmr_shallower_slope,               1,     0,     4,     1) \
  X(alpha_raise_min_depth,             5,     2,     8,     1) \
  X(alpha_raise_max_depth,            11,     6,    20,     1) \
  X(tt_pv_min_depth,                   4,     2,     8,     1) \
  /* quiescence */                                            \
  X(delta_margin,                    150,    30,   400,    20) \
  X(quiescence_see,                   40,     0,   150,    10) \
  X(quiescence_evasions,               2,     1,     5,     1) \
  /* order of moves; weights in 64ths */                      \
  X(continuation_weight_1,            64,    16,   160,     8) \
  X(continuation_weight_2,            64,    16,   160,     8) \
  X(continuation_weight_4,            32,     0,   128,     6) \
  X(pawn_history_weight,              32,     0,   128,     6) \
  X(pick_victim_weight,               16,     4,    40,     2) \
  X(pick_promotion,                12800,  4000, 24000,  1000) \
  X(pick_capture_trust,               40,    12,   120,     5) \
  X(pick_check,                    12000,     0, 24000,  1000) \
  X(pick_check_see,                   75,     0,   250,    15) \
  X(pick_threat_queen,             16000,  4000, 32000,  1500) \
  X(pick_threat_rook,              10000,  2000, 24000,  1000) \
  X(pick_threat_minor,              6000,  1000, 18000,   800) \
  /* histories */                                             \
  X(history_limit,                 16384,  4096, 30000,  1000) \
  X(history_bonus_slope,             170,    40,   400,    20) \
  X(history_bonus_max,              1700,   500,  3500,   150) \
  X(history_malus_slope,             170,    40,   600,    20) \
  X(history_malus_max,              1500,   500,  3500,   150) \
  X(research_bonus,                 1200,   200,  3000,   120) \
  X(research_malus,                  900,   100,  3000,   120) \
  X(evaluation_history_slope,          8,     1,    30,     1) \
  X(evaluation_history_max,         1200,   200,  3000,   150) \
  X(prior_capture_slope,              60,     0,   200,    10) \
  X(prior_capture_max,               900,   200,  2500,   100) \
  X(prior_bonus_slope,                60,     0,   250,    10) \
  X(prior_continuation_slope,         80,     0,   250,    10) \
  X(prior_late_move,                   8,     3,    16,     1) \
  X(prior_late_percent,               80,     0,   250,    12) \
  X(prior_our_margin,                 60,    10,   180,     8) \
  X(prior_our_percent,                80,     0,   250,    12) \
  X(prior_their_margin,               40,     0,   180,     8) \
  X(prior_their_percent,              80,     0,   250,    12) \
  /* correction of the evaluation */                          \
  X(fifty_move_fade,                 220,   120,   500,    15) \
  X(correction_limit,               1024,   256,  4096,    80) \
  X(correction_bonus_max,            256,    64,  1024,    24) \
  X(correction_bonus_divisor,          8,     3,    16,     1) \
  X(correction_pawn,                 110,    20,   800,    16) \
  X(correction_minor,                 80,    20,   800,    16) \
  X(correction_non_pawn,             100,    20,   800,    16) \
  X(correction_continuation,          90,    20,   800,    16) \
  /* time; percent and per mille */                           \
  X(time_moves,                       24,    12,    50,     2) \
  X(time_increment_percent,           75,    30,   100,     5) \
  X(time_hard_percent,               400,   150,   800,    30) \
  X(time_stability_base,            1350,  1000,  2000,    50) \
  X(time_stability_slope,             70,     0,   200,    10) \
  X(time_stability_min,              750,   400,  1000,    30) \
  X(time_effort_base,               1900,  1200,  2800,    60) \
  X(time_effort_slope,              1350,   500,  2500,    80) \
  X(time_effort_min,                 550,   300,  1000,    40) \
  X(time_effort_max,                1600,  1000,  2500,    60) \
  X(time_fall_slope,                  12,     0,    40,     2) \
  X(time_fall_min,                   850,   500,  1000,    30) \
  X(time_fall_max,                  1600,  1000,  2500,    60) \
  /* votes of threads */                                      \
  X(vote_offset,                      14,     0,    60,     3)
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
