// Trees read back: proofs of 100 random cuts of each sound kind, sentences, and the viewer's frame.
#include "tree/tree.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "agents/support.h"
#include "tree/frame.h"
#include "tree/html.h"
#include "tree/proof.h"
#include "tree/why.h"

namespace rookery::test {
namespace {

using chess::Position;
using search::Cut;
using search::SearchTrace;
using search::TraceNode;
using tree::Tree;

SearchTrace record(const std::string& name, const Position& p, int depth) {
  SearchTrace trace;
  const auto a = agent(name);
  EXPECT_TRUE(a->record(&trace));
  think_depth(*a, p, depth);
  a->record(nullptr);
  return trace;
}

/// Up to `wanted` nodes of a kind of cut, chosen at random.
std::vector<std::uint32_t> sample(const Tree& tree, Cut cut, std::size_t wanted, Rng& rng) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < tree.size(); ++i)
    if (tree.node(i).cut == cut) found.push_back(i);
  for (std::size_t i = 0; i < found.size(); ++i)
    std::swap(found[i], found[i + rng.below(static_cast<std::uint32_t>(found.size() - i))]);
  found.resize(std::min(found.size(), wanted));
  return found;
}

TEST(Proof, SoundCutsCouldNotMatter) {
  const auto full = agent("minimax:repeat=0");
  const int kWanted = kSanitized ? 5 : 100;
  std::map<Cut, int> replayed;
  Rng rng(3);
  for (const Position& p : random_positions(60, 17))
    for (const std::string name : {"alphabeta-sound", "transposition-sound"}) {
      const SearchTrace trace = record(name, p, kSanitized ? 2 : name == "alphabeta-sound" ? 3 : 4);
      const Tree tree(trace, p);
      for (const Cut cut : {Cut::alpha, Cut::beta, Cut::table})
        for (const std::uint32_t i : sample(tree, cut, 8, rng)) {
          if (replayed[cut] >= kWanted) continue;
          const auto proof = tree::prove(tree, i, *full);
          ASSERT_TRUE(proof);
          EXPECT_TRUE(proof->holds)
              << name << " " << notation::to_fen(p) << " node " << i << ": " << proof->text;
          ++replayed[cut];
        }
    }
  EXPECT_EQ(replayed[Cut::alpha], kWanted);
  if (!kSanitized) {
    EXPECT_EQ(replayed[Cut::beta], kWanted);
    EXPECT_EQ(replayed[Cut::table], kWanted);
  }
}

/// A proof can fail: by an evaluation that the cut was not made for.
TEST(Proof, CanFail) {
  const Position p = position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  const SearchTrace trace = record("alphabeta-sound", p, 3);
  const Tree tree(trace, p);
  const auto other = agent("michniewski");
  Rng rng(4);
  int wrong = 0;
  for (const std::uint32_t i : sample(tree, Cut::alpha, 10, rng))
    wrong += !tree::prove(tree, i, *other)->holds;
  EXPECT_GT(wrong, 0);
}

TEST(Proof, NeedsACut) {
  const SearchTrace trace = record("minimax", Position::initial(), 1);
  const Tree tree(trace, Position::initial());
  const auto proof = tree::prove(tree, 0, *agent("minimax"));
  ASSERT_FALSE(proof);
  EXPECT_NE(proof.error().message.find("no cut"), std::string::npos);
}

TEST(Why, NamesTheRefutationAndGuesses) {
  const Position p = position("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1");
  const SearchTrace trace = record("alphabeta-sound", p, 2);
  const Tree tree(trace, p);
  int sentences = 0;
  for (std::uint32_t i = 0; i < tree.size(); ++i)
    if (tree.node(i).cut == Cut::alpha) {
      const std::string text = tree::why(tree, i);
      EXPECT_NE(text.find("Black already has "), std::string::npos) << text;
      EXPECT_NE(text.find("So Black will not play "), std::string::npos) << text;
      EXPECT_NE(text.find("White's other "), std::string::npos) << text;
      EXPECT_EQ(text.find("not kept"), std::string::npos) << text;
      ++sentences;
    }
  EXPECT_GT(sentences, 10);
  for (const Cut cut : {Cut::null_move, Cut::razoring, Cut::reverse_futility, Cut::probcut})
    EXPECT_EQ(tree::ground(cut, true), tree::Ground::guess);
  EXPECT_EQ(tree::ground(Cut::table, false), tree::Ground::guess);
  EXPECT_EQ(tree::ground(Cut::beta, false), tree::Ground::proof);
}

TEST(Tree, FindsLinesAndPositions) {
  const Position p = Position::initial();
  const SearchTrace trace = record("rookery", p, 7);
  const Tree tree(trace, p);
  for (std::uint32_t i = 0; i < tree.size(); i += 7) {
    const Position at = tree.position(i);
    EXPECT_EQ((at.side_to_move() == chess::Color::white), tree.node(i).ply % 2 == 0);
    for (const std::uint32_t child : tree.children(i)) {
      EXPECT_EQ(tree.parent(child), i);
      if (tree.node(child).move) {
        EXPECT_TRUE(at.is_legal(tree.node(child).move));
      }
    }
  }
  const std::uint32_t root = tree.last_root();
  EXPECT_EQ(tree.node(root).level, 0);
  EXPECT_EQ(tree.iteration(root), 7);
  const std::uint32_t child = tree.children(root)[0];
  EXPECT_NE(tree.find(root, {tree.node(child).move}), search::kNoNode);
}

template <class Number>
Number read(const std::string& bytes, std::size_t at) {
  Number number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

TEST(Frame, HoldsEveryColumn) {
  const SearchTrace trace = record("transposition-sound", Position::initial(), 3);
  const search::TraceIteration& last = trace.iterations().back();
  tree::FrameHead head;
  head.iteration = 3;
  head.first = last.first;
  head.count = last.count;
  head.total = static_cast<std::uint32_t>(trace.nodes().size());
  const std::string bytes = tree::encode_frame(trace, head);
  EXPECT_EQ(bytes.substr(0, 4), "RKT1");
  EXPECT_EQ(read<std::uint16_t>(bytes, 6), 3);
  EXPECT_EQ(read<std::uint32_t>(bytes, 20), last.count);
  const std::size_t n = last.count, even = (n + 1) & ~std::size_t{1},
                    four = (n + 3) & ~std::size_t{3};
  EXPECT_EQ(bytes.size(), 32 + 6 * 4 * n + 2 * even + 6 * four);
  const std::size_t moves = 32 + 24 * n, plies = moves + 2 * even;
  for (std::size_t i = 0; i < n; ++i) {
    const TraceNode& node = trace.nodes()[last.first + i];
    EXPECT_EQ(read<std::uint32_t>(bytes, 32 + 4 * i), node.size);
    EXPECT_EQ(read<std::int32_t>(bytes, 32 + 4 * n + 4 * i), node.value);
    EXPECT_EQ(read<std::int32_t>(bytes, 32 + 12 * n + 4 * i), node.beta);
    EXPECT_EQ(read<std::uint32_t>(bytes, 32 + 20 * n + 4 * i), node.source);
    EXPECT_EQ(read<std::uint16_t>(bytes, moves + 2 * i), node.move.to_bits());
    EXPECT_EQ(read<std::uint8_t>(bytes, plies + i), node.ply);
    EXPECT_EQ(read<std::uint8_t>(bytes, plies + 5 * four + i), node.skipped);
  }
}

TEST(Html, AHundredThousandNodesAreAtMostFiveMegabytes) {
  search::TraceFilter filter;
  filter.max_nodes = 100'000;
  SearchTrace trace(filter);
  const auto a = agent("minimax:repeat=0");
  a->record(&trace);
  think_depth(*a, Position::initial(), 4);
  const Tree tree(trace, Position::initial());
  ASSERT_GT(tree.size(), 5'000u);
  const std::string page = tree::html_page({tree::page_data(tree, "<x>", 4)});
  EXPECT_LT(static_cast<double>(page.size()) / tree.size(), 50);  // bytes a node
  EXPECT_EQ(page.find("<x>"), std::string::npos);
  EXPECT_NE(page.find("class=\"tree-data\""), std::string::npos);
}

}  // namespace
}  // namespace rookery::test
