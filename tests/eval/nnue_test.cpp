// The network's arithmetic: every kernel, incremental or from scratch, gives the same bits; a file
// that is not an intact network of our shape is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>

#include "base/rng.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "eval/nnue/evaluator.h"
#include "eval/nnue/explain.h"
#include "notation/fen.h"
#include "sanitized.h"

namespace rookery::eval::nnue {
namespace {

using chess::Color;
using chess::Position;

constexpr int kMoves = kSanitized ? 20'000 : 200'000, kManyMoves = 1'000'000;

Weights random_weights(std::uint64_t seed) {
  Rng rng(seed);
  const auto in = [&](int limit) {
    return static_cast<std::int16_t>(static_cast<int>(rng.below(2 * limit + 1)) - limit);
  };
  Weights w{};
  for (auto& row : w.feature_weights)
    for (auto& v : row) v = in(kMaxFeatureWeight);
  for (auto& v : w.feature_bias) v = in(kMaxFeatureBias);
  for (auto& bucket : w.output_weights)
    for (auto& row : bucket)
      for (auto& v : row) v = in(kMaxOutputWeight);
  for (auto& v : w.output_bias) v = in(kQA * kQB);
  w.scale = 300;
  return w;
}

NetworkPtr random_network(std::uint64_t seed) {
  auto parsed = parse_network(serialize(random_weights(seed), "test: yes\n"));
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().message);
  return *parsed;
}

/// The definition, without vectors, buckets of state or laziness.
Value reference_value(const Weights& w, const Position& p) {
  std::int64_t sum = 0;
  for (int view = 0; view < 2; ++view) {
    const Color c = view == 0 ? p.side_to_move() : ~p.side_to_move();
    const Orientation o = orientation(c, p.king_square(c));
    for (int i = 0; i < kHidden; ++i) {
      int x = w.feature_bias[i];
      for (chess::Square s : chess::squares(p.pieces()))
        x += w.feature_weights[feature(c, o, p.piece_on(s), s)][i];
      const int v = std::clamp(x, 0, kQA);
      sum += v * v * w.output_weights[output_bucket(chess::count(p.pieces()))][view][i];
    }
  }
  const int bucket = output_bucket(chess::count(p.pieces()));
  const std::int64_t value = (sum / kQA + w.output_bias[bucket]) * w.scale / (kQA * kQB);
  return static_cast<Value>(
      std::clamp<std::int64_t>(value, -kTablebaseBound + 1, kTablebaseBound - 1));
}

TEST(NnueShape, ASideSeesTheBoardFromItsOwnEndWithItsKingOnTheQueenSide) {
  using enum chess::Square;
  using chess::Piece;
  const Orientation white = orientation(Color::white, g1);
  const Orientation black = orientation(Color::black, b8);
  EXPECT_EQ(white.flip, 7);
  EXPECT_EQ(black.flip, 56);
  EXPECT_EQ(feature(Color::white, white, Piece::white_king, g1), 5 * 64 + index(b1));
  EXPECT_EQ(feature(Color::black, black, Piece::black_king, b8), 5 * 64 + index(b1));
  EXPECT_EQ(feature(Color::white, white, Piece::black_pawn, a7), 384 + index(h7));
  EXPECT_EQ(output_bucket(2), 0);
  EXPECT_EQ(output_bucket(32), kOutputBuckets - 1);
}

/// Walks random games with takebacks, evaluating at random so that lazy updates pile up, and
/// compares a long-lived evaluator with fresh ones of the plainest kind and with the definition.
void check_random_games(const Kernels& kernels, bool chess960, int wanted) {
  const NetworkPtr network = random_network(7);
  const auto kept = std::make_unique<Evaluator>(network, kernels);
  const auto fresh = std::make_unique<Evaluator>(network, *usable_kernels().front());
  Rng rng(chess960 ? 960 : 518);
  int moves = 0, compared = 0;
  while (moves < wanted) {
    std::vector<Position> line{chess960 ? Position::chess960(static_cast<int>(rng.below(960)))
                                        : Position::initial()};
    kept->reset(line.back());
    for (int ply = 0; ply < 240; ++ply) {
      const auto legal = chess::legal_moves(line.back());
      if (legal.empty() || line.size() > 200) break;
      line.push_back(line.back());
      kept->make_move(line.back(), legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      ++moves;
      const std::uint32_t dice = rng.below(16);
      if (dice < 4) {
        const Value value = kept->evaluate(line.back());
        fresh->set_network(network);
        fresh->reset(line.back());
        ASSERT_EQ(value, fresh->evaluate(line.back()));
        for (Color c : chess::kColors)
          ASSERT_EQ(0, std::memcmp(kept->hidden(c), fresh->hidden(c), 2 * kHidden));
        if (dice == 0 && ++compared % 8 == 0) {
          ASSERT_EQ(value, reference_value(network->weights, line.back()));
        }
      } else if (dice == 5 && !line.back().in_check()) {
        line.push_back(line.back());
        line.back().make_null_move();
        kept->make_null_move();
      } else if (dice == 4 && line.size() > 4) {
        for (int i = 0; i < 3; ++i) kept->pop(), line.pop_back();
      }
    }
  }
}

std::string kernel_name(const testing::TestParamInfo<const Kernels*>& kernels) {
  std::string name = kernels.param->name;
  std::erase_if(name, [](char c) { return c == '.' || c == '-'; });
  return name;
}

class KernelTest : public testing::TestWithParam<const Kernels*> {};
const auto each_kernel = testing::ValuesIn(usable_kernels().begin(), usable_kernels().end());
INSTANTIATE_TEST_SUITE_P(Nnue, KernelTest, each_kernel, kernel_name);
using DeepKernelTest = KernelTest;
INSTANTIATE_TEST_SUITE_P(Deep, DeepKernelTest, each_kernel, kernel_name);

TEST_P(KernelTest, IncrementalEqualsPlainRefresh) {
  check_random_games(*GetParam(), false, kMoves);
  check_random_games(*GetParam(), true, kMoves);
}

TEST_P(DeepKernelTest, IncrementalEqualsPlainRefreshOverAMillionMoves) {
  check_random_games(*GetParam(), false, kManyMoves);
  check_random_games(*GetParam(), true, kManyMoves);
}

TEST_P(KernelTest, ExtremeWeightsDoNotOverflow) {
  Weights w{};
  for (auto& row : w.feature_weights) std::fill(std::begin(row), std::end(row), kMaxFeatureWeight);
  std::fill(std::begin(w.feature_bias), std::end(w.feature_bias), kMaxFeatureBias);
  for (auto& bucket : w.output_weights)
    for (auto& row : bucket) std::fill(std::begin(row), std::end(row), kMaxOutputWeight);
  w.scale = 1;
  const NetworkPtr network = *parse_network(serialize(w, ""));
  const auto native = std::make_unique<Evaluator>(network, *GetParam());
  native->reset(Position::initial());
  EXPECT_EQ(native->evaluate(Position::initial()), reference_value(w, Position::initial()));
  // Every activation is saturated: kHidden units of two sides, each of weight 127/64.
  EXPECT_EQ(native->evaluate(Position::initial()), 2 * kHidden * kMaxOutputWeight / kQB);
}

TEST(NnueEvaluator, ANullMoveSwapsTheSidesOnly) {
  const NetworkPtr network = random_network(3);
  const auto evaluator = std::make_unique<Evaluator>(network);
  Position p = Position::initial();
  evaluator->reset(p);
  const Value before = evaluator->evaluate(p);
  p.make_null_move();
  evaluator->make_null_move();
  EXPECT_EQ(evaluator->evaluate(p), reference_value(network->weights, p));
  evaluator->pop();
  EXPECT_EQ(evaluator->evaluate(Position::initial()), before);
}

TEST(NnueExplain, TotalIsTheEvaluationFromWhitesView) {
  const NetworkPtr network = random_network(11);
  const auto evaluator = std::make_unique<Evaluator>(network);
  Position p = Position::initial();
  Rng rng(1);
  for (int ply = 0; ply < 60; ++ply) {
    const auto moves = chess::legal_moves(p);
    if (moves.empty()) break;
    p.make_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    evaluator->reset(p);
    const Value value = evaluator->evaluate(p);
    const Breakdown breakdown = explain(*network, p);
    EXPECT_EQ(breakdown.total, p.side_to_move() == Color::white ? value : -value);
    EXPECT_EQ(breakdown.pieces.size(), static_cast<std::size_t>(chess::count(p.pieces())) - 2);
    EXPECT_EQ(breakdown.bucket_outputs.size(), static_cast<std::size_t>(kOutputBuckets));
  }
}

TEST(NnueExplain, APieceIsWorthWhatIsLostWithoutIt) {
  const NetworkPtr network = random_network(12);
  const auto white_view = [&](const std::string& fen) {
    const auto p = notation::parse_fen(fen);
    EXPECT_TRUE(p) << fen;
    const Value value = reference_value(network->weights, *p);
    return p->side_to_move() == Color::white ? value : -value;
  };
  for (const char side : {'w', 'b'}) {
    const std::string rest = std::string(" ") + side + " KQkq - 0 1";
    const std::string whole = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR" + rest;
    const Breakdown breakdown = explain(*network, *notation::parse_fen(whole));
    struct Case {
      chess::Square square;
      const char* without;
    };
    for (const Case& c :
         {Case{chess::square_at(1), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR"},
          Case{chess::square_at(59), "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}}) {
      const auto piece = std::ranges::find_if(breakdown.pieces,
                                              [&](const auto& v) { return v.square == c.square; });
      ASSERT_NE(piece, breakdown.pieces.end());
      EXPECT_EQ(piece->value, white_view(whole) - white_view(c.without + rest))
          << c.without << side;
    }
  }
}

class NnueFile : public testing::Test {
 protected:
  std::vector<std::byte> file_ = serialize(random_weights(1), "lambda: 0.15\n");
  std::string refusal() const {
    auto parsed = parse_network(file_);
    return parsed ? "accepted" : parsed.error().message;
  }
};

TEST_F(NnueFile, RoundTrip) {
  const std::string path = testing::TempDir() + "rookery_nnue_test.nnue";
  ASSERT_TRUE(save_network(path, random_weights(1), "lambda: 0.15\n"));
  auto loaded = load_network(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(serialize((*loaded)->weights, (*loaded)->record), file_);
  EXPECT_EQ((*loaded)->record, "lambda: 0.15\n");
  EXPECT_EQ((*loaded)->name().size(), 16u);
  std::filesystem::remove(path);
  EXPECT_NE(load_network(path).error().message.find("cannot read"), std::string::npos);
}

TEST_F(NnueFile, RefusesEveryTruncation) {
  const auto whole = file_;
  for (std::size_t size = 0; size < whole.size(); size += 1 + size / 7) {
    file_.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(refusal(), "accepted") << size;
  }
  file_ = whole;
  file_.push_back(std::byte{0});
  EXPECT_NE(refusal(), "accepted");
}

TEST_F(NnueFile, RefusesEveryFlippedBit) {
  Rng rng(5);
  for (int i = 0; i < 500; ++i) {
    const std::size_t at = i < 60 ? i : rng.below(static_cast<std::uint32_t>(file_.size()));
    const auto mask = static_cast<std::byte>(1 << rng.below(8));
    file_[at] ^= mask;
    EXPECT_NE(refusal(), "accepted") << at;
    file_[at] ^= mask;
  }
  EXPECT_EQ(refusal(), "accepted");
}

TEST_F(NnueFile, SaysWhatIsWrong) {
  file_[8] = std::byte{9};
  EXPECT_EQ(refusal(), "network file version 9, expected 1");
  file_[8] = std::byte{1};
  file_[16] ^= std::byte{1};  // hidden
  EXPECT_NE(refusal().find("network of shape"), std::string::npos);
  file_[0] = std::byte{'X'};
  EXPECT_EQ(refusal(), "not a network file");
}

TEST_F(NnueFile, RefusesWeightsThatWouldOverflow) {
  Weights w = random_weights(1);
  w.output_weights[0][0][0] = kMaxOutputWeight + 1;
  file_ = serialize(w, "");
  EXPECT_EQ(refusal(), "network weights out of range");
}

}  // namespace
}  // namespace rookery::eval::nnue
