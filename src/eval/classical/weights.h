// The weights of the classical evaluation. Written by `rookery tune`: do not edit by hand.
// Fitted to 568026 positions of self-play: k 0.006508, validation loss 0.026658 -> 0.025195.
#pragma once

#include "eval/classical/terms.h"

namespace rookery::eval {

// clang-format off
inline constexpr Weights kWeights = {
    .material = {
        taper(78, 102), taper(288, 322), taper(292, 321), taper(451, 549),
        taper(938, 969),
    },
    .pawn_square = {
        taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
        taper(-5, 9), taper(4, -2), taper(2, 1), taper(-5, 11),
        taper(-7, 9), taper(-1, 4), taper(3, -2), taper(11, 0),
        taper(-5, 13), taper(1, 3), taper(12, 1), taper(21, -11),
        taper(6, 20), taper(9, 8), taper(17, 8), taper(22, 10),
        taper(20, 37), taper(21, 32), taper(20, 26), taper(17, 32),
        taper(33, 41), taper(48, 49), taper(33, 53), taper(45, 48),
        taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    },
    .knight_square = {
        taper(-48, -46), taper(-36, -23), taper(-20, -15), taper(-14, -6),
        taper(-35, -25), taper(-34, -18), taper(-12, -18), taper(-5, 2),
        taper(-31, -23), taper(-11, -5), taper(-2, 1), taper(16, 7),
        taper(-6, -6), taper(1, 0), taper(16, 16), taper(13, 18),
        taper(-6, -1), taper(13, -3), taper(26, 5), taper(20, 11),
        taper(-10, -16), taper(2, -8), taper(4, 6), taper(17, 10),
        taper(-33, -19), taper(-18, -12), taper(-3, -8), taper(10, 2),
        taper(-57, -46), taper(-28, -18), taper(-24, -21), taper(-9, -6),
    },
    .bishop_square = {
        taper(-25, -5), taper(-8, -2), taper(-16, -3), taper(-9, -8),
        taper(-13, 5), taper(4, -3), taper(-2, -6), taper(-2, -2),
        taper(0, 4), taper(13, 2), taper(10, 0), taper(7, 5),
        taper(-2, 3), taper(-5, 8), taper(10, 8), taper(19, 12),
        taper(-5, -11), taper(16, 2), taper(1, 8), taper(5, 3),
        taper(-4, -4), taper(-8, 0), taper(-10, 7), taper(1, 11),
        taper(-15, 1), taper(-18, 0), taper(-5, 0), taper(-3, 8),
        taper(-14, -7), taper(-11, -2), taper(-9, -3), taper(-5, -2),
    },
    .rook_square = {
        taper(-8, -11), taper(-10, -9), taper(-1, -7), taper(2, -7),
        taper(-13, 2), taper(0, -12), taper(-6, -3), taper(4, -10),
        taper(-12, 1), taper(-8, 1), taper(-6, 6), taper(-3, -3),
        taper(-8, 5), taper(-15, 5), taper(5, 4), taper(1, 2),
        taper(-3, 13), taper(3, 4), taper(-1, 7), taper(4, 3),
        taper(1, 14), taper(-1, 10), taper(-2, 7), taper(7, 1),
        taper(-5, 18), taper(-8, 12), taper(9, 9), taper(14, 11),
        taper(0, 23), taper(0, 17), taper(2, 11), taper(6, 14),
    },
    .queen_square = {
        taper(-2, -23), taper(-8, -12), taper(-4, -8), taper(-6, -7),
        taper(-5, -16), taper(7, -10), taper(-1, -1), taper(-4, -4),
        taper(-10, -9), taper(2, 3), taper(5, 7), taper(5, 14),
        taper(-1, -5), taper(5, 7), taper(2, 12), taper(1, 17),
        taper(9, -2), taper(6, 6), taper(6, 15), taper(3, 21),
        taper(-6, -8), taper(0, 4), taper(-5, 9), taper(3, 16),
        taper(-10, -11), taper(3, -1), taper(5, 2), taper(-4, 6),
        taper(1, -12), taper(-6, -8), taper(-2, -2), taper(2, 5),
    },
    .king_square = {
        taper(31, -57), taper(32, -37), taper(-1, -26), taper(-5, -20),
        taper(12, -42), taper(13, -21), taper(-5, -16), taper(-34, 2),
        taper(-8, -25), taper(4, -18), taper(-21, 0), taper(-48, 15),
        taper(-27, -14), taper(-18, -6), taper(-52, 9), taper(-71, 28),
        taper(-40, -13), taper(-29, 1), taper(-66, 18), taper(-83, 30),
        taper(-49, -11), taper(-40, 1), taper(-74, 18), taper(-89, 28),
        taper(-49, -22), taper(-39, -2), taper(-74, 1), taper(-90, 17),
        taper(-50, -51), taper(-39, -33), taper(-73, -21), taper(-89, -7),
    },
    .knight_mobility = {
        taper(-48, -53), taper(-15, -23), taper(-2, -8), taper(4, 11),
        taper(6, 16), taper(12, 23), taper(13, 23), taper(20, 20),
        taper(22, 23),
    },
    .bishop_mobility = {
        taper(-25, -47), taper(-13, -14), taper(-1, -9), taper(4, 8),
        taper(9, 15), taper(17, 18), taper(19, 26), taper(22, 35),
        taper(27, 35), taper(27, 45), taper(35, 43), taper(37, 47),
        taper(43, 50), taper(48, 58),
    },
    .rook_mobility = {
        taper(-49, -62), taper(-22, -20), taper(-10, 8), taper(-9, 20),
        taper(-4, 20), taper(-1, 36), taper(0, 53), taper(2, 47),
        taper(5, 57), taper(7, 65), taper(4, 69), taper(13, 72),
        taper(16, 79), taper(17, 79), taper(18, 90),
    },
    .queen_mobility = {
        taper(-25, -40), taper(-18, -24), taper(-21, -17), taper(-3, -14),
        taper(-4, -7), taper(2, -3), taper(2, -2), taper(-2, 2),
        taper(2, 1), taper(0, 16), taper(3, 16), taper(1, 17),
        taper(4, 25), taper(5, 23), taper(8, 27), taper(9, 30),
        taper(4, 33), taper(9, 36), taper(9, 35), taper(11, 36),
        taper(14, 31), taper(15, 33), taper(14, 36), taper(12, 35),
        taper(13, 37), taper(15, 39), taper(16, 41), taper(17, 42),
    },
    .bishop_pair = {
        taper(22, 66),
    },
    .bishop_pawns = {
        taper(-2, -4),
    },
    .minor_behind_pawn = {
        taper(3, 12),
    },
    .outpost = {
        taper(16, 2), taper(25, 19), taper(9, 4), taper(14, 18),
    },
    .rook_open_file = {
        taper(22, 6),
    },
    .rook_half_open_file = {
        taper(15, 4),
    },
    .isolated = {
        taper(-4, -8), taper(-10, -13),
    },
    .doubled = {
        taper(-8, -12),
    },
    .backward = {
        taper(-7, -11), taper(-14, -10),
    },
    .phalanx = {
        taper(0, 0), taper(4, 0), taper(6, -2), taper(9, 10),
        taper(30, 15), taper(41, 43), taper(71, 83), taper(0, 0),
    },
    .supported = {
        taper(0, 0), taper(0, 0), taper(16, 3), taper(15, 5),
        taper(14, 13), taper(30, 19), taper(69, 65), taper(0, 0),
    },
    .passed = {
        taper(0, 0), taper(11, 14), taper(0, 23), taper(1, 48),
        taper(24, 63), taper(49, 89), taper(89, 131), taper(0, 0),
    },
    .passed_blocked = {
        taper(0, 0), taper(0, 0), taper(-1, -4), taper(-9, -5),
        taper(1, -9), taper(1, -17), taper(-33, -62), taper(0, 0),
    },
    .passed_safe_step = {
        taper(0, 0), taper(0, 0), taper(-3, 0), taper(-2, 2),
        taper(7, 6), taper(7, 15), taper(14, 20), taper(0, 0),
    },
    .passed_free_path = {
        taper(0, 0), taper(0, 0), taper(-6, 4), taper(-5, 14),
        taper(7, 26), taper(17, 48), taper(33, 71), taper(0, 0),
    },
    .passed_own_king = {
        taper(0, 0), taper(0, 0), taper(-4, -1), taper(5, -12),
        taper(3, -16), taper(1, -19), taper(-3, -20), taper(0, 0),
    },
    .passed_enemy_king = {
        taper(0, 0), taper(0, 0), taper(7, -3), taper(-4, 10),
        taper(-11, 23), taper(-2, 31), taper(-7, 46), taper(0, 0),
    },
    .passed_unstoppable = {
        taper(0, 250),
    },
    .shelter = {
        taper(-21, 4), taper(5, -17), taper(-1, 5), taper(-3, -1),
        taper(-1, -4), taper(-5, 4), taper(-6, 20), taper(0, 0),
        taper(-19, 8), taper(19, 2), taper(11, -4), taper(-8, -2),
        taper(-6, -1), taper(-19, 0), taper(-16, 2), taper(0, 0),
        taper(-16, -5), taper(18, 2), taper(4, 12), taper(-6, -3),
        taper(-8, 0), taper(-8, -6), taper(-16, -1), taper(0, 0),
        taper(-11, -3), taper(15, -2), taper(6, 2), taper(-2, -4),
        taper(-4, -7), taper(-10, 1), taper(-10, -2), taper(0, 0),
    },
    .storm = {
        taper(-9, -1), taper(-4, 6), taper(-29, 7), taper(-13, 7),
        taper(-11, 2), taper(0, 3), taper(-1, -4), taper(0, 0),
        taper(0, 0), taper(-1, 0), taper(-17, -5), taper(7, -13),
        taper(-1, -5), taper(11, -11), taper(0, 4), taper(0, 0),
    },
    .threat_by_pawn = {
        taper(0, 0), taper(64, 37), taper(56, 48), taper(76, 41),
        taper(64, 36),
    },
    .threat_by_minor = {
        taper(6, 17), taper(25, 25), taper(26, 21), taper(55, 34),
        taper(44, 54),
    },
    .threat_by_rook = {
        taper(3, 23), taper(28, 34), taper(32, 30), taper(4, 16),
        taper(51, 30),
    },
    .threat_by_king = {
        taper(8, 30),
    },
    .threat_by_push = {
        taper(15, 13),
    },
    .hanging = {
        taper(18, 24),
    },
    .restricted = {
        taper(4, 0),
    },
    .tempo = {
        taper(24, 15),
    },
    .danger_base = {
        taper(-33, 4),
    },
    .danger_attacker = {
        taper(35, 10), taper(37, 13), taper(40, 7), taper(23, 15),
    },
    .danger_ring_attack = {
        taper(24, 6),
    },
    .danger_weak_square = {
        taper(42, 12),
    },
    .danger_safe_check = {
        taper(239, 40), taper(158, 41), taper(292, 41), taper(207, 62),
    },
    .danger_unsafe_check = {
        taper(34, 10),
    },
    .danger_open_file = {
        taper(13, 1),
    },
    .danger_no_queen = {
        taper(-329, -60),
    },
    .danger_knight_defence = {
        taper(-45, 1),
    },
};
// clang-format on

}  // namespace rookery::eval
