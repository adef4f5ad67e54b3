// Recorded trees: their sums are the agent's count, their values and windows obey alpha-beta, and
// nothing changes by being watched.
#include <algorithm>
#include <set>

#include "agents/support.h"
#include "eval/domination.h"
#include "search/trace.h"

namespace rookery::test {
namespace {

using chess::Color;
using chess::Move;
using chess::Position;
using search::Cut;
using search::NodeKind;
using search::SearchTrace;
using search::TraceNode;

const char* const kRecorded[] = {
    "piece-value",         "location",      "michniewski", "seven-terms",  "minimax",
    "alphabeta",           "transposition", "quiescent",   "considerable", "alphabeta-sound",
    "transposition-sound", "rookery",       "tuned"};
const char* const kPositions[] = {
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/3q4/8/8/8/8/8/4K3 b - - 98 80"};

int depth_for(const std::string& name) {
  return name == "rookery" || name == "tuned" ? (kSanitized ? 6 : 9) : kSanitized ? 2 : 3;
}

TEST(Trace, WatchingChangesNothingAndSumsAreTheAgentsCount) {
  for (const std::string name : kRecorded)
    for (const char* fen : kPositions) {
      const Position p = position(fen);
      const auto unwatched = think_depth(*agent(name), p, depth_for(name));
      for (const std::size_t room : {std::size_t{5'000'000}, std::size_t{1000}, std::size_t{1}}) {
        search::TraceFilter filter;
        filter.max_nodes = room;
        SearchTrace trace(filter);
        const auto a = agent(name);
        ASSERT_TRUE(a->record(&trace)) << name;
        const auto watched = think_depth(*a, p, depth_for(name));
        EXPECT_EQ(watched.best, unwatched.best) << name << " " << fen;
        EXPECT_EQ(watched.info.nodes, unwatched.info.nodes) << name << " " << fen;
        EXPECT_EQ(watched.info.pv, unwatched.info.pv) << name << " " << fen;
        EXPECT_EQ(trace.total(), watched.info.nodes) << name << " " << fen << " room " << room;
        EXPECT_LE(trace.nodes().size(), room) << name;
        if (room > trace.entered()) {
          EXPECT_EQ(trace.nodes().size(), trace.entered());
        }
      }
    }
}

TEST(Trace, RandomMoversHaveNoTree) {
  SearchTrace trace;
  EXPECT_FALSE(agent("random")->record(&trace));
}

TEST(Trace, IterationsBearTheirOwnDepth) {
  for (const std::string name : {"minimax", "alphabeta", "transposition", "alphabeta-sound"}) {
    SearchTrace trace;
    const auto a = agent(name);
    a->record(&trace);
    think_depth(*a, Position::initial(), 3);
    ASSERT_EQ(trace.iterations().size(), 3u) << name;
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(trace.iterations()[static_cast<std::size_t>(i)].depth, i + 1) << name;
    // Published minimax and alphabeta call them 1, 2, 3 and search the full depth each time.
    const bool repeats = name == "minimax" || name == "alphabeta";
    EXPECT_EQ(trace.nodes()[0].depth_left, repeats ? 3 : 1) << name;
  }
}

/// A tree read back: nodes with their positions and children.
class Reader {
 public:
  Reader(const SearchTrace& trace, const Position& root) : trace_(trace) {
    std::vector<std::uint32_t> path;
    for (std::uint32_t i = 0; i < trace.nodes().size(); ++i) {
      const TraceNode& node = trace.nodes()[i];
      path.resize(node.level);
      children.emplace_back();
      if (path.empty()) {
        positions.push_back(root);
      } else {
        const std::uint32_t parent = path.back();
        children[parent].push_back(i);
        Position p = positions[parent];
        const bool same_position = node.ply == trace.nodes()[parent].ply;
        if (node.move)
          p.make_move(node.move);
        else if (!same_position)
          p.make_null_move();
        EXPECT_EQ(node.ply, trace.nodes()[parent].ply + !same_position);
        positions.push_back(p);
      }
      path.push_back(i);
    }
  }
  const TraceNode& node(std::uint32_t i) const { return trace_.nodes()[i]; }

  std::vector<Position> positions;
  std::vector<std::vector<std::uint32_t>> children;

 private:
  const SearchTrace& trace_;
};

constexpr int kBest = 1'000'000;

/// Document 004's value of a position, `depth` plies deep, without any cut.
int plain_minimax(const Position& p, Color side, int depth) {
  if (!has_legal_move(p)) return !p.in_check() ? 0 : p.side_to_move() == side ? -kBest : kBest;
  if (depth == 0 || p.halfmove_clock() >= 100)
    return eval::HalfDomination::evaluate(p) * (side == Color::white ? 1 : -1);
  int best = p.side_to_move() == side ? -kBest : kBest;
  for (Move move : legal_moves(p)) {
    const int value = plain_minimax(after(p, move), side, depth - 1);
    best = p.side_to_move() == side ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

/// Alpha-beta by the book, node by node: leaves have the position's value, children get the window
/// as it stands, the node is left where the window closes, and its value is the best child's.
void obeys_alpha_beta(const Reader& tree, std::uint32_t i, Color side, bool cuts, int& proven) {
  const TraceNode& node = tree.node(i);
  const Position& p = tree.positions[i];
  const bool maximiser = p.side_to_move() == side;
  int alpha = std::max(node.alpha, -kBest), beta = std::min(node.beta, kBest);
  switch (node.cut) {
    case Cut::mate:
      EXPECT_TRUE(is_mate(p));
      EXPECT_EQ(node.value, maximiser ? -kBest : kBest);
      return;
    case Cut::stalemate:
      EXPECT_FALSE(has_legal_move(p) || p.in_check());
      EXPECT_EQ(node.value, 0);
      return;
    case Cut::draw:
    case Cut::depth:
      EXPECT_EQ(node.cut, p.halfmove_clock() >= 100 ? Cut::draw : Cut::depth);
      if (node.cut == Cut::depth) {
        EXPECT_EQ(node.depth_left, 0);
      }
      EXPECT_EQ(node.value, plain_minimax(p, side, 0));
      EXPECT_EQ(node.static_value, node.value);
      return;
    case Cut::table: {
      EXPECT_TRUE(node.table_hit);
      const int truth = plain_minimax(p, side, node.depth_left);
      // Outside the window the value is a bound; both lie on the same side of it.
      EXPECT_EQ(std::clamp(truth, alpha, beta), std::clamp(node.value, alpha, beta));
      ++proven;
      return;
    }
    default:
      break;
  }
  const auto& children = tree.children[i];
  ASSERT_FALSE(children.empty());
  int best = maximiser ? -kBest : kBest;
  for (std::size_t c = 0; c < children.size(); ++c) {
    const TraceNode& child = tree.node(children[c]);
    if (cuts) {
      EXPECT_EQ(child.alpha, alpha);
      EXPECT_EQ(child.beta, beta);
    } else {
      EXPECT_EQ(child.alpha, -search::kOpenBound);
      EXPECT_EQ(child.beta, search::kOpenBound);
    }
    EXPECT_EQ(child.depth_left, node.depth_left - 1);
    obeys_alpha_beta(tree, children[c], side, cuts, proven);
    best = maximiser ? std::max(best, child.value) : std::min(best, child.value);
    const bool closed = cuts && node.ply > 0 && (maximiser ? best >= beta : best <= alpha);
    EXPECT_EQ(closed,
              (node.cut == Cut::beta || node.cut == Cut::alpha) && c + 1 == children.size());
    (maximiser ? alpha : beta) = maximiser ? std::max(alpha, best) : std::min(beta, best);
  }
  EXPECT_EQ(node.value, best);
  EXPECT_EQ(node.cut, node.cut == Cut::none ? Cut::none : maximiser ? Cut::beta : Cut::alpha);
  if (node.ply > 0) {
    EXPECT_EQ(node.skipped, legal_moves(p).size() - children.size());
  }
}

TEST(Trace, ValuesAndWindowsObeyAlphaBeta) {
  for (const std::string name : {"minimax", "alphabeta-sound", "transposition-sound"}) {
    int proven = 0;
    std::vector<Position> positions = random_positions(kSanitized ? 2 : 8, 11);
    for (const char* fen : kPositions) positions.push_back(position(fen));
    for (const Position& p : positions) {
      search::TraceFilter filter;
      filter.max_nodes = 10'000'000;
      SearchTrace trace(filter);
      const auto a = agent(name);
      a->record(&trace);
      think_depth(*a, p, kSanitized ? 2 : 3);
      const Reader tree(trace, p);
      for (std::uint32_t i = 0; i < trace.nodes().size(); i += tree.node(i).size)
        obeys_alpha_beta(tree, i, p.side_to_move(), name != "minimax", proven);
      ASSERT_FALSE(testing::Test::HasFailure()) << name << " " << notation::to_fen(p);
    }
    EXPECT_EQ(proven > 0, name == "transposition-sound" && !kSanitized) << name;
  }
}

/// What every node of every agent promises.
TEST(Trace, NodesAreConsistent) {
  std::set<Cut> seen;  // by the flagship
  for (const std::string name : kRecorded)
    for (const char* fen : kPositions) {
      SearchTrace trace;
      const auto a = agent(name);
      a->record(&trace);
      const Position root = position(fen);
      think_depth(*a, root, depth_for(name));
      const Reader tree(trace, root);
      for (std::uint32_t i = 0; i < trace.nodes().size(); ++i) {
        const TraceNode& node = tree.node(i);
        const std::string where = name + " node " + std::to_string(i);
        if (name == "tuned") seen.insert(node.cut);
        std::uint32_t size = 1;
        for (const std::uint32_t child : tree.children[i]) size += tree.node(child).size;
        ASSERT_EQ(node.size, size) << where;
        if (node.source != search::kNoNode) {
          ASSERT_TRUE(node.table_hit) << where;
          ASSERT_LT(node.source, i) << where;
          ASSERT_EQ(tree.positions[node.source].key(), tree.positions[i].key()) << where;
        }
        if (node.cut == Cut::table) {
          ASSERT_TRUE(node.table_hit) << where;
        }
        if (node.cut == Cut::mate) {
          ASSERT_TRUE(is_mate(tree.positions[i])) << where;
        }
        const bool maximiser = node.ply % 2 == 0;
        // The published table lets a value through that does not belong to the window.
        if (node.cut == Cut::beta && name != "transposition") {
          ASSERT_TRUE(maximiser && node.value >= node.beta) << where;
        }
        if (node.cut == Cut::alpha && name != "transposition") {
          ASSERT_TRUE(!maximiser && node.value <= node.alpha) << where;
        }
        if (node.kind == NodeKind::cut) {
          ASSERT_TRUE(maximiser ? node.value >= node.beta : node.value <= node.alpha) << where;
        }
      }
      // Each skipped move is legal, was not searched by the node, and is one of those counted.
      for (const search::SkippedMove& skip : trace.skipped_moves()) {
        ASSERT_TRUE(tree.positions[skip.node].is_legal(skip.move)) << name;
        ASSERT_GT(tree.node(skip.node).skipped, 0) << name;
      }
    }
  for (const Cut cut : {Cut::table, Cut::stand_pat, Cut::draw, Cut::razoring, Cut::reverse_futility,
                        Cut::null_move, Cut::alpha, Cut::beta})
    EXPECT_TRUE(seen.contains(cut) || kSanitized) << search::to_text(cut);
}

/// Nothing of the flagship's memory of the game is lost when somebody looks in the middle of it.
TEST(Trace, RecordingKeepsWhatWasLearned) {
  const auto watched = agent("tuned"), unwatched = agent("tuned");
  const Position p = position(kPositions[0]);
  SearchTrace trace;
  for (int move = 0; move < 3; ++move) {
    watched->record(move == 1 ? &trace : nullptr);
    const auto a = think_depth(*watched, p, 7 + move), b = think_depth(*unwatched, p, 7 + move);
    EXPECT_EQ(a.info.nodes, b.info.nodes);
    EXPECT_EQ(a.info.pv, b.info.pv);
  }
}

}  // namespace
}  // namespace rookery::test
