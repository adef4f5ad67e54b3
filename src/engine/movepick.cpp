#include "engine/movepick.h"

#include <optional>

namespace rookery::engine {

using namespace chess;

namespace {

constexpr int kLast = -200'000;  ///< below anything else that a capture's score can be

}  // namespace

Threats::Threats(const Position& p) {
  const Color them = ~p.side_to_move();
  const Bitboard occupied = p.pieces();
  by_pawn = by_minor = pawn_attacks(them, p.pieces(them, PieceType::pawn));
  for (Square s : squares(p.pieces(them, PieceType::knight))) by_minor |= knight_attacks(s);
  for (Square s : squares(p.pieces(them, PieceType::bishop)))
    by_minor |= bishop_attacks(s, occupied);
  by_rook = by_minor;
  for (Square s : squares(p.pieces(them, PieceType::rook))) by_rook |= rook_attacks(s, occupied);
  all = by_rook | king_attacks(p.king_square(them));
  for (Square s : squares(p.pieces(them, PieceType::queen))) all |= queen_attacks(s, occupied);
}

MovePicker::MovePicker(const Position& position, const MoveContext& context, Move hash_move,
                       const CheckInfo& checks)
    : position_(position), context_(context), hash_move_(hash_move), checks_(&checks) {
  if (!hash_move_) stage_ = Stage::make_captures;
}

MovePicker::MovePicker(const Position& position, const MoveContext& context, Move hash_move,
                       Quiescence)
    : position_(position), context_(context), hash_move_(hash_move), quiescence_(true) {
  skip_quiets_ = !position.in_check();
  if (!hash_move_ || (skip_quiets_ && !hash_move_.is_noisy())) {
    hash_move_ = Move();
    stage_ = Stage::make_captures;
  }
}

MovePicker::MovePicker(const Position& position, const MoveContext& context, Move hash_move,
                       int threshold)
    : position_(position),
      context_(context),
      hash_move_(hash_move),
      skip_quiets_(true),
      threshold_(threshold),
      has_threshold_(true) {
  if (!hash_move_ || !hash_move_.is_noisy() || !see_at_least(position, hash_move_, threshold)) {
    hash_move_ = Move();
    stage_ = Stage::make_captures;
  }
}

void MovePicker::score_captures() {
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    // Most valuable victim first, then what did well before; under-promotions last.
    const int victim = kExchangeValues[index(position_.captured_type(m))];
    int score = params::pick_victim_weight * victim + context_.capture(position_, m);
    if (m.is_promotion())
      score += m.promotion_type() == PieceType::queen ? params::pick_promotion : kLast;
    moves_[i].score = score;
  }
}

void MovePicker::score_quiets() {
  std::optional<CheckInfo> own;
  const CheckInfo& checks = checks_ ? *checks_ : own.emplace(position_);
  // Squares where a piece would be taken by something cheaper.
  const Threats& threats = context_.threats;
  const Bitboard cheaper[6] = {
      0, threats.by_pawn, threats.by_pawn, threats.by_minor, threats.by_rook, 0};

  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const PieceType type = type_of(position_.moving_piece(m));
    int score = context_.quiet_score(position_, m);
    if (contains(checks.check_squares[index(type)], m.to()) &&
        see_at_least(position_, m, -params::pick_check_see))
      score += params::pick_check;
    const Bitboard danger = cheaper[index(type)];
    const int stake = type == PieceType::queen  ? params::pick_threat_queen
                      : type == PieceType::rook ? params::pick_threat_rook
                                                : params::pick_threat_minor;
    if (contains(danger, m.from())) score += stake;
    if (contains(danger, m.to())) score -= stake;
    moves_[i].score = score;
  }
}

Move MovePicker::pick_best() {
  int best = current_;
  for (int i = current_ + 1; i < end_; ++i)
    if (moves_[i].score > moves_[best].score) best = i;
  std::swap(moves_[current_], moves_[best]);
  return moves_[current_++].move;
}

Move MovePicker::try_quiet(Move m, Stage next_stage) {
  stage_ = next_stage;
  if (skip_quiets_ || !m || m == hash_move_ || m.is_noisy()) return Move();
  return position_.is_legal(m) ? m : Move();
}

Move MovePicker::next() {
  switch (stage_) {
    case Stage::hash_move:
      stage_ = Stage::make_captures;
      return hash_move_;

    case Stage::make_captures: {
      MoveList list;
      list.set_end(generate_moves<GenKind::noisy>(position_, list.data()));
      for (Move m : list)
        if (m != hash_move_) moves_[end_++] = {m, 0};
      score_captures();
      stage_ = Stage::winning_captures;
      [[fallthrough]];
    }

    case Stage::winning_captures:
      while (current_ < end_) {
        const Move m = pick_best();
        if (has_threshold_) {
          if (see_at_least(position_, m, threshold_)) return m;
          continue;
        }
        if (quiescence_) return m;
        const int score = moves_[current_ - 1].score;
        if (score > kLast / 2 && see_at_least(position_, m, -score / params::pick_capture_trust))
          return m;
        moves_[losing_end_++] = {m, score};
      }
      if (has_threshold_ || (quiescence_ && skip_quiets_)) {
        stage_ = Stage::done;
        return Move();
      }
      if (quiescence_) {
        stage_ = Stage::make_quiets;
        return next();
      }
      [[fallthrough]];

    case Stage::killer_1:
      if (const Move m = try_quiet(context_.killers[0], Stage::killer_2)) return m;
      [[fallthrough]];

    case Stage::killer_2:
      if (const Move m = try_quiet(context_.killers[1], Stage::counter)) return m;
      [[fallthrough]];

    case Stage::counter:
      if (const Move m = try_quiet(context_.counter, Stage::make_quiets))
        if (m != context_.killers[0] && m != context_.killers[1]) return m;
      [[fallthrough]];

    case Stage::make_quiets:
      current_ = end_ = losing_end_;
      if (!skip_quiets_) {
        MoveList list;
        list.set_end(generate_moves<GenKind::quiet>(position_, list.data()));
        for (Move m : list)
          if (m != hash_move_ && (quiescence_ || !is_special_quiet(m))) {
            context_.prefetch_quiet(position_, m);
            moves_[end_++] = {m, 0};
          }
        score_quiets();
      }
      stage_ = Stage::quiets;
      [[fallthrough]];

    case Stage::quiets:
      if (!skip_quiets_ && current_ < end_) return pick_best();
      current_ = 0;
      end_ = losing_end_;
      stage_ = Stage::losing_captures;
      [[fallthrough]];

    case Stage::losing_captures:
      if (current_ < end_) return moves_[current_++].move;  // already in order
      stage_ = Stage::done;
      [[fallthrough]];

    case Stage::done:
      return Move();
  }
  return Move();
}

}  // namespace rookery::engine
