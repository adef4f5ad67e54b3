#include "chess/game.h"

#include "chess/movegen.h"

namespace rookery::chess {

const char* result_text(const Outcome& outcome) {
  if (!outcome.winner) return "1/2-1/2";
  return *outcome.winner == Color::white ? "1-0" : "0-1";
}

const char* reason_text(EndReason reason) {
  switch (reason) {
    case EndReason::checkmate:
      return "checkmate";
    case EndReason::stalemate:
      return "stalemate";
    case EndReason::insufficient_material:
      return "insufficient material";
    case EndReason::threefold_repetition:
      return "threefold repetition";
    case EndReason::fivefold_repetition:
      return "fivefold repetition";
    case EndReason::fifty_moves:
      return "fifty-move rule";
    case EndReason::seventy_five_moves:
      return "seventy-five-move rule";
    case EndReason::resignation:
      return "resignation";
    case EndReason::time:
      return "time forfeit";
    case EndReason::agreement:
      return "agreement";
    case EndReason::adjudication:
      return "adjudication";
    case EndReason::forfeit:
      return "forfeit";
  }
  return "";
}

bool is_insufficient_material(const Position& p) {
  const Bitboard others = p.pieces() & ~p.pieces(PieceType::king);
  if (others & ~p.pieces(PieceType::knight, PieceType::bishop)) return false;
  if (count(others) <= 1) return true;
  const Bitboard bishops = p.pieces(PieceType::bishop);
  return others == bishops && count(bishops) == 2 && count(p.pieces(Color::white)) == 2 &&
         (!(bishops & kLightSquares) || !(bishops & ~kLightSquares));
}

bool has_mating_material(const Position& p, Color side) {
  const Bitboard own = p.pieces(side) & ~p.pieces(PieceType::king);
  const Bitboard enemy = p.pieces(~side) & ~p.pieces(PieceType::king);
  if (!own) return false;
  if (own & ~p.pieces(PieceType::knight, PieceType::bishop)) return true;
  const Bitboard own_bishops = own & p.pieces(PieceType::bishop);
  if (own == own_bishops) {
    // Bishops of one colour mate only if an enemy piece can take a flight square from its king.
    const bool one_colour = !(own & kLightSquares) || !(own & ~kLightSquares);
    const Bitboard colour = own & kLightSquares ? kLightSquares : ~kLightSquares;
    return !one_colour || (enemy & p.pieces(PieceType::pawn, PieceType::knight)) ||
           (enemy & p.pieces(PieceType::bishop) & ~colour);
  }
  if (count(own) == 1)  // a single knight
    return (enemy & ~p.pieces(PieceType::queen)) != 0;
  return true;
}

Game::Game(const Position& start, bool chess960) : positions_{start}, chess960_(chess960) {}

void Game::play(Move move) {
  assert(!ended_);
  Position next = position();
  next.make_move(move);
  positions_.push_back(next);
  moves_.push_back(move);
}

bool Game::undo() {
  ended_.reset();
  if (moves_.empty()) return false;
  moves_.pop_back();
  positions_.pop_back();
  return true;
}

int Game::repetitions() const {
  const Key key = position().key();
  const auto reach = static_cast<std::size_t>(position().halfmove_clock());
  const std::size_t last = ply(), first = last > reach ? last - reach : 0;
  int result = 1;
  for (std::size_t i = last; i >= first + 2;) {
    i -= 2;
    result += positions_[i].key() == key;
  }
  return result;
}

std::optional<EndReason> Game::claimable_draw() const {
  if (position().halfmove_clock() >= 100) return EndReason::fifty_moves;
  if (repetitions() >= 3) return EndReason::threefold_repetition;
  return std::nullopt;
}

std::optional<Outcome> Game::outcome(bool claim_draws) const {
  if (ended_) return ended_;
  const Position& p = position();
  if (!has_legal_move(p)) {
    if (p.in_check()) return Outcome{~p.side_to_move(), EndReason::checkmate};
    return Outcome{std::nullopt, EndReason::stalemate};
  }
  if (is_insufficient_material(p)) return Outcome{std::nullopt, EndReason::insufficient_material};
  if (p.halfmove_clock() >= 150) return Outcome{std::nullopt, EndReason::seventy_five_moves};
  if (repetitions() >= 5) return Outcome{std::nullopt, EndReason::fivefold_repetition};
  if (claim_draws)
    if (const auto reason = claimable_draw()) return Outcome{std::nullopt, *reason};
  return std::nullopt;
}

std::vector<Key> Game::past_keys() const {
  std::vector<Key> keys;
  keys.reserve(moves_.size());
  for (std::size_t i = 0; i + 1 < positions_.size(); ++i) keys.push_back(positions_[i].key());
  return keys;
}

}  // namespace rookery::chess
