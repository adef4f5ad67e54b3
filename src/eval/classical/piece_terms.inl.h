// Terms of pieces: mobility and place, the danger of kings, threats.

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
