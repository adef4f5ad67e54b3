// Transposition (document 004), as published: alpha-beta with a table of positions already seen.
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
using search::Cut;

namespace {

/// The document's table remembers a value and a depth and nothing else. Its quirks, all kept:
/// - What is stored for a position is the running best value of its parent.
/// - No bound is kept, so a value cut short by alpha-beta counts as exact.
/// - An entry is used if it was stored with a greater depth, then replaces the parent's best value
///   (rather than being compared with it) and lives on with the smaller depth.
/// - A position found with no greater depth is searched again and not stored again.
/// transposition-sound mends them.
class Transposition final : public Published {
 public:
  Transposition() : Published("transposition", 4) {}

 private:
  struct Entry {
    int value;
    int depth;
  };
  static constexpr std::size_t kMaxEntries = 8'000'000;

  Iteration first_iteration(int /*depth*/) const override { return {1, 1}; }
  int plies(int start) const override { return max_depth_ - start; }

  /// The key of the document's library holds the en-passant file whenever a pawn stands ready to
  /// capture, legally or not; ours only if it may.
  static Key key(const Position& p) {
    Key key = p.key();
    if (p.double_push() == Square::none || p.en_passant() != Square::none) return key;
    const chess::Color side = p.side_to_move();
    if (chess::pawn_attacks(~side, p.double_push()) & p.pieces(side, chess::PieceType::pawn))
      key ^= chess::kZobrist.en_passant[index(file_of(p.double_push()))];
    return key;
  }

  Decision search_root(const Position& root, const MoveList& moves, int depth) override {
    table_.clear();  // it lives for all iterations of one move
    return deepen(root, depth, [&](int start) { return iteration(root, moves, start); });
  }

  /// The value a parent with running value `best` takes from a child: from the table or by search.
  template <class Search>
  int visit(const Position& child, int depth, int best, Search search_and_compare) {
    const int remaining = max_depth_ - depth;
    const Key child_key = key(child);
    if (const auto found = table_.find(child_key); found != table_.end()) {
      watch_.found(child_key);
      if (remaining < found->second.depth) {
        found->second.depth = remaining;
        watch_.cut(Cut::table);
        return found->second.value;
      }
      return search_and_compare(best);
    }
    best = search_and_compare(best);
    if (table_.size() < kMaxEntries) {
      table_[child_key] = {best, remaining};
      watch_.wrote(child_key);
    }
    return best;
  }

  Decision iteration(const Position& root, const MoveList& moves, int start) {
    start_ = start;
    Decision best{Move{}, kWorstCase, {}, 0, 0};
    for (Move move : moves) {
      Position child = root;
      child.make_move(move);
      lines_.clear(1);
      watch_.down(move, kWorstCase, kBestCase);
      const int value = visit(
          child, start, 0, [&](int /*best*/) { return mini(child, start, kWorstCase, kBestCase); });
      watch_.up(value);
      if (watch_.stopped()) break;
      if (value > best.value) {
        lines_.update(0, move);
        best = {move, value, lines_.line(0), 0, 0};
      }
    }
    return best;
  }

  int mini(const Position& p, int depth, int alpha, int beta) {
    watch_.count();
    const int current = depth + 1, ply = current - start_;
    lines_.clear(ply);
    if (is_cut_off(p, current)) return utility(p);
    watch_.opens(p);
    int best = kBestCase;
    for (Move move : ordered_moves(p)) {
      Position child = p;
      child.make_move(move);
      lines_.clear(ply + 1);
      watch_.down(move, alpha, beta);
      const int value = visit(child, current, best, [&](int running) {
        return std::min(running, max(child, current, alpha, beta));
      });
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value != best) lines_.update(ply, move);
      best = value;
      if (best <= alpha) return watch_.cut(Cut::alpha), best;
      beta = std::min(beta, best);
    }
    return best;
  }

  int max(const Position& p, int depth, int alpha, int beta) {
    watch_.count();
    const int current = depth + 1, ply = current - start_;
    lines_.clear(ply);
    if (is_cut_off(p, current)) return utility(p);
    watch_.opens(p);
    int best = kWorstCase;
    for (Move move : ordered_moves(p)) {
      Position child = p;
      child.make_move(move);
      lines_.clear(ply + 1);
      watch_.down(move, alpha, beta);
      const int value = visit(child, current, best, [&](int running) {
        return std::max(running, mini(child, current, alpha, beta));
      });
      watch_.up(value);
      if (watch_.stopped()) return best;
      if (value != best) lines_.update(ply, move);
      best = value;
      if (best >= beta) return watch_.cut(Cut::beta), best;
      alpha = std::max(alpha, best);
    }
    return best;
  }

  std::unordered_map<Key, Entry> table_;
  int start_ = 0;  // depth at which the current iteration starts
};

}  // namespace

std::unique_ptr<search::Agent> make_transposition() { return std::make_unique<Transposition>(); }

}  // namespace rookery::agents
