// The terms of the classical evaluation, in the order of the text: pawns, pieces, kings, threats,
// passed pawns. Everything is counted for one side at a time by templates over the colour.
#include "eval/classical/classical.h"

#include <algorithm>
#include <cstring>

#include "eval/classical/endgame.h"
#include "eval/classical/geometry.h"
#include "eval/classical/weights.h"

namespace rookery::eval {

using namespace chess;

namespace {

constexpr const Tapered* square_weights(PieceType t) {
  switch (t) {
    case PieceType::pawn:
      return kWeights.pawn_square;
    case PieceType::knight:
      return kWeights.knight_square;
    case PieceType::bishop:
      return kWeights.bishop_square;
    case PieceType::rook:
      return kWeights.rook_square;
    case PieceType::queen:
      return kWeights.queen_square;
    default:
      return kWeights.king_square;
  }
}

/// Material and place in one number, by type and square as the owner sees it.
struct PieceSquareTable {
  Tapered of[6][64]{};
  constexpr PieceSquareTable() {
    for (PieceType t : kPieceTypes)
      for (int s = 0; s < 64; ++s)
        of[index(t)][s] = square_weights(t)[mirrored_index(Color::white, square_at(s))] +
                          (t == PieceType::king ? 0 : kWeights.material[index(t)]);
  }
};
constexpr PieceSquareTable kPieceSquare;

constexpr int kPhaseOf[] = {0, 1, 1, 2, 4, 0};

/// Not on the edge, so that a king in the corner has a full ring too.
constexpr Square ring_centre(Square king) {
  const int file = std::clamp(index(file_of(king)), 1, 6);
  const int rank = std::clamp(index(rank_of(king)), 1, 6);
  return make_square(file_at(file), rank_at(rank));
}

/// What a king's danger takes from its side's score.
constexpr Tapered danger_cost(Tapered danger) {
  const int middlegame = std::max(0, middlegame_of(danger));
  const int endgame = std::max(0, endgame_of(danger));
  return taper(middlegame * middlegame / kDangerSquareDivisor, endgame / kDangerDivisor);
}

/// The work on one position. With kTrace every weight that is added is also counted.
template <bool kTrace>
class Evaluation {
 public:
  Evaluation(const Position& position, Trace* trace) : p_(position), trace_(trace) {}

  /// From White's view.
  Value run(PawnCache* cache);

 private:
  template <Color us>
  void add(const Tapered& weight, int times = 1) {
    score_[index(us)] += weight * times;
    count_weight(us, weight, times);
  }
  template <Color us>
  void add_danger(const Tapered& weight, int times = 1) {
    danger_[index(us)] += weight * times;
    count_weight(us, weight, times);
  }
  void count_weight(Color c, const Tapered& weight, int times) {
    if constexpr (kTrace) {
      const auto offset =
          reinterpret_cast<const char*>(&weight) - reinterpret_cast<const char*>(&kWeights);
      auto& n = trace_->counts[offset / sizeof(Tapered)][index(c)];
      n = static_cast<std::int16_t>(n + times);
    }
  }
  template <Color us>
  void add_piece(PieceType t, Square s) {
    if constexpr (kTrace) {
      add<us>(square_weights(t)[mirrored_index(us, s)]);
      if (t != PieceType::king) add<us>(kWeights.material[index(t)]);
    } else {
      score_[index(us)] += kPieceSquare.of[index(t)][index(relative_square(us, s))];
    }
  }

  template <Color us>
  void pawn_structure(PawnEntry& entry);
  template <Color us>
  void shelter(PawnEntry& entry);
  template <Color us>
  void prepare();
  template <Color us, PieceType t>
  void pieces();
  template <Color us>
  void king_danger();
  template <Color us>
  void threats();
  template <Color us>
  void passed_pawns(const PawnEntry& entry);

  Bitboard pawns(Color c) const { return p_.pieces(c, PieceType::pawn); }
  Bitboard& attacked(Color c, PieceType t) { return attacked_[index(c)][index(t)]; }

  const Position& p_;
  Trace* trace_;
  Tapered score_[2]{};
  Tapered danger_[2]{};  // of the color's own king
  const PawnEntry* pawn_entry_ = nullptr;

  Bitboard attacked_[2][6];  // squares attacked by type
  Bitboard attacked_all_[2];
  Bitboard pinned_[2];  // pieces of the color that shield its own king
  Bitboard attacked_twice_[2];
  Bitboard mobility_area_[2];
  Bitboard ring_[2];       // around the color's own king
  int attackers_[2] = {};  // pieces of the color at the enemy king's ring
  int ring_attacks_[2] = {};
  int phase_ = 0;
};

// Pawns alone -------------------------------------------------------------------------------------

template <bool kTrace>
template <Color us>
void Evaluation<kTrace>::pawn_structure(PawnEntry& entry) {
  constexpr Color them = ~us;
  const Tapered before = score_[index(us)];
  const Bitboard own = pawns(us), enemy = pawns(them);
  const Bitboard own_attacks = pawn_attacks<us>(own), enemy_attacks = pawn_attacks<them>(enemy);
  const Bitboard own_span = fill_forward<us>(own_attacks);
  const Bitboard enemy_span = fill_forward<them>(enemy_attacks);
  const Bitboard behind_own = shift_forward<them>(fill_forward<them>(own));
  const Bitboard opposed = fill_forward<them>(enemy);  // an enemy pawn ahead
  entry.attack_spans[index(us)] = own_span;

  // Passed: no enemy pawn ahead on its own file or a neighbouring one, and no own pawn ahead.
  entry.passed[index(us)] = own & ~(opposed | enemy_span | behind_own);

  const Bitboard neighbour_files = shift_sideways(fill_files(own));
  const Bitboard isolated = own & ~neighbour_files;
  // Backward: no own pawn beside or behind on the neighbouring files, and its next square is
  // attacked by an enemy pawn.
  const Bitboard backward =
      own & ~isolated & ~fill_forward<us>(shift_sideways(own)) & shift_forward<them>(enemy_attacks);
  for (Bitboard b = own; b;) add_piece<us>(PieceType::pawn, pop_first(b));
  add<us>(kWeights.isolated[0], count(isolated & opposed));
  add<us>(kWeights.isolated[1], count(isolated & ~opposed));
  add<us>(kWeights.backward[0], count(backward & opposed));
  add<us>(kWeights.backward[1], count(backward & ~opposed));
  add<us>(kWeights.doubled[0], count(own & behind_own));
  for (Bitboard b = own & shift_sideways(own); b;)
    add<us>(kWeights.phalanx[index(relative_rank(us, pop_first(b)))]);
  for (Bitboard b = own & own_attacks; b;)
    add<us>(kWeights.supported[index(relative_rank(us, pop_first(b)))]);
  const Bitboard passed = entry.passed[index(us)];
  for (Bitboard b = passed; b;) add<us>(kWeights.passed[index(relative_rank(us, pop_first(b)))]);
  const Bitboard beside = shift_sideways(passed);
  for (Bitboard b = passed & (beside | beside << 8 | beside >> 8); b;)
    add<us>(kWeights.passed_connected[index(relative_rank(us, pop_first(b)))]);
  // Candidate: nothing ahead on its file, and at least as many own pawns that can come beside it as
  // enemy pawns that can stop it.
  for (Bitboard b = own & ~(passed | opposed | behind_own); b;) {
    const Square s = pop_first(b);
    const Bitboard neighbours = shift_sideways(fill_files(bit(s)));
    const Bitboard ahead = shift_forward<us>(fill_forward<us>(bits(rank_of(s))));
    if (count(own & neighbours & ~ahead) >= count(enemy & neighbours & ahead))
      add<us>(kWeights.candidate[index(relative_rank(us, s))]);
  }
  entry.score[index(us)] = score_[index(us)] - before;
}

/// Own pawns in front of the king and enemy pawns that storm it, on the king's file and beside it.
template <bool kTrace>
template <Color us>
void Evaluation<kTrace>::shelter(PawnEntry& entry) {
  constexpr Color them = ~us;
  const Square king = p_.king_square(us);
  const Tapered before = score_[index(us)];
  // At the king's rank or ahead of it.
  const Bitboard ahead = fill_forward<us>(bits(rank_of(king)));
  const int centre = std::clamp(index(file_of(king)), 1, 6);
  for (int f = centre - 1; f <= centre + 1; ++f) {
    const auto nearest_rank = [&](Bitboard b) {
      if (!b) return 0;
      const Square s = us == Color::white ? first_square(b) : square_at(63 - std::countl_zero(b));
      return index(relative_rank(us, s));
    };
    const int own = nearest_rank(pawns(us) & ahead & bits(file_at(f)));
    const int enemy = nearest_rank(pawns(them) & ahead & bits(file_at(f)));
    add<us>(kWeights.shelter[8 * std::min(f, 7 - f) + own]);
    const bool blocked = own != 0 && own + 1 == enemy;
    add<us>(kWeights.storm[8 * blocked + enemy]);
  }
  if (pawns(us)) {
    int nearest = 8;
    for (Bitboard b = pawns(us); b;) nearest = std::min(nearest, distance(king, pop_first(b)));
    add<us>(kWeights.king_pawn_distance[0], nearest);
  }
  entry.shelter[index(us)] = score_[index(us)] - before;
  entry.king_square[index(us)] = king;
}

// Pieces ------------------------------------------------------------------------------------------

template <bool kTrace>
template <Color us>
void Evaluation<kTrace>::prepare() {
  constexpr Color them = ~us;
  const Square king = p_.king_square(us);
  const Bitboard own_pawns = pawns(us);
  const Bitboard by_pawns = pawn_attacks<us>(own_pawns), by_king = king_attacks(king);
  attacked(us, PieceType::pawn) = by_pawns;
  attacked(us, PieceType::king) = by_king;
  const Bitboard pawns_twice =
      us == Color::white
          ? shift<Direction::north_east>(own_pawns) & shift<Direction::north_west>(own_pawns)
          : shift<Direction::south_east>(own_pawns) & shift<Direction::south_west>(own_pawns);
  attacked_all_[index(us)] = by_pawns | by_king;
  attacked_twice_[index(us)] = pawns_twice | (by_pawns & by_king);
  // Squares guarded twice by pawns are no place to attack.
  const Square centre = ring_centre(king);
  ring_[index(us)] = (king_attacks(centre) | bit(centre)) & ~pawns_twice;
  // Not where an enemy pawn attacks, nor where the own king, queen, or pawns that cannot move or
  // are still on low ranks, stand.
  constexpr Bitboard low_ranks =
      us == Color::white ? bits(Rank::r2) | bits(Rank::r3) : bits(Rank::r7) | bits(Rank::r6);
  const Bitboard stuck = own_pawns & (low_ranks | shift_forward<them>(p_.pieces()));
  mobility_area_[index(us)] =
      ~(stuck | p_.pieces(us, PieceType::king, PieceType::queen) | pawn_attacks<them>(pawns(them)));
  add_piece<us>(PieceType::king, king);

  if (p_.side_to_move() == us) {
    pinned_[index(us)] = p_.pinned();
  } else {
    const Bitboard enemies = p_.pieces(them);
    Bitboard pinned = 0;
    Bitboard pinners =
        ((rook_attacks(king, enemies) & p_.pieces(PieceType::rook, PieceType::queen)) |
         (bishop_attacks(king, enemies) & p_.pieces(PieceType::bishop, PieceType::queen))) &
        enemies;
    while (pinners) {
      const Bitboard between_them = between(king, pop_first(pinners)) & p_.pieces(us);
      if (!more_than_one(between_them)) pinned |= between_them;
    }
    pinned_[index(us)] = pinned;
  }
}

template <bool kTrace>
template <Color us, PieceType t>
void Evaluation<kTrace>::pieces() {
  constexpr Color them = ~us;
  constexpr int u = index(us), e = index(them);
  // A slider sees through its own kind that moves the same way.
  Bitboard occupied = p_.pieces();
  if constexpr (t == PieceType::bishop) occupied ^= p_.pieces(us, PieceType::queen);
  if constexpr (t == PieceType::rook) occupied ^= p_.pieces(us, PieceType::rook, PieceType::queen);
  const Bitboard king_neighbours = attacked(them, PieceType::king);
  attacked(us, t) = 0;

  for (Bitboard b = p_.pieces(us, t); b;) {
    const Square s = pop_first(b);
    phase_ += kPhaseOf[index(t)];
    add_piece<us>(t, s);
    Bitboard attacks = t == PieceType::knight   ? knight_attacks(s)
                       : t == PieceType::bishop ? bishop_attacks(s, occupied)
                       : t == PieceType::rook   ? rook_attacks(s, occupied)
                                                : queen_attacks(s, occupied);
    if (contains(pinned_[u], s)) attacks &= line_through(p_.king_square(us), s);
    attacked(us, t) |= attacks;
    attacked_twice_[u] |= attacked_all_[u] & attacks;
    attacked_all_[u] |= attacks;

    const int mobility = count(attacks & mobility_area_[u]);
    if constexpr (t == PieceType::knight) add<us>(kWeights.knight_mobility[mobility]);
    if constexpr (t == PieceType::bishop) add<us>(kWeights.bishop_mobility[mobility]);
    if constexpr (t == PieceType::rook) add<us>(kWeights.rook_mobility[mobility]);
    if constexpr (t == PieceType::queen) add<us>(kWeights.queen_mobility[mobility]);

    if (attacks & ring_[e]) {
      ++attackers_[u];
      ring_attacks_[u] += count(attacks & king_neighbours);
      add_danger<them>(kWeights.danger_attacker[index(t) - index(PieceType::knight)]);
    }

    if constexpr (t == PieceType::knight || t == PieceType::bishop) {
      // Outpost: on ranks 4 to 6, where no enemy pawn can ever attack.
      constexpr Bitboard ranks = us == Color::white ? 0x0000FFFFFF000000u : 0x000000FFFFFF0000u;
      if (contains(ranks & ~pawn_entry_->attack_spans[e], s)) {
        const bool guarded = contains(attacked(us, PieceType::pawn), s);
        add<us>(kWeights.outpost[2 * (t == PieceType::bishop) + guarded]);
      }
      if (contains(shift_forward<them>(p_.pieces(PieceType::pawn)), s))
        add<us>(kWeights.minor_behind_pawn[0]);
      add<us>(kWeights.minor_king_distance[t == PieceType::bishop],
              distance(s, p_.king_square(us)));
    }
    if constexpr (t == PieceType::bishop) {
      const Bitboard colour = contains(kLightSquares, s) ? kLightSquares : ~kLightSquares;
      add<us>(kWeights.bishop_pawns[0], count(pawns(us) & colour));
    }
    if constexpr (t == PieceType::rook) {
      const Bitboard file = bits(file_of(s));
      if (!(file & pawns(us)))
        add<us>(file & pawns(them) ? kWeights.rook_half_open_file[0] : kWeights.rook_open_file[0]);
      if (mobility <= 3) {
        const int king = index(file_of(p_.king_square(us))), rook = index(file_of(s));
        if (king < 4 ? rook < king : rook > king) add<us>(kWeights.rook_trapped[0]);
      }
    }
  }
  if constexpr (t == PieceType::knight || t == PieceType::rook) {
    const Tapered& weight =
        t == PieceType::knight ? kWeights.knight_pawns[0] : kWeights.rook_pawns[0];
    add<us>(weight, count(p_.pieces(us, t)) * (count(pawns(us)) - 5));
  }
  if constexpr (t == PieceType::bishop) {
    const Bitboard bishops = p_.pieces(us, PieceType::bishop);
    if ((bishops & kLightSquares) && (bishops & ~kLightSquares)) add<us>(kWeights.bishop_pair[0]);
  }
}

// Kings -------------------------------------------------------------------------------------------

/// The danger of our king; counted only if the enemy has two attackers, or one with a queen about.
template <bool kTrace>
template <Color us>
void Evaluation<kTrace>::king_danger() {
  constexpr Color them = ~us;
  constexpr int u = index(us), e = index(them);
  const Bitboard queens = p_.pieces(them, PieceType::queen);
  if (attackers_[e] + (queens != 0) < 2) {
    danger_[u] = 0;
    if constexpr (kTrace)
      for (std::size_t i = kFirstDanger; i < kWeightCount; ++i) trace_->counts[i][u] = 0;
    return;
  }
  const Square king = p_.king_square(us);
  const Bitboard by_queen = attacked(us, PieceType::queen);
  // Attacked, and defended by nothing but perhaps king or queen.
  const Bitboard weak = attacked_all_[e] & ~attacked_twice_[u] &
                        (~attacked_all_[u] | attacked(us, PieceType::king) | by_queen);
  const Bitboard safe = ~p_.pieces(them) & (~attacked_all_[u] | (weak & attacked_twice_[e]));

  const Bitboard occupied = p_.pieces() ^ p_.pieces(us, PieceType::queen);
  const Bitboard lines = rook_attacks(king, occupied), diagonals = bishop_attacks(king, occupied);
  const Bitboard knight_checks = knight_attacks(king) & attacked(them, PieceType::knight);
  const Bitboard bishop_checks = diagonals & attacked(them, PieceType::bishop);
  const Bitboard rook_checks = lines & attacked(them, PieceType::rook);
  const Bitboard queen_checks = (lines | diagonals) & attacked(them, PieceType::queen) & ~by_queen;

  add_danger<us>(kWeights.danger_base[0]);
  add_danger<us>(kWeights.danger_ring_attack[0], ring_attacks_[e]);
  add_danger<us>(kWeights.danger_weak_square[0], count(weak & ring_[u]));
  Bitboard unsafe = 0;
  const auto checks = [&](int i, Bitboard b) {
    if (b & safe)
      add_danger<us>(kWeights.danger_safe_check[i]);
    else
      unsafe |= b;
  };
  checks(0, knight_checks);
  checks(1, bishop_checks);
  checks(2, rook_checks);
  checks(3, queen_checks);
  add_danger<us>(kWeights.danger_unsafe_check[0], count(unsafe & ~p_.pieces(them)));
  const Bitboard king_files = fill_files(bit(king) | shift_sideways(bit(king)));
  add_danger<us>(kWeights.danger_open_file[0], count(king_files & ~fill_files(pawns(us)) & kRank1));
  constexpr Bitboard camp = us == Color::white ? 0x000000FFFFFFFFFFu : 0xFFFFFFFFFF000000u;
  const Bitboard flank = camp & (king_files | shift_sideways(king_files));
  const Bitboard flank_attacks = attacked_all_[e] & flank;
  add_danger<us>(kWeights.danger_flank_attack[0],
                 count(flank_attacks) + count(flank_attacks & attacked_twice_[e]));
  add_danger<us>(kWeights.danger_flank_defence[0], count(attacked_all_[u] & flank));
  add_danger<us>(kWeights.danger_pinned[0], count(pinned_[u]));
  if (!queens) add_danger<us>(kWeights.danger_no_queen[0]);
  if (attacked(us, PieceType::knight) & ring_[u]) add_danger<us>(kWeights.danger_knight_defence[0]);

  score_[u] -= danger_cost(danger_[u]);
}

// Threats -----------------------------------------------------------------------------------------

template <bool kTrace>
template <Color us>
void Evaluation<kTrace>::threats() {
  constexpr Color them = ~us;
  constexpr int u = index(us), e = index(them);
  const Bitboard enemies = p_.pieces(them), enemy_pieces = p_.non_pawn_pieces(them);
  const Bitboard by_pawn = attacked(us, PieceType::pawn);
  // Guarded by a pawn, or twice while we attack only once: no use attacking it with more.
  const Bitboard guarded =
      attacked(them, PieceType::pawn) | (attacked_twice_[e] & ~attacked_twice_[u]);
  const Bitboard weak = enemies & ~guarded & attacked_all_[u];

  for (Bitboard b = enemy_pieces & by_pawn; b;)
    add<us>(kWeights.threat_by_pawn[index(type_of(p_.piece_on(pop_first(b))))]);

  const Bitboard by_minor = attacked(us, PieceType::knight) | attacked(us, PieceType::bishop);
  const Bitboard heavy = p_.pieces(them, PieceType::rook, PieceType::queen);
  for (Bitboard b = by_minor & ((weak & ~p_.pieces(PieceType::king)) | heavy); b;)
    add<us>(kWeights.threat_by_minor[index(type_of(p_.piece_on(pop_first(b))))]);
  const Bitboard by_rook = attacked(us, PieceType::rook);
  for (Bitboard b =
           by_rook & ((weak & ~p_.pieces(PieceType::king)) | p_.pieces(them, PieceType::queen));
       b;)
    add<us>(kWeights.threat_by_rook[index(type_of(p_.piece_on(pop_first(b))))]);
  if (weak & attacked(us, PieceType::king) & ~p_.pieces(PieceType::king))
    add<us>(kWeights.threat_by_king[0]);
  add<us>(kWeights.hanging[0], count(weak & ~attacked_all_[e]));

  // Squares the enemy attacks weakly and we attack too.
  add<us>(kWeights.restricted[0],
          count(attacked_all_[e] & ~guarded & attacked_all_[u] & ~p_.pieces()));

  // Pushes (of two squares from the second rank) to squares that are not lost at once.
  constexpr Bitboard third = us == Color::white ? bits(Rank::r3) : bits(Rank::r6);
  const Bitboard empty = ~p_.pieces();
  Bitboard pushes = shift_forward<us>(pawns(us)) & empty;
  pushes |= shift_forward<us>(pushes & third) & empty;
  pushes &= ~attacked(them, PieceType::pawn) & (attacked_all_[u] | ~attacked_all_[e]);
  add<us>(kWeights.threat_by_push[0], count(pawn_attacks<us>(pushes) & enemy_pieces & ~by_pawn));

  const Bitboard queens = p_.pieces(them, PieceType::queen);
  if (queens && !more_than_one(queens)) {
    const Square queen = first_square(queens);
    const Bitboard safe = mobility_area_[u] & ~guarded;
    add<us>(kWeights.threat_on_queen[0],
            count(attacked(us, PieceType::knight) & knight_attacks(queen) & safe));
    const Bitboard lines = (attacked(us, PieceType::bishop) & bishop_attacks(queen, p_.pieces())) |
                           (by_rook & rook_attacks(queen, p_.pieces()));
    add<us>(kWeights.threat_on_queen[1], count(lines & safe & attacked_twice_[u]));
  }

  // Space: centre squares on our side that no enemy pawn attacks, twice if behind an own pawn and
  // not attacked at all. Worth more the more pieces there are to use it.
  constexpr Bitboard centre_files = 0x3C3C3C3C3C3C3C3Cu;
  constexpr Bitboard centre =
      centre_files & (us == Color::white ? 0x00000000FFFFFF00u : 0x00FFFFFF00000000u);
  const Bitboard room = centre & ~pawns(us) & ~attacked(them, PieceType::pawn);
  Bitboard behind = shift_forward<them>(pawns(us));
  behind |= shift_forward<them>(behind), behind |= shift_forward<them>(behind);
  const int squares = count(room) + count(room & behind & ~attacked_all_[e]);
  add<us>(kWeights.space[0], squares * std::max(0, count(p_.pieces(us)) - 8) / 8);
}

// Passed pawns, as far as pieces matter -----------------------------------------------------------

template <bool kTrace>
template <Color us>
void Evaluation<kTrace>::passed_pawns(const PawnEntry& entry) {
  constexpr Color them = ~us;
  const Square own_king = p_.king_square(us), enemy_king = p_.king_square(them);
  const Bitboard occupied = p_.pieces(), attacked_by_enemy = attacked_all_[index(them)];
  for (Bitboard b = entry.passed[index(us)]; b;) {
    const Square s = pop_first(b);
    const int rank = index(relative_rank(us, s));
    if (rank < 2) continue;
    const Square next = s + forward(us);
    const Bitboard path = fill_forward<us>(bit(next));
    if (contains(occupied, next))
      add<us>(kWeights.passed_blocked[rank]);
    else if (!(path & (occupied | attacked_by_enemy)))
      add<us>(kWeights.passed_free_path[rank]);
    else if (!contains(attacked_by_enemy, next))
      add<us>(kWeights.passed_safe_step[rank]);
    if (contains(attacked_all_[index(us)], next)) add<us>(kWeights.passed_guarded_step[rank]);
    const Bitboard rooks_behind =
        rook_attacks(s, occupied) & fill_forward<them>(bit(s)) & p_.pieces(PieceType::rook);
    if (rooks_behind) add<us>(kWeights.passed_rook_behind[(rooks_behind & p_.pieces(us)) == 0]);
    add<us>(kWeights.passed_own_king[rank], distance(own_king, next));
    add<us>(kWeights.passed_enemy_king[rank], distance(enemy_king, next));

    if (!p_.non_pawn_pieces(them) && !(path & occupied)) {
      const Square goal = relative_square(us, make_square(file_of(s), Rank::r8));
      const int delay = p_.side_to_move() == us ? 0 : 1;
      if (distance(enemy_king, goal) > distance(s, goal) + delay)
        add<us>(kWeights.passed_unstoppable[0]);
    }
  }
}

// The sum -----------------------------------------------------------------------------------------

template <bool kTrace>
Value Evaluation<kTrace>::run(PawnCache* cache) {
  PawnEntry fresh;
  PawnEntry& entry = kTrace ? fresh : cache->slot(p_.pawn_key());
  if (kTrace || entry.key != p_.pawn_key()) {
    entry.key = p_.pawn_key();
    pawn_structure<Color::white>(entry);
    pawn_structure<Color::black>(entry);
    shelter<Color::white>(entry);
    shelter<Color::black>(entry);
  } else {
    for (Color c : kColors) score_[index(c)] += entry.score[index(c)];
    if (entry.king_square[0] == p_.king_square(Color::white))
      score_[0] += entry.shelter[0];
    else
      shelter<Color::white>(entry);
    if (entry.king_square[1] == p_.king_square(Color::black))
      score_[1] += entry.shelter[1];
    else
      shelter<Color::black>(entry);
  }
  pawn_entry_ = &entry;

  prepare<Color::white>();
  prepare<Color::black>();
  pieces<Color::white, PieceType::knight>();
  pieces<Color::black, PieceType::knight>();
  pieces<Color::white, PieceType::bishop>();
  pieces<Color::black, PieceType::bishop>();
  pieces<Color::white, PieceType::rook>();
  pieces<Color::black, PieceType::rook>();
  pieces<Color::white, PieceType::queen>();
  pieces<Color::black, PieceType::queen>();
  king_danger<Color::white>();
  king_danger<Color::black>();
  threats<Color::white>();
  threats<Color::black>();
  passed_pawns<Color::white>(entry);
  passed_pawns<Color::black>(entry);
  if (p_.side_to_move() == Color::white)
    add<Color::white>(kWeights.tempo[0]);
  else
    add<Color::black>(kWeights.tempo[0]);

  const Tapered score = score_[0] - score_[1];
  const int phase = std::min(phase_, kMaxPhase);
  const int endgame = endgame_of(score);
  const Color strong = endgame >= 0 ? Color::white : Color::black;
  const int scale = endgame_scale(p_, strong, entry.passed[0] | entry.passed[1]);
  Value extra = 0, value = 0;
  if (scale != 0) {
    extra = mop_up(p_, strong) * (strong == Color::white ? 1 : -1);
    value = (middlegame_of(score) * phase + endgame * (kMaxPhase - phase) * scale / kFullScale) /
                kMaxPhase +
            extra;
  }
  if constexpr (kTrace) {
    trace_->phase = phase;
    trace_->scale = scale;
    trace_->extra = extra;
    trace_->white_value = value;
  }
  return value;
}

}  // namespace

Value ClassicalEvaluator::evaluate(const Position& position) {
  const Value value = Evaluation<false>(position, nullptr).run(&pawns_);
  return position.side_to_move() == Color::white ? value : -value;
}

Trace ClassicalEvaluator::trace(const Position& position) {
  Trace trace;
  Evaluation<true>(position, &trace).run(nullptr);
  return trace;
}

Breakdown ClassicalEvaluator::explain(const Position& position) {
  const Trace trace = ClassicalEvaluator::trace(position);
  std::array<Tapered, kWeightCount> weights;
  std::memcpy(weights.data(), &kWeights, sizeof kWeights);
  const auto tapered = [&](Tapered t) {
    return static_cast<double>(middlegame_of(t) * trace.phase +
                               endgame_of(t) * (kMaxPhase - trace.phase)) /
           kMaxPhase;
  };
  Breakdown result;
  result.total = trace.white_value;
  result.unit = "centipawns";
  double rest = trace.white_value - trace.extra;  // what the terms leave unexplained: the scaling
  const auto report = [&](std::string_view name, Tapered white, Tapered black) {
    const Term term{name, tapered(white), tapered(black)};
    if (term.white != 0 || term.black != 0) result.terms.push_back(term);
    rest -= term.white - term.black;
  };
  Tapered danger[2]{};
  for (const TermInfo& info : kTerms) {
    Tapered sum[2]{};
    for (std::size_t i = info.offset; i < info.offset + info.size; ++i)
      for (int c = 0; c < 2; ++c) sum[c] += weights[i] * trace.counts[i][c];
    if (info.kind == TermKind::danger)
      for (int c = 0; c < 2; ++c) danger[c] += sum[c];
    else
      report(info.name, sum[0], sum[1]);
  }
  report("king_danger", -danger_cost(danger[0]), -danger_cost(danger[1]));
  if (rest <= -1 || rest >= 1) result.terms.push_back({"endgame_scale", rest, 0});
  if (trace.extra > 0) result.terms.push_back({"mop_up", static_cast<double>(trace.extra), 0});
  if (trace.extra < 0) result.terms.push_back({"mop_up", 0, static_cast<double>(-trace.extra)});
  return result;
}

}  // namespace rookery::eval
