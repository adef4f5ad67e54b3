// Terms of pawns: structure and shelter, which only pawns and kings decide, and passed pawns.

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
