#include "engine/mate_solver.h"

#include <algorithm>

#include "chess/game.h"
#include "chess/make_move.h"
#include "chess/movegen.h"

namespace rookery::engine {

using namespace chess;

namespace {

/// The attacker needs one move that works at each turn, the defender must fail with all; so a proof
/// looks at one move of the attacker and all replies, a refutation at all moves and one reply.
class MateSolver {
 public:
  MateSolver(std::span<const Key> past_keys, const std::function<bool(std::uint64_t)>& must_stop)
      : must_stop_(must_stop) {
    std::vector<Key> keys(past_keys.begin(), past_keys.end());
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 1; i < keys.size(); ++i)
      if (keys[i] == keys[i - 1]) drawn_.push_back(keys[i]);
  }

  MateAnswer solve(const Position& root, std::span<const Move> first_moves, int limit) {
    MateAnswer answer;
    for (int moves = 1; moves <= limit && !stopped_; ++moves)
      for (const Move move : first_moves) {
        const Position next = after(root, move);
        if (!is_lost(next, moves - 1)) continue;
        answer.line.push_back(move);
        follow(next, moves - 1, answer.line);
        return answer;
      }
    answer.is_complete = !stopped_;
    return answer;
  }

 private:
  static constexpr std::size_t kEntries = std::size_t{1} << 19;
  static constexpr int kMaxMoves = 128;

  /// In how few moves there is a mate, and in how many there is none; 0: not known.
  struct Entry {
    Key key = 0;
    std::uint8_t mate = 0, none = 0;
  };

  static Position after(const Position& position, Move move) {
    Position next = position;
    next.make_move(move);
    return next;
  }

  bool is_drawn(const Position& p) const {
    return p.halfmove_clock() >= 100 || is_insufficient_material(p) ||
           std::binary_search(drawn_.begin(), drawn_.end(), p.key());
  }

  /// Whether the side to move mates in at most `moves`.
  bool wins(const Position& p, int moves) {
    if (moves == 0 || is_drawn(p)) return false;
    Entry& entry = table_[p.key() % kEntries];
    if (entry.key == p.key()) {
      if (entry.mate != 0 && entry.mate <= moves) return true;
      if (entry.none >= moves) return false;
    }
    if (++nodes_ % 1024 == 0 && must_stop_(nodes_)) stopped_ = true;
    if (stopped_) return false;

    // Checks leave the fewest replies; and the last move must be one.
    const CheckInfo checks(p);
    const MoveList list = legal_moves(p);
    bool found = false;
    for (const bool checking : {true, false}) {
      if (found || (!checking && moves == 1)) break;
      for (const Move m : list)
        if (gives_check(p, checks, m) == checking && is_lost(after(p, m), moves - 1)) {
          found = true;
          break;
        }
    }
    if (stopped_) return false;
    if (entry.key != p.key()) entry = {p.key()};
    (found ? entry.mate : entry.none) = static_cast<std::uint8_t>(moves);
    return found;
  }

  /// Whether the side to move is mated, or will be in at most `moves` whatever it plays.
  bool is_lost(const Position& p, int moves) {
    if (moves == 0 && !p.in_check()) return false;
    const MoveList replies = legal_moves(p);
    if (replies.empty()) return p.in_check();
    if (moves == 0 || is_drawn(p)) return false;
    // What refuted a move like this before will often refute it again.
    Move& refutation = refutations_[moves];
    const auto known = std::find(replies.begin(), replies.end(), refutation);
    if (known != replies.end() && !wins(after(p, refutation), moves)) return false;
    for (const Move m : replies)
      if (!wins(after(p, m), moves)) {
        refutation = m;
        return false;
      }
    return !stopped_;
  }

  /// The rest of a proven mate: the longest resistance, the quickest answers.
  void follow(Position p, int moves, std::vector<Move>& line) {
    while (!stopped_) {
      const MoveList replies = legal_moves(p);
      if (replies.empty()) return;
      Move longest;
      int most = 0;
      for (const Move m : replies) {
        int needed = 1;
        while (needed < moves && !wins(after(p, m), needed)) ++needed;
        if (needed > most) {
          most = needed;
          longest = m;
        }
      }
      line.push_back(longest);
      p = after(p, longest);
      for (const Move m : legal_moves(p))
        if (const Position next = after(p, m); is_lost(next, most - 1)) {
          line.push_back(m);
          p = next;
          break;
        }
      moves = most - 1;
    }
  }

  const std::function<bool(std::uint64_t)>& must_stop_;
  std::vector<Key> drawn_;  ///< sorted
  std::vector<Entry> table_ = std::vector<Entry>(kEntries);
  Move refutations_[kMaxMoves];
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace

MateAnswer solve_mate(const Position& root, std::span<const Key> past_keys,
                      std::span<const Move> first_moves, int moves,
                      const std::function<bool(std::uint64_t)>& must_stop) {
  constexpr int kLongest = 100;  // fifty moves are less
  return MateSolver(past_keys, must_stop).solve(root, first_moves, std::min(moves, kLongest));
}

}  // namespace rookery::engine
