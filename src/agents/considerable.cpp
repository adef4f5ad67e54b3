// Considerable (document 002): deepening by the clock, and only moves worth considering beyond the
// depth.
#include <algorithm>
#include <unordered_map>

#include "agents/agents.h"
#include "agents/classic.h"
#include "chess/make_move.h"
#include "eval/advance.h"
#include "search/search_info.h"

namespace rookery::agents {

using chess::Key;
using chess::Move;
using chess::MoveList;
using chess::Position;
using search::Bound;
using search::Cut;

namespace {

class Considerable final : public ClassicWith<eval::Advance> {
 public:
  Considerable() : ClassicWith("considerable", 6) {}

 private:
  std::vector<search::Option> option_table() override {
    auto table = Classic::option_table();
    table.push_back(search::number_option("threshold", threshold_, 1, kMaxThreshold));
    return table;
  }

  static constexpr int kMaxThreshold = 10'000;
  static constexpr int kCheckmate = 1'000'000;
  static constexpr int kMateBound = kCheckmate - 1000;
  static constexpr std::size_t kMaxEntries = 4'000'000;

  /// What was found out about a position: a value that holds for `depth` plies, and the move to try
  /// first next time.
  struct Entry {
    int value;
    int depth;
    Bound bound;
    Move best;
  };

  bool is_negamax() const override { return true; }
  bool plays_by_the_clock() const override { return true; }
  std::optional<int> first_depth() const override { return 2; }
  std::optional<search::Milliseconds> own_time() const override {
    return search::Milliseconds{5000};
  }

  void prepare(const chess::Game& game) override {
    known_.clear();
    path_ = game.past_keys();
    history_ = path_.size();
    previous_best_ = Move{};
  }

  Decision search_root(const Position& root, const MoveList& given, int depth) override {
    MoveList moves = given;
    by_gain(root, moves);
    put_first(moves, previous_best_);
    Decision best{Move{}, -kCheckmate, {}, 0, 0};
    path_.resize(history_);
    path_.push_back(root.key());
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      watch_.down(move, best.value, kCheckmate);
      const int value = -negamax(child, depth - 1, -kCheckmate, -best.value, 1);
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best.value) {
        lines_.update(0, move);
        best = {move, value, lines_.line(0), 0, 0};
      }
    }
    if (std::abs(best.value) >= kMateBound) {
      best.mate_sign = best.value > 0 ? 1 : -1;
      best.mate_plies = kCheckmate - std::abs(best.value);
    }
    previous_best_ = best.move;
    return best;
  }

  /// The score of a position is the opposite of the lowest score of any of its children.
  int negamax(const Position& p, int depth, int alpha, int beta, int ply) {
    watch_.count();
    lines_.clear(ply);
    if (is_repetition(p)) return watch_.cut(Cut::draw), 0;
    if (depth <= 0) return only_considerable(p, alpha, beta, ply);

    const auto known = known_.find(p.key());
    Move first;
    if (known != known_.end()) {
      watch_.found(p.key());
      const Entry& entry = known->second;
      first = entry.best;
      const int value = from_table(entry.value, ply);
      if (entry.depth >= depth &&
          (entry.bound == Bound::exact || (entry.bound == Bound::lower && value >= beta) ||
           (entry.bound == Bound::upper && value <= alpha)))
        return watch_.cut(Cut::table), value;
    }

    MoveList moves = ordered_moves(p);
    if (moves.empty()) return no_moves(p, ply);
    watch_.opens(p);
    by_gain(p, moves);
    put_first(moves, first);
    int best = -kCheckmate;
    Move best_move;
    const int old_alpha = alpha;
    path_.push_back(p.key());
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      const int value = -negamax(child, depth - 1, -beta, -alpha, ply + 1);
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best) {
        best = value;
        best_move = move;
        lines_.update(ply, move);
      }
      alpha = std::max(alpha, best);
      if (alpha >= beta) {
        watch_.cut(Cut::beta);
        break;
      }
    }
    path_.pop_back();
    if (!watch_.stopped() && (known != known_.end() || known_.size() < kMaxEntries)) {
      watch_.wrote(p.key());
      known_[p.key()] = {to_table(best, ply), depth,
                         best >= beta        ? Bound::lower
                         : best <= old_alpha ? Bound::upper
                                             : Bound::exact,
                         best_move};
    }
    return best;
  }

  /// Beyond the depth: the side to move may stand still (the "null" option, since nobody is forced
  /// to make a considerable move) or gain at least a pawn.
  int only_considerable(const Position& p, int alpha, int beta, int ply) {
    watch_.quiescence();
    MoveList moves = ordered_moves(p);
    if (moves.empty()) return no_moves(p, ply);
    int best = watch_.evaluated(eval::evaluate_for<eval::Advance>(p.side_to_move(), p));
    if (best >= beta || ply >= LineTable::kMaxPly) return watch_.cut(Cut::stand_pat), best;
    alpha = std::max(alpha, best);

    watch_.opens(p);
    std::size_t kept = 0;
    for (Move move : moves) {
      if (eval::Advance::gain(p, move) >= threshold_)
        moves[kept++] = move;
      else
        watch_.skip(move, search::Skip::not_considerable);
    }
    moves.resize(kept);
    by_gain(p, moves);
    path_.push_back(p.key());
    for (Move move : moves) {
      Position child = p;
      child.make_move(move);
      watch_.down(move, alpha, beta);
      watch_.count();
      lines_.clear(ply + 1);
      const int value = -only_considerable(child, -beta, -alpha, ply + 1);
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best) {
        best = value;
        lines_.update(ply, move);
      }
      alpha = std::max(alpha, best);
      if (alpha >= beta) {
        watch_.cut(Cut::beta);
        break;
      }
    }
    path_.pop_back();
    return best;
  }

  /// A mate later in the game is better for the loser and worse for the winner: without this the
  /// agent neither defends to the last nor ever delivers a mate that it could also give next move.
  int no_moves(const Position& p, int ply) {
    if (!p.in_check()) return watch_.cut(Cut::stalemate), 0;
    return watch_.cut(Cut::mate), -kCheckmate + ply;
  }

  /// The same position once before in the search, or twice in the game.
  bool is_repetition(const Position& p) const {
    int seen = 0;
    const std::size_t reach = std::min<std::size_t>(path_.size(), p.halfmove_clock());
    for (std::size_t back = 4; back <= reach; back += 2)
      if (path_[path_.size() - back] == p.key())
        if (path_.size() - back >= history_ || ++seen == 2) return true;
    return false;
  }

  /// In the table a mate counts from the position itself, in the search from the root.
  static int to_table(int value, int ply) {
    return value >= kMateBound ? value + ply : value <= -kMateBound ? value - ply : value;
  }
  static int from_table(int value, int ply) {
    return value >= kMateBound ? value - ply : value <= -kMateBound ? value + ply : value;
  }

  /// The most valuable move first; its value is what the evaluation gains by it.
  static void by_gain(const Position& p, MoveList& moves) {
    int gains[MoveList::capacity()];
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Move move = moves[i];
      const int gain = eval::Advance::gain(p, move);
      std::size_t at = i;
      for (; at > 0 && gains[at - 1] < gain; --at) {
        moves[at] = moves[at - 1];
        gains[at] = gains[at - 1];
      }
      moves[at] = move;
      gains[at] = gain;
    }
  }

  std::unordered_map<Key, Entry> known_;
  std::vector<Key> path_;    // keys of the game, then of the moves being searched
  std::size_t history_ = 0;  // how many of them are the game's
  Move previous_best_;
  /// A move is worth considering beyond the depth if it gains so much at once; a pawn is 100.
  int threshold_ = 100;
};

}  // namespace

std::unique_ptr<search::Agent> make_considerable() { return std::make_unique<Considerable>(); }

}  // namespace rookery::agents
