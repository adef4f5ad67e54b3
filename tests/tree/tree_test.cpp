// Trees read back: proofs of 100 random cuts of each sound kind, sentences, and the viewer's frame.
#include "tree/tree.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "agents/support.h"
#include "tree/frame.h"
#include "tree/guesses.h"
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

/// Reads what encode_frame() writes, by its description.
class FrameReader {
 public:
  explicit FrameReader(const std::string& bytes) : bytes_(bytes) {}
  std::uint32_t number() {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::vector<std::uint32_t> column(std::size_t count) {
    const std::size_t end = number() + at_;
    std::vector<std::uint32_t> numbers;
    std::uint32_t last = 0;
    while (at_ < end) {
      const std::uint32_t folded = varint();
      if (folded == 0)
        numbers.insert(numbers.end(), varint() + 1, last);
      else
        numbers.push_back(last += folded >> 1 ^ (folded & 1 ? ~0u : 0u));
    }
    EXPECT_EQ(numbers.size(), count);
    EXPECT_EQ(at_, end);
    return numbers;
  }
  bool at_end() const { return at_ == bytes_.size(); }

 private:
  std::uint32_t varint() {
    std::uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= std::uint32_t{byte & 127u} << shift;
      if (byte < 128) return value;
    }
  }
  const std::string& bytes_;
  std::size_t at_ = 4;
};

TEST(Frame, HoldsEveryColumn) {
  for (const char* name : {"transposition-sound", "rookery"}) {
    const SearchTrace trace = record(name, Position::initial(), name[0] == 'r' ? 7 : 3);
    const std::string bytes = tree::encode_frame(trace);
    EXPECT_EQ(bytes.substr(0, 4), "RKT2");
    FrameReader reader(bytes);
    const std::size_t n = reader.number(), skips = trace.skipped_moves().size();
    ASSERT_EQ(n, trace.nodes().size());
    ASSERT_LT(n, 65'536u) << "one block";
    EXPECT_EQ(skips > 0, name == std::string("rookery"));  // the others only count them
    const auto expect = [&](auto&& member) {
      const auto column = reader.column(n);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(column[i], static_cast<std::uint32_t>(member(trace.nodes()[i]))) << i;
    };
    expect([](const TraceNode& t) { return t.size; });
    expect([](const TraceNode& t) { return t.value; });
    expect([](const TraceNode& t) { return t.alpha; });
    expect([](const TraceNode& t) { return t.beta; });
    expect([](const TraceNode& t) { return t.static_value; });
    expect([](const TraceNode& t) { return t.source; });
    expect([](const TraceNode& t) { return t.move.to_bits(); });
    expect([](const TraceNode& t) { return t.ply; });
    expect([](const TraceNode& t) { return t.cut; });
    expect([](const TraceNode& t) { return t.kind; });
    expect([](const TraceNode& t) { return t.depth_left; });
    expect([](const TraceNode& t) { return t.reduction; });
    expect([](const TraceNode& t) { return t.skipped; });
    const auto nodes = reader.column(skips), moves = reader.column(skips),
               reasons = reader.column(skips);
    for (std::size_t k = 0; k < skips; ++k) {
      EXPECT_EQ(nodes[k], trace.skipped_moves()[k].node);
      EXPECT_EQ(moves[k], trace.skipped_moves()[k].move.to_bits());
      EXPECT_EQ(reasons[k], static_cast<std::uint32_t>(trace.skipped_moves()[k].why));
    }
    EXPECT_EQ(reader.number(), skips);
    EXPECT_TRUE(reader.at_end());
  }
}

TEST(Html, AHundredThousandNodesAreAtMostFiveMegabytes) {
  const auto page_of = [](const std::string& name, int depth, std::uint32_t& nodes) {
    search::TraceFilter filter;
    filter.max_nodes = 100'000;
    SearchTrace trace(filter);
    const auto a = agent(name);
    a->record(&trace);
    think_depth(*a, Position::initial(), depth);
    const Tree tree(trace, Position::initial());
    nodes = tree.size();
    return tree::html_page({tree::page_data(tree, "<x>", depth)});
  };
  std::uint32_t nodes = 0;
  const std::string page = page_of("minimax:repeat=0", 3, nodes);
  EXPECT_EQ(page.find("<x>"), std::string::npos);
  EXPECT_NE(page.find("class=\"tree-data\""), std::string::npos);
  // The viewer itself is the same in each: what is left is the nodes.
  const double viewer = static_cast<double>(page_of("minimax:repeat=0", 1, nodes).size());
  const int less = kSanitized ? 3 : 0;
  for (const auto& [name, depth] : {std::pair{"alphabeta-sound", 5},
                                    {"transposition-sound", 5},
                                    {"rookery", 13},
                                    {"considerable", 5}}) {
    const double size = static_cast<double>(page_of(name, depth - less, nodes).size());
    ASSERT_GT(nodes, kSanitized ? 50u : 10'000u) << name;
    EXPECT_LT(viewer + (size - viewer) / nodes * 100'000, 5e6) << name << ", nodes " << nodes;
  }
}

TEST(Guesses, AreCountedByKindAndCanBeWrong) {
  tree::GuessCounts counts;
  const auto judge = agent("rookery");
  for (const Position& p : random_positions(kSanitized ? 1 : 4, 5)) {
    const SearchTrace trace = record("rookery", p, 7);
    tree::check_guesses(Tree(trace, p), *judge, true, 3, kSanitized ? 1 : 5, counts);
  }
  for (const char* name : {"late_move", "futility", "reduction", "reverse_futility"})
    EXPECT_GT(counts[name].asked, 0) << name;
  int wrong = 0;
  for (const auto& [name, count] : counts) {
    EXPECT_LE(count.wrong, count.asked) << name;
    wrong += count.wrong;
  }
  if (!kSanitized) {
    EXPECT_GT(wrong, 0);
  }
  EXPECT_TRUE(tree::measured_guesses("minimax").empty());
}

/// The shares that the viewer tells are those that are measured.
TEST(Guesses, ThoseOfTheFlagshipAreMeasured) {
  const auto has = [](std::string_view agent, std::string_view name) {
    const auto known = tree::measured_guesses(agent);
    return std::ranges::any_of(known, [&](const auto& g) { return g.name == name; });
  };
  for (const char* name :
       {"null_move", "razoring", "reverse_futility", "probcut", "multi_cut", "repetition_ahead"})
    EXPECT_TRUE(has("rookery", name)) << name;
  EXPECT_EQ(tree::share_text({"x", 600, 17}), "wrong in 17 of 600 (2.8 %)");
}

}  // namespace
}  // namespace rookery::test
