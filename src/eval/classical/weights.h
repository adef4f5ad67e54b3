// The weights of the classical evaluation. Written by `rookery tune`: do not edit by hand.
// Fitted to 854734 positions of self-play: k 0.006400, validation loss 0.026622 -> 0.026247.
#pragma once

#include "eval/classical/terms.h"

namespace rookery::eval::classical {

// clang-format off
inline constexpr Weights kWeights = {
    .material = {
        taper(50, 107), taper(288, 346), taper(280, 340), taper(425, 577),
        taper(949, 1000),
    },
    .pawn_square = {
        taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
        taper(-6, 13), taper(8, 3), taper(5, 3), taper(-4, 14),
        taper(-2, 9), taper(0, 1), taper(7, -1), taper(8, -1),
        taper(-3, 13), taper(1, 7), taper(6, 2), taper(13, -14),
        taper(3, 30), taper(9, 12), taper(4, 2), taper(13, 3),
        taper(21, 33), taper(16, 36), taper(10, 27), taper(18, 32),
        taper(30, 36), taper(52, 46), taper(34, 56), taper(44, 45),
        taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    },
    .knight_square = {
        taper(-46, -48), taper(-32, -25), taper(-20, -13), taper(-11, 0),
        taper(-37, -24), taper(-40, -14), taper(-8, -25), taper(-13, 2),
        taper(-27, -26), taper(-6, -6), taper(-4, 4), taper(7, 5),
        taper(-1, -2), taper(4, -2), taper(10, 22), taper(10, 18),
        taper(0, -2), taper(13, -2), taper(22, 2), taper(22, 7),
        taper(-8, -13), taper(5, -6), taper(-1, 8), taper(14, 11),
        taper(-33, -12), taper(-14, -6), taper(-2, -9), taper(16, 5),
        taper(-64, -51), taper(-27, -13), taper(-26, -21), taper(-8, -4),
    },
    .bishop_square = {
        taper(-19, 1), taper(0, 4), taper(-15, -4), taper(-14, -6),
        taper(-7, 9), taper(7, -1), taper(-4, -5), taper(1, 4),
        taper(0, 7), taper(8, -3), taper(12, 6), taper(8, 7),
        taper(-1, -4), taper(-6, 6), taper(9, 9), taper(15, 12),
        taper(-1, -9), taper(10, 0), taper(0, 5), taper(9, -1),
        taper(-9, -2), taper(-8, 1), taper(-16, 9), taper(1, 7),
        taper(-21, 1), taper(-21, 3), taper(-6, 2), taper(-5, 5),
        taper(-13, -3), taper(-11, -2), taper(-10, -2), taper(-7, -6),
    },
    .rook_square = {
        taper(-5, -13), taper(-6, -7), taper(0, -7), taper(7, -12),
        taper(-15, 3), taper(-4, -10), taper(-4, -7), taper(9, -11),
        taper(-15, 2), taper(-10, 4), taper(-6, 9), taper(-6, 2),
        taper(-10, 7), taper(-16, 9), taper(2, 5), taper(1, 5),
        taper(2, 12), taper(0, 6), taper(-3, 10), taper(0, 7),
        taper(1, 13), taper(-1, 12), taper(-5, 9), taper(9, 0),
        taper(-14, 16), taper(-11, 16), taper(10, 7), taper(9, 8),
        taper(-5, 21), taper(-4, 19), taper(3, 15), taper(6, 16),
    },
    .queen_square = {
        taper(0, -24), taper(-17, -11), taper(-2, -9), taper(-6, -15),
        taper(-14, -15), taper(8, -12), taper(2, -1), taper(0, -6),
        taper(-9, -9), taper(7, 3), taper(8, 11), taper(3, 20),
        taper(-3, -5), taper(4, 9), taper(1, 15), taper(-2, 18),
        taper(9, -1), taper(9, 7), taper(5, 17), taper(3, 23),
        taper(-6, -8), taper(3, 9), taper(-2, 12), taper(4, 17),
        taper(-14, -12), taper(6, 0), taper(11, 2), taper(-3, 7),
        taper(0, -10), taper(-7, -4), taper(0, 1), taper(2, 7),
    },
    .king_square = {
        taper(34, -58), taper(36, -40), taper(-3, -32), taper(-8, -26),
        taper(12, -36), taper(13, -23), taper(-11, -18), taper(-37, -2),
        taper(-11, -29), taper(0, -21), taper(-16, -1), taper(-50, 11),
        taper(-25, -10), taper(-17, -9), taper(-50, 8), taper(-72, 26),
        taper(-41, -15), taper(-30, -4), taper(-66, 20), taper(-84, 30),
        taper(-48, -6), taper(-40, 2), taper(-73, 21), taper(-88, 33),
        taper(-49, -19), taper(-37, 4), taper(-72, 7), taper(-90, 20),
        taper(-50, -51), taper(-38, -31), taper(-72, -20), taper(-88, -6),
    },
    .knight_mobility = {
        taper(-14, -23), taper(-17, -29), taper(-8, -7), taper(-1, 6),
        taper(3, 18), taper(7, 26), taper(8, 24), taper(14, 22),
        taper(19, 21),
    },
    .bishop_mobility = {
        taper(-16, -22), taper(-9, -13), taper(1, -4), taper(6, 9),
        taper(9, 17), taper(16, 23), taper(17, 29), taper(21, 32),
        taper(24, 34), taper(25, 42), taper(27, 41), taper(30, 42),
        taper(40, 46), taper(44, 51),
    },
    .rook_mobility = {
        taper(-47, -59), taper(-19, -13), taper(-9, 20), taper(-9, 29),
        taper(-7, 23), taper(-5, 38), taper(-4, 51), taper(-1, 49),
        taper(3, 59), taper(4, 62), taper(2, 69), taper(8, 72),
        taper(13, 77), taper(16, 78), taper(15, 86),
    },
    .queen_mobility = {
        taper(-24, -40), taper(-15, -22), taper(-19, -17), taper(-5, -16),
        taper(-3, -10), taper(-2, -4), taper(1, -3), taper(-3, 2),
        taper(2, 1), taper(1, 18), taper(5, 16), taper(6, 19),
        taper(7, 30), taper(8, 29), taper(9, 31), taper(8, 34),
        taper(5, 40), taper(8, 41), taper(10, 40), taper(11, 41),
        taper(16, 30), taper(16, 31), taper(14, 36), taper(12, 34),
        taper(12, 36), taper(14, 37), taper(16, 41), taper(16, 41),
    },
    .knight_pawns = {
        taper(4, 4),
    },
    .rook_pawns = {
        taper(6, -4),
    },
    .bishop_pair = {
        taper(20, 66),
    },
    .bishop_pawns = {
        taper(-2, -6),
    },
    .minor_behind_pawn = {
        taper(3, 12),
    },
    .minor_king_distance = {
        taper(-6, 1), taper(-2, 2),
    },
    .outpost = {
        taper(18, 0), taper(23, 13), taper(13, 0), taper(19, 17),
    },
    .rook_open_file = {
        taper(24, 4),
    },
    .rook_half_open_file = {
        taper(12, 5),
    },
    .rook_trapped = {
        taper(-6, -8),
    },
    .isolated = {
        taper(-5, -8), taper(-11, -10),
    },
    .doubled = {
        taper(-2, -15),
    },
    .backward = {
        taper(-4, -10), taper(-9, -12),
    },
    .phalanx = {
        taper(0, 0), taper(3, 0), taper(6, 2), taper(8, 9),
        taper(29, 15), taper(40, 41), taper(71, 84), taper(0, 0),
    },
    .supported = {
        taper(0, 0), taper(0, 0), taper(15, 6), taper(12, 8),
        taper(15, 16), taper(21, 17), taper(67, 51), taper(0, 0),
    },
    .candidate = {
        taper(0, 0), taper(6, 3), taper(6, -2), taper(10, 7),
        taper(6, 11), taper(18, 40), taper(0, 0), taper(0, 0),
    },
    .passed = {
        taper(0, 0), taper(9, 17), taper(-3, 27), taper(1, 51),
        taper(24, 69), taper(49, 84), taper(89, 123), taper(0, 0),
    },
    .passed_connected = {
        taper(0, 0), taper(-4, 0), taper(-10, -1), taper(5, -4),
        taper(8, 14), taper(10, 15), taper(18, 29), taper(0, 0),
    },
    .passed_blocked = {
        taper(0, 0), taper(0, 0), taper(-5, -3), taper(-7, -4),
        taper(8, -2), taper(4, -10), taper(-33, -61), taper(0, 0),
    },
    .passed_guarded_step = {
        taper(0, 0), taper(0, 0), taper(0, 5), taper(-1, 8),
        taper(5, 14), taper(14, 30), taper(18, 42), taper(0, 0),
    },
    .passed_safe_step = {
        taper(0, 0), taper(0, 0), taper(-3, 4), taper(-3, 0),
        taper(10, 8), taper(9, 15), taper(14, 20), taper(0, 0),
    },
    .passed_free_path = {
        taper(0, 0), taper(0, 0), taper(-8, 12), taper(-12, 17),
        taper(6, 33), taper(21, 60), taper(37, 88), taper(0, 0),
    },
    .passed_own_king = {
        taper(0, 0), taper(0, 0), taper(-1, -2), taper(6, -12),
        taper(4, -19), taper(-1, -20), taper(-1, -19), taper(0, 0),
    },
    .passed_enemy_king = {
        taper(0, 0), taper(0, 0), taper(4, -3), taper(-3, 10),
        taper(-7, 22), taper(-2, 33), taper(-9, 47), taper(0, 0),
    },
    .passed_unstoppable = {
        taper(0, 250),
    },
    .passed_rook_behind = {
        taper(11, 9), taper(-11, -33),
    },
    .shelter = {
        taper(-28, 10), taper(11, -27), taper(0, 4), taper(-1, 2),
        taper(-3, -3), taper(-1, 3), taper(-4, 28), taper(0, 0),
        taper(-18, 8), taper(23, -6), taper(16, -5), taper(-6, 6),
        taper(-7, 5), taper(-25, 0), taper(-13, 2), taper(0, 0),
        taper(-19, -3), taper(15, 1), taper(4, 5), taper(-6, -4),
        taper(-4, 5), taper(-6, -3), taper(-15, -2), taper(0, 0),
        taper(-11, -2), taper(12, -11), taper(7, -1), taper(-5, 2),
        taper(-6, -3), taper(-16, -7), taper(-11, -3), taper(0, 0),
    },
    .storm = {
        taper(-5, -4), taper(-3, 14), taper(-24, 18), taper(-16, 8),
        taper(-13, 6), taper(3, -2), taper(-2, -6), taper(0, 0),
        taper(0, 0), taper(-1, 0), taper(-23, -10), taper(7, -10),
        taper(-1, -14), taper(12, -9), taper(-4, -2), taper(0, 0),
    },
    .king_pawn_distance = {
        taper(3, -6),
    },
    .threat_by_pawn = {
        taper(0, 0), taper(64, 34), taper(55, 51), taper(75, 36),
        taper(59, 34),
    },
    .threat_by_minor = {
        taper(6, 21), taper(22, 22), taper(28, 20), taper(59, 27),
        taper(46, 50),
    },
    .threat_by_rook = {
        taper(7, 18), taper(22, 23), taper(29, 17), taper(7, 14),
        taper(52, 29),
    },
    .threat_by_king = {
        taper(8, 25),
    },
    .threat_by_push = {
        taper(13, 12),
    },
    .threat_on_queen = {
        taper(5, -9), taper(11, 1),
    },
    .hanging = {
        taper(17, 25),
    },
    .restricted = {
        taper(3, 1),
    },
    .space = {
        taper(2, 5),
    },
    .tempo = {
        taper(22, 14),
    },
    .danger_base = {
        taper(-33, 2),
    },
    .danger_attacker = {
        taper(39, 9), taper(42, 12), taper(39, 6), taper(19, 17),
    },
    .danger_ring_attack = {
        taper(25, -2),
    },
    .danger_weak_square = {
        taper(34, 6),
    },
    .danger_safe_check = {
        taper(223, 40), taper(146, 42), taper(266, 42), taper(193, 64),
    },
    .danger_unsafe_check = {
        taper(29, 7),
    },
    .danger_open_file = {
        taper(11, -4),
    },
    .danger_no_queen = {
        taper(-328, -64),
    },
    .danger_flank_attack = {
        taper(6, 7),
    },
    .danger_flank_defence = {
        taper(-5, 1),
    },
    .danger_pinned = {
        taper(-4, -2),
    },
    .danger_knight_defence = {
        taper(-37, 1),
    },
};
// clang-format on

}  // namespace rookery::eval::classical
