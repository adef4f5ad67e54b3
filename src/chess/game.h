// Game: a start position, the moves played, and what the rules say about the result.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "chess/position.h"

namespace rookery::chess {

enum class EndReason {
  checkmate,
  stalemate,
  insufficient_material,
  threefold_repetition,  ///< on claim
  fivefold_repetition,
  fifty_moves,  ///< on claim
  seventy_five_moves,
  resignation,
  time,
  agreement,
  adjudication,
  forfeit  ///< illegal move, crash, abandonment
};

struct Outcome {
  std::optional<Color> winner;  ///< none = draw
  EndReason reason = EndReason::checkmate;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};
/// "1-0", "0-1", "1/2-1/2".
const char* result_text(const Outcome& outcome);
/// "checkmate", "threefold repetition", ...
const char* reason_text(EndReason reason);

/// FIDE's minimum of dead positions: KK, KNK, KBK, KBKB with bishops on squares of one colour.
bool is_insufficient_material(const Position& position);
/// Whether a side could still mate with the help of the other (else its opponent's flag fall
/// draws).
bool has_mating_material(const Position& position, Color side);

class Game {
 public:
  explicit Game(const Position& start = Position::initial(), bool chess960 = false);

  const Position& position() const { return positions_.back(); }
  const Position& start() const { return positions_.front(); }
  /// The position after `ply` moves.
  const Position& position_after(std::size_t ply) const { return positions_[ply]; }
  std::span<const Move> moves() const { return moves_; }
  std::size_t ply() const { return moves_.size(); }
  /// Whether castling is written king-takes-rook in UCI.
  bool is_chess960() const { return chess960_; }

  /// The move must be legal and the game not ended by end().
  void play(Move move);
  /// Takes the last move back, and an ended game with it; false at the start.
  bool undo();

  /// How often the current position has occurred, itself included.
  int repetitions() const;
  /// Draws that need a claim (threefold, fifty moves).
  std::optional<EndReason> claimable_draw() const;
  /// How the game stands by the rules: set by end(), or mate, stalemate, dead position, fivefold,
  /// 75 moves; with `claim_draws` also threefold and fifty moves, as engines play.
  std::optional<Outcome> outcome(bool claim_draws = true) const;
  /// Resignation, time, agreement, adjudication, forfeit.
  void end(Outcome outcome) { ended_ = outcome; }

  /// Keys of all earlier positions, oldest first, without the current one: what a search needs to
  /// see repetitions.
  std::vector<Key> past_keys() const;

 private:
  std::vector<Position> positions_;
  std::vector<Move> moves_;
  std::optional<Outcome> ended_;
  bool chess960_;
};

}  // namespace rookery::chess
