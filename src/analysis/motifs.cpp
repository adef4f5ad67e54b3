#include "analysis/motifs.h"

#include <optional>

#include "analysis/board_facts.h"
#include "chess/attacks.h"
#include "chess/movegen.h"

namespace rookery::analysis {

using namespace chess;

std::string_view motif_name(Motif motif) {
  switch (motif) {
    case Motif::hanging_piece:
      return "hangingPiece";
    case Motif::fork:
      return "fork";
    case Motif::pin:
      return "pin";
    case Motif::skewer:
      return "skewer";
    case Motif::discovered_attack:
      return "discoveredAttack";
    case Motif::discovered_check:
      return "discoveredCheck";
    case Motif::deflection:
      return "deflection";
    case Motif::trapped_piece:
      return "trappedPiece";
    case Motif::back_rank_mate:
      return "backRankMate";
    case Motif::promotion:
      return "promotion";
    case Motif::mate:
      return "mate";
  }
  return "";
}

namespace {

bool is_slider(PieceType type) {
  return type == PieceType::bishop || type == PieceType::rook || type == PieceType::queen;
}

bool is_mate(const Position& position) { return position.in_check() && !has_legal_move(position); }

/// A piece is simply left to be taken: unguarded, not a recapture, and what it wins is kept.
std::optional<MotifHit> hanging_piece(const Line& line) {
  const Position& before = line.before(1);
  const Move take = line.move(1), allowed = line.move(0);
  const PieceType victim = before.captured_type(take);
  if (victim == PieceType::none || victim == PieceType::pawn || !is_unguarded(before, take.to()))
    return std::nullopt;
  const PieceType paid = line.before(0).captured_type(allowed);
  if (allowed.to() == take.to() && paid != PieceType::none && worth(paid) >= worth(victim))
    return std::nullopt;
  const Color hero = before.side_to_move();
  if (line.plies() > 3 &&
      material_balance(line.after(3), hero) < material_balance(line.after(1), hero))
    return std::nullopt;
  return MotifHit{Motif::hanging_piece, 1, take.from(), {take.to()}};
}

/// The piece that moved attacks two things at once, each dearer or unguarded, and is safe itself.
std::optional<MotifHit> fork(const Line& line, std::size_t ply) {
  const Position& after = line.after(ply);
  const Square from = line.move(ply).to();
  const Piece piece = after.piece_on(from);
  if (line.move(ply).is_castling() || type_of(piece) == PieceType::king || can_be_won(after, from))
    return std::nullopt;
  MotifHit hit{Motif::fork, ply, from};
  const Bitboard attacked =
      attacks_from(after, from) & after.pieces(~color_of(piece)) & ~after.pieces(PieceType::pawn);
  for (const Square target : squares(attacked)) {
    const bool strikes_back = contains(after.attackers_to(from), target);
    if (worth_on(after, target) > worth(type_of(piece)) ||
        (is_unguarded(after, target) && !strikes_back))
      hit.targets.push_back(target);
  }
  if (hit.targets.size() < 2) return std::nullopt;
  return hit;
}

/// A pinned piece can not do its duty: take what it attacks, or leave an attack on itself.
std::optional<MotifHit> pin(const Line& line, std::size_t ply) {
  const Position& after = line.after(ply);
  const Color victim = after.side_to_move();
  for (const Square pinned : squares(after.pieces(victim) & ~bit(after.king_square(victim)))) {
    const Bitboard stays = pin_line(after, pinned);
    if (stays == ~Bitboard{0}) continue;
    const int value = worth_on(after, pinned);
    for (const Square held : squares(attacks_from(after, pinned) & after.pieces(~victim) & ~stays))
      if (worth_on(after, held) > value || is_unguarded(after, held))
        return MotifHit{Motif::pin, ply, pinned, {held}};
    for (const Square attacker : squares(after.attackers_to(pinned) & after.pieces(~victim))) {
      if (contains(stays, attacker) && value > worth_on(after, attacker))
        return MotifHit{Motif::pin, ply, pinned, {pinned}};
      if (!contains(stays, attacker) && is_unguarded(after, pinned) &&
          !contains(attacks_from(after, pinned), attacker) &&
          (attacks_from(after, pinned) & ~stays & ~after.pieces(victim)))
        return MotifHit{Motif::pin, ply, pinned, {pinned}};
      if (worth_on(after, attacker) < value) return MotifHit{Motif::pin, ply, pinned, {pinned}};
    }
  }
  return std::nullopt;
}

/// A slider takes what stood behind a dearer piece that had to leave its line.
std::optional<MotifHit> skewer(const Line& line, std::size_t ply) {
  const Position& before = line.before(ply);
  const Move take = line.move(ply), fled = line.move(ply - 1);
  if (!take.is_capture() || !is_slider(type_of(before.piece_on(take.from())))) return std::nullopt;
  if (fled.to() == take.to() || !contains(between(take.from(), take.to()), fled.from()))
    return std::nullopt;
  if (is_mate(line.after(ply))) return std::nullopt;
  const PieceType front = type_of(line.before(ply - 1).piece_on(fled.from()));
  if (worth(front) <= worth(before.captured_type(take)) || !can_be_won(before, take.to()))
    return std::nullopt;
  return MotifHit{Motif::skewer, ply, take.from(), {fled.from(), take.to()}};
}

bool is_discovered_check(const Line& line, std::size_t ply) {
  const Bitboard checkers = line.after(ply).checkers();
  return checkers && !contains(checkers, line.move(ply).to()) && !line.move(ply).is_castling();
}

/// A slider takes along a line that the hero's move before has opened.
std::optional<MotifHit> discovered_attack(const Line& line, std::size_t ply) {
  const Move take = line.move(ply), opened = line.move(ply - 2);
  if (!take.is_capture() || line.move(ply - 1).to() == take.to() || opened.is_castling())
    return std::nullopt;
  if (!contains(between(take.from(), take.to()), opened.from()) || take.to() == opened.to() ||
      take.from() == opened.to())
    return std::nullopt;
  return MotifHit{Motif::discovered_attack, ply - 2, take.from(), {take.to()}};
}

/// The guard of a square was lured away, by what it took or by a check, and the square falls.
std::optional<MotifHit> deflection(const Line& line, std::size_t ply) {
  const Move gain = line.move(ply), lured = line.move(ply - 1), bait = line.move(ply - 2);
  const Position& before = line.before(ply);
  const PieceType taken = before.captured_type(gain);
  if (taken == PieceType::none && !gain.is_promotion()) return std::nullopt;
  if (taken != PieceType::none && worth(taken) > worth_on(before, gain.from())) return std::nullopt;
  const PieceType bait_took = line.before(ply - 2).captured_type(bait);
  if (bait_took != PieceType::none &&
      worth(bait_took) >= worth_on(line.before(ply - 2), bait.from()))
    return std::nullopt;
  const Position& lured_from = line.before(ply - 1);
  if (gain.to() == lured.to() || gain.to() == bait.to()) return std::nullopt;
  if (lured.to() != bait.to() && !lured_from.in_check()) return std::nullopt;
  const Bitboard guarded = attacks_from(lured_from, lured.from());
  const bool guarded_square = contains(guarded, gain.to());
  const bool stopped_pawn = gain.is_promotion() && file_of(gain.to()) == file_of(lured.from()) &&
                            contains(guarded, gain.from());
  if (!guarded_square && !stopped_pawn) return std::nullopt;
  if (contains(attacks_from(before, lured.to()), gain.to())) return std::nullopt;
  return MotifHit{Motif::deflection, ply - 2, lured.from(), {gain.to()}};
}

/// What the hero takes had no way out the move before.
std::optional<MotifHit> trapped_piece(const Line& line, std::size_t ply) {
  const Move take = line.move(ply), tried = line.move(ply - 1);
  const PieceType victim = line.before(ply).captured_type(take);
  if (victim == PieceType::none || victim == PieceType::pawn) return std::nullopt;
  const Square was_on = tried.to() == take.to() ? tried.from() : take.to();
  if (!is_trapped(line.before(ply - 1), was_on)) return std::nullopt;
  return MotifHit{Motif::trapped_piece, ply - 2, was_on, {take.to()}};
}

/// Mate along the back rank, the king shut in by its own pieces.
bool is_back_rank_mate(const Position& end) {
  if (!is_mate(end)) return false;
  const Color victim = end.side_to_move();
  const Square king = end.king_square(victim);
  const Bitboard back = bits(relative_rank(victim, Rank::r1));
  if (!contains(back, king) || !(end.checkers() & back)) return false;
  const Bitboard ahead = king_attacks(king) & bits(relative_rank(victim, Rank::r2));
  if ((ahead & end.pieces(victim)) != ahead) return false;
  for (const Square s : squares(ahead))
    if (end.is_attacked(s, ~victim)) return false;
  return true;
}

}  // namespace

std::vector<MotifHit> find_motifs(const Line& line) {
  std::vector<MotifHit> hits;
  const auto add = [&](std::optional<MotifHit> hit) {
    if (!hit) return;
    for (const MotifHit& known : hits)
      if (known.motif == hit->motif) return;  // the first of its kind is the one to speak of
    hits.push_back(std::move(*hit));
  };
  if (line.plies() < 2) return hits;
  add(hanging_piece(line));
  for (std::size_t ply = 1; ply < line.plies(); ply += 2) {
    const bool is_last = ply + 2 >= line.plies();
    if (!is_last) add(fork(line, ply));
    add(pin(line, ply));
    if (is_discovered_check(line, ply)) {
      const Square slider = first_square(line.after(ply).checkers() & ~bit(line.move(ply).to()));
      const Square king = line.after(ply).king_square(line.after(ply).side_to_move());
      add(MotifHit{Motif::discovered_check, ply, slider, {king}});
      add(MotifHit{Motif::discovered_attack, ply, slider, {king}});
    }
    if (line.move(ply).is_promotion())
      add(MotifHit{Motif::promotion, ply, line.move(ply).from(), {line.move(ply).to()}});
    if (ply < 3) continue;
    add(skewer(line, ply));
    add(discovered_attack(line, ply));
    add(deflection(line, ply));
    add(trapped_piece(line, ply));
  }
  if (is_mate(line.end())) {
    add(MotifHit{Motif::mate, line.plies() - 1, line.move(line.plies() - 1).to()});
    if (is_back_rank_mate(line.end()))
      add(MotifHit{Motif::back_rank_mate, line.plies() - 1, line.move(line.plies() - 1).to()});
  }
  return hits;
}

}  // namespace rookery::analysis
