// Transposition-sound: what document 004's table was meant to be; same values as minimax.
#include <algorithm>
#include <unordered_map>

#include "agents/agents.h"
#include "agents/published.h"

namespace rookery::agents {

using chess::Key;
using chess::Move;
using chess::MoveList;
using chess::Position;
using chess::Square;
using search::Bound;
using search::Cut;

namespace {

/// The mends: the root passes on what it has found; an entry holds the position's own value with
/// its bound (alpha-beta often proves only "at least" or "at most") and is used only where that
/// bound decides; its best move is tried first. Values are of exactly the depth asked for, so the
/// root's value is minimax's.
class TranspositionSound final : public Published {
 public:
  TranspositionSound() : Published("transposition-sound", 4) {}

 private:
  struct Entry {
    int value;
    int remaining;
    Bound bound;
    Move best;
  };
  static constexpr std::size_t kMaxEntries = 4'000'000;

  /// The evaluation looks at the square passed over by a double push even if nothing can capture
  /// there, so the key must hold it.
  static Key key(const Position& p) {
    const Square passed = p.double_push();
    return passed == Square::none ? p.key() : p.key() ^ (Key{0x9E3779B97F4A7C15u} << index(passed));
  }

  std::optional<int> first_depth() const override { return 1; }
  void prepare(const chess::Game&) override { table_.clear(); }

  Decision search_root(const Position& root, const MoveList& moves, int depth) override {
    side_ = root.side_to_move();
    max_depth_ = depth;
    Decision best{Move{}, kWorstCase, {}, 0, 0};
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      watch_.down(move, best.value, kBestCase);
      const int value = mini(child, 0, best.value, kBestCase);
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best.value) {
        lines_.update(0, move);
        best = {move, value, lines_.line(0), 0, 0};
      }
    }
    best.mate_sign = best.value == kBestCase ? 1 : best.value == kWorstCase ? -1 : 0;
    return best;
  }

  int mini(const Position& p, int depth, int alpha, int beta) {
    watch_.count();
    const int current = depth + 1;
    lines_.clear(current);
    if (is_cut_off(p, current)) return utility(p);
    MoveList moves = ordered_moves(p);
    if (const auto value = look_up(p, current, alpha, beta, moves)) return *value;
    watch_.opens(p);
    const int old_alpha = alpha, old_beta = beta;
    int best = kBestCase;
    Move best_move;
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = max(child, current, alpha, beta);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value < best) {
        best = value;
        best_move = move;
        lines_.update(current, move);
      }
      if (best <= alpha) {
        watch_.cut(Cut::alpha);
        break;
      }
      beta = std::min(beta, best);
    }
    store(p, current, best, best_move, old_alpha, old_beta);
    return best;
  }

  int max(const Position& p, int depth, int alpha, int beta) {
    watch_.count();
    const int current = depth + 1;
    lines_.clear(current);
    if (is_cut_off(p, current)) return utility(p);
    MoveList moves = ordered_moves(p);
    if (const auto value = look_up(p, current, alpha, beta, moves)) return *value;
    watch_.opens(p);
    const int old_alpha = alpha, old_beta = beta;
    int best = kWorstCase;
    Move best_move;
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = mini(child, current, alpha, beta);
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value > best) {
        best = value;
        best_move = move;
        lines_.update(current, move);
      }
      if (best >= beta) {
        watch_.cut(Cut::beta);
        break;
      }
      alpha = std::max(alpha, best);
    }
    store(p, current, best, best_move, old_alpha, old_beta);
    return best;
  }

  /// The half-move clock is not in the key: near its end the same position can have two values.
  bool is_clock_near(const Position& p, int current) const {
    return p.halfmove_clock() + max_depth_ - current >= 100;
  }

  std::optional<int> look_up(const Position& p, int current, int alpha, int beta, MoveList& moves) {
    const auto found = table_.find(key(p));
    if (found == table_.end()) return std::nullopt;
    watch_.found(found->first);
    const Entry& e = found->second;
    put_first(moves, e.best);
    if (e.remaining != max_depth_ - current || is_clock_near(p, current)) return std::nullopt;
    if (e.bound == Bound::exact || (e.bound == Bound::lower && e.value >= beta) ||
        (e.bound == Bound::upper && e.value <= alpha))
      return watch_.cut(Cut::table), e.value;
    return std::nullopt;
  }

  void store(const Position& p, int current, int value, Move best, int alpha, int beta) {
    if (is_clock_near(p, current) || table_.size() >= kMaxEntries) return;
    const Bound bound = value <= alpha ? Bound::upper : value >= beta ? Bound::lower : Bound::exact;
    table_[key(p)] = {value, max_depth_ - current, bound, best};
    watch_.wrote(key(p));
  }

  std::unordered_map<Key, Entry> table_;
};

}  // namespace

std::unique_ptr<search::Agent> make_transposition_sound() {
  return std::make_unique<TranspositionSound>();
}

}  // namespace rookery::agents
