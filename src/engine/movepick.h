// Hands out the moves of a node, most promising first, making as few as possible.
#pragma once

#include <type_traits>

#include "chess/movegen.h"
#include "chess/see.h"
#include "engine/history.h"
#include "engine/params.h"

namespace rookery::engine {

/// Squares that the enemy attacks: with pawns, with these or minor pieces, with these or rooks, and
/// with anything.
struct Threats {
  chess::Bitboard by_pawn = 0, by_minor = 0, by_rook = 0, all = 0;
  Threats() = default;
  explicit Threats(const chess::Position& position);
};

/// The histories a node consults, gathered once.
struct MoveContext {
  Histories* histories;
  ContinuationTable* continuation[3];  ///< after the moves 1, 2 and 4 plies ago
  Threats threats;
  chess::Move killers[2];
  chess::Move counter;

  QuietScore& butterfly(const chess::Position& p, chess::Move m) const {
    return histories->butterfly[chess::index(p.side_to_move())][chess::contains(
        threats.all, m.from())][chess::contains(threats.all, m.to())][m.from_to()];
  }
  QuietScore& pawn(const chess::Position& p, chess::Move m) const {
    return histories
        ->pawn[p.pawn_key() & 511][dense_index(p.moving_piece(m))][chess::index(m.to())];
  }
  QuietScore& capture(const chess::Position& p, chess::Move m) const {
    // A promotion without capture counts as taking a pawn.
    const chess::PieceType victim = p.captured_type(m);
    return histories->capture[dense_index(p.moving_piece(m))][chess::index(m.to())]
                             [victim == chess::PieceType::none ? 0 : chess::index(victim)];
  }
  /// The sum that orders quiet moves and steers reductions.
  int quiet_score(const chess::Position& p, chess::Move m) const {
    const chess::Piece piece = p.moving_piece(m);
    int score = butterfly(p, m);
    if (params::continuation_history)
      score += params::continuation_weight_1 * continuation[0]->at(piece, m.to()) / 64 +
               params::continuation_weight_2 * continuation[1]->at(piece, m.to()) / 64 +
               params::continuation_weight_4 * continuation[2]->at(piece, m.to()) / 64;
    if (params::pawn_history) score += params::pawn_history_weight * pawn(p, m) / 64;
    return score;
  }
  void prefetch_quiet(const chess::Position& p, chess::Move m) const {
    const chess::Piece piece = p.moving_piece(m);
    for (ContinuationTable* table : continuation) __builtin_prefetch(&table->at(piece, m.to()));
    __builtin_prefetch(&pawn(p, m));
  }
};

/// Stages: hash move, captures that lose no more than their history makes good, killers and counter
/// move, quiets by history, the other captures. In quiescence: hash move, captures (and all
/// evasions when in check).
class MovePicker {
 public:
  /// Main search.
  MovePicker(const chess::Position& position, const MoveContext& context, chess::Move hash_move,
             const chess::CheckInfo& checks);
  /// Quiescence: captures and promotions only, unless in check.
  struct Quiescence {};
  MovePicker(const chess::Position& position, const MoveContext& context, chess::Move hash_move,
             Quiescence);
  /// ProbCut: captures that win at least `threshold`.
  MovePicker(const chess::Position& position, const MoveContext& context, chess::Move hash_move,
             int threshold);

  /// The null move at the end.
  chess::Move next();
  void skip_quiets() { skip_quiets_ = true; }

 private:
  enum class Stage {
    hash_move,
    make_captures,
    winning_captures,
    killer_1,
    killer_2,
    counter,
    make_quiets,
    quiets,
    losing_captures,
    done
  };
  struct Scored {
    chess::Move move;
    int score;
  };
  static_assert(std::is_trivially_destructible_v<Scored>);

  void score_captures();
  void score_quiets();
  chess::Move pick_best();
  bool is_special_quiet(chess::Move m) const {
    return m == context_.killers[0] || m == context_.killers[1] || m == context_.counter;
  }
  chess::Move try_quiet(chess::Move m, Stage next_stage);

  const chess::Position& position_;
  const MoveContext& context_;
  chess::Move hash_move_;
  const chess::CheckInfo* checks_ = nullptr;  ///< made when it is needed, if the node has none
  Stage stage_ = Stage::hash_move;
  bool skip_quiets_ = false, quiescence_ = false;
  int threshold_ = 0;
  bool has_threshold_ = false;
  int current_ = 0, end_ = 0, losing_end_ = 0;
  union {
    Scored moves_[256];  // left uninitialised; losing captures collect at the front
  };
};

}  // namespace rookery::engine
