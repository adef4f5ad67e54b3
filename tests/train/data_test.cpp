// Game files: what is written is read, and a killed or damaged file loses only its broken end.
#include "train/data.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "base/rng.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "train/chances.h"
#include "train/positions.h"
#include "train/stats.h"

namespace rookery::train {
namespace {

namespace fs = std::filesystem;

GameRecord random_game(std::uint64_t seed) {
  Rng rng(seed);
  GameRecord game;
  game.start = rng.below(2) ? 518 : static_cast<std::uint16_t>(rng.below(960));
  chess::Position p = chess::Position::chess960(game.start);
  const auto plies = 20 + rng.below(150);
  for (std::uint32_t ply = 0; ply < plies; ++ply) {
    const auto moves = chess::legal_moves(p);
    if (moves.empty()) break;
    const chess::Move m = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    if (ply < 9)
      game.opening.push_back(m);
    else
      game.moves.push_back({m, static_cast<std::int16_t>(rng.below(64001) - 32000)});
    p.make_move(m);
  }
  game.result = static_cast<Verdict>(rng.below(3));
  game.adjudicated = static_cast<Verdict>(rng.below(4));
  game.played_out = rng.below(2);
  game.reason = static_cast<chess::EndReason>(rng.below(12));
  return game;
}

class DataTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(int first, int last) {
    auto writer = GameWriter::open(path_, "seed: 1\n");
    ASSERT_TRUE(writer) << writer.error().message;
    EXPECT_EQ(writer->games(), static_cast<std::size_t>(first));
    for (int i = first; i < last; ++i) ASSERT_TRUE(writer->append(random_game(i)));
  }
  std::string bytes() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void set_bytes(const std::string& b) const { std::ofstream(path_, std::ios::binary) << b; }
  const std::string folder_ = testing::TempDir() + "rookery_data_test";
  const std::string path_ = folder_ + "/a.games";
};

TEST_F(DataTest, RoundTrip) {
  write(0, 50);
  auto file = GameFile::open(path_);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->settings(), "seed: 1\n");
  ASSERT_EQ(file->games(), 50u);
  GameRecord game;
  for (int i = 0; i < 50; ++i) {
    file->read(i, game);
    EXPECT_EQ(game, random_game(i));
    std::size_t visited = 0;
    EXPECT_TRUE(replay(game, [&](auto&, int, auto&) { ++visited; }));
    EXPECT_EQ(visited, game.moves.size());
  }
}

TEST_F(DataTest, EveryKillPointIsRepairedAndContinuedToTheSameFile) {
  write(0, 3);
  const std::string whole = bytes();
  for (std::size_t size = 0; size < whole.size(); size += 3) {
    set_bytes(whole.substr(0, size));
    auto writer = GameWriter::open(path_, "seed: 1\n");
    ASSERT_TRUE(writer) << size << " " << writer.error().message;
    for (std::size_t i = writer->games(); i < 3; ++i) ASSERT_TRUE(writer->append(random_game(i)));
    ASSERT_EQ(bytes(), whole) << size;
  }
}

TEST_F(DataTest, DamageEndsTheFileBeforeTheDamagedGame) {
  write(0, 10);
  const std::string whole = bytes();
  Rng rng(1);
  for (int i = 0; i < 200; ++i) {
    std::string damaged = whole;
    const std::size_t at = 30 + rng.below(static_cast<std::uint32_t>(whole.size() - 30));
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << rng.below(8)));
    set_bytes(damaged);
    auto file = GameFile::open(path_);
    ASSERT_TRUE(file);
    EXPECT_LT(file->games(), 10u);
    EXPECT_LE(file->intact_size(), at);
    GameRecord game;
    for (std::size_t g = 0; g < file->games(); ++g) {
      file->read(g, game);
      EXPECT_EQ(game, random_game(g));
    }
  }
}

TEST_F(DataTest, DamageFarFromTheEndIsNotCutOff) {
  write(0, 1000);
  std::string damaged = bytes();
  ASSERT_GT(damaged.size(), 200'000u);
  damaged[5000] = static_cast<char>(damaged[5000] ^ 1);
  set_bytes(damaged);
  const auto file = GameFile::open(path_);
  ASSERT_TRUE(file && file->damage());
  EXPECT_NE(file->damage()->message.find("damaged after"), std::string::npos);
  EXPECT_FALSE(GameWriter::open(path_, "seed: 1\n"));
  EXPECT_EQ(bytes(), damaged);
}

TEST_F(DataTest, DamageInAWholeRecordIsNotTakenForATornOne) {
  write(0, 3);
  std::string damaged = bytes();
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  set_bytes(damaged);
  const auto file = GameFile::open(path_);
  ASSERT_TRUE(file && file->damage());
  EXPECT_EQ(file->games(), 2u);
  EXPECT_FALSE(GameWriter::open(path_, "seed: 1\n"));
  EXPECT_EQ(bytes(), damaged);
}

TEST_F(DataTest, AFileKilledAtBirthHasNoGames) {
  for (const char* begun : {"", "ROOK"}) {
    set_bytes(begun);
    const auto file = GameFile::open(path_);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(file->games(), 0u);
  }
  const std::string empty[] = {folder_ + "/none"};
  fs::create_directories(empty[0]);
  const auto none = open_games(empty);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("without .games"), std::string::npos);
}

TEST_F(DataTest, RefusesOtherFilesSettingsAndWriters) {
  write(0, 1);
  {
    auto first = GameWriter::open(path_, "seed: 1\n");
    ASSERT_TRUE(first);
    auto second = GameWriter::open(path_, "seed: 1\n");
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another process"), std::string::npos);
  }
  auto other = GameWriter::open(path_, "seed: 2\n");
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("other settings"), std::string::npos);
  set_bytes("precious text that is no game file at all, and longer than a header");
  EXPECT_FALSE(GameWriter::open(path_, "seed: 1\n"));
  EXPECT_FALSE(GameFile::open(path_));
  set_bytes("short");
  EXPECT_FALSE(GameWriter::open(path_, "seed: 1\n"));
  EXPECT_EQ(bytes(), "short");
}

TEST_F(DataTest, StatsCountDuplicatesAndIllegalMoves) {
  {
    auto writer = GameWriter::open(path_, "");
    ASSERT_TRUE(writer->append(random_game(1)));
    ASSERT_TRUE(writer->append(random_game(1)));
    GameRecord bad = random_game(2);
    bad.moves[3].move = chess::Move(chess::Square::a1, chess::Square::h8);
    ASSERT_TRUE(writer->append(bad));
  }
  const std::string paths[] = {folder_};
  auto files = open_games(paths);
  ASSERT_TRUE(files);
  const DataStats stats = collect_stats(*files);
  EXPECT_EQ(stats.games, 3u);
  EXPECT_EQ(stats.duplicate_games, 1u);
  EXPECT_EQ(stats.illegal_games, 1u);
  EXPECT_EQ(stats.positions,
            stats.kept + stats.early + stats.in_check + stats.noisy + stats.decided);
}

TEST(ChanceFit, RecoversAKnownModel) {
  const search::ChanceModel truth{60, 180, 50, 110};
  ChanceFit fit;
  Rng rng(5);
  for (int i = 0; i < 200'000; ++i) {
    const int score = static_cast<int>(rng.below(1600)) - 800;
    const double material = rng.uniform();
    const auto p = truth.chances(score, material);
    const double u = rng.uniform();
    fit.add(score, material, u < p.win ? 2 : u < p.win + p.loss ? 0 : 1);
  }
  const search::ChanceModel found = fit.model();
  EXPECT_NEAR(found.a_bare, truth.a_bare, 6);
  EXPECT_NEAR(found.a_full, truth.a_full, 6);
  EXPECT_NEAR(found.b_bare, truth.b_bare, 6);
  EXPECT_NEAR(found.b_full, truth.b_full, 6);

  // The table that people see: a score of 1 wins half of the games, whatever the material.
  const auto observed = fit.compare(found);
  ASSERT_GT(observed.size(), 20u);
  std::uint64_t positions = 0;
  for (const ChanceFit::Observed& o : observed) {
    EXPECT_NEAR(o.win, o.fitted_win, 0.05) << o.score;
    EXPECT_NEAR(o.loss, o.fitted_loss, 0.05) << o.score;
    if (std::abs(o.score - 1) < 0.1) {
      EXPECT_NEAR(o.win, 0.5, 0.05);
    }
    positions += o.positions;
  }
  EXPECT_GT(positions, 100'000u);
  const std::string svg = chances_svg(observed);
  EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
}

TEST(ChanceReport, SaysWhoPlayedAndHowLongTheyThought) {
  const std::string folder = testing::TempDir() + "rookery_chance_report";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (const auto& [name, settings] :
       {std::pair("a", "agent: rookery, network 0123\nsoft_nodes: 20000\n"),
        std::pair("b", "agent: rookery, network 0123\nsoft_nodes: 30000\n")}) {
    auto writer = GameWriter::open(folder + "/" + name + ".games", settings);
    ASSERT_TRUE(writer);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(writer->append(random_game(i)));
  }
  const std::string paths[] = {folder};
  const auto files = open_games(paths);
  ASSERT_TRUE(files);
  const ChanceReport report = fit_chances(*files);
  EXPECT_EQ(report.network, "0123");
  EXPECT_EQ(report.nodes, 20000u);
  EXPECT_EQ(report.games, 10u);
  EXPECT_GT(report.positions, 0u);
  EXPECT_NE(chances_text(report).find("nodes: 20000\n"), std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST(ExpectedResult, IsEvenAtZeroAndGrowsWithTheScore) {
  const chess::Position p = chess::Position::initial();
  EXPECT_DOUBLE_EQ(search::expected_result(0, p), 0.5);
  double before = 0;
  for (int score = -2000; score <= 2000; score += 50) {
    const double now = search::expected_result(score, p);
    EXPECT_GT(now, before);
    EXPECT_LT(now, 1);
    EXPECT_NEAR(now + search::expected_result(-score, p), 1, 1e-12);
    before = now;
  }
  EXPECT_EQ(search::expected_result(eval::mate_in(5), p), 1);
  EXPECT_EQ(search::expected_result(eval::mated_in(4), p), 0);
}

/// The trainer's inputs are the engine's inputs.
TEST(ChanceFit, EndsOnGamesThatAreFewOrAllAlike) {
  // Every one of these made the best number lie infinitely far away.
  for (const int result : {0, 1, 2})
    for (const int scores : {1, 100})
      for (const int sign : {-1, 1}) {
        ChanceFit fit;
        for (int i = 0; i < scores; ++i) fit.add(sign * 15 * i, i % 20 / 20.0, result);
        const search::ChanceModel m = fit.model();
        for (const double number : {m.a_bare, m.a_full, m.b_bare, m.b_full}) {
          EXPECT_GE(number, ChanceFit::kLeast);
          EXPECT_LE(number, ChanceFit::kMost);
        }
      }
  ChanceFit draws;
  for (int i = 0; i < 100; ++i) draws.add(0, 0.5, 1);
  EXPECT_FALSE(ChanceFit::is_settled(draws.model()));
}

TEST(Positions, UnpackedFeaturesAreThoseOfTheEvaluator) {
  using namespace eval::nnue;
  for (int i = 0; i < 40; ++i) {
    const GameRecord game = random_game(100 + i);
    EXPECT_TRUE(replay(game, [&](const chess::Position& p, int, const ScoredMove& m) {
      Features f;
      const PackedPosition packed = pack(p, m, game.result, 0);
      unpack(packed, f);
      const chess::Color us = p.side_to_move();
      std::multiset<int> want[2];
      for (chess::Square s : chess::squares(p.pieces()))
        for (int view = 0; view < 2; ++view) {
          const chess::Color c = view == 0 ? us : ~us;
          want[view].insert(feature(c, orientation(c, p.king_square(c)), p.piece_on(s), s));
        }
      EXPECT_EQ(std::multiset<int>(f.us, f.us + f.count), want[0]);
      EXPECT_EQ(std::multiset<int>(f.them, f.them + f.count), want[1]);
      const int sign = us == chess::Color::white ? 1 : -1;
      EXPECT_EQ(packed.score, sign * m.score);
      EXPECT_EQ(packed.result - 1, sign * (static_cast<int>(game.result) - 1));
    }));
  }
}

TEST(Positions, Filters) {
  const auto kept = [](const char* fen, chess::Move m, int score, int ply = 16) {
    return is_kept(*notation::parse_fen(fen), ply, {m, static_cast<std::int16_t>(score)});
  };
  using enum chess::Square;
  const char* open = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
  EXPECT_TRUE(kept(open, chess::Move(e1, e2), 30));
  EXPECT_FALSE(kept(open, chess::Move(e1, e2), 30, 15));
  EXPECT_FALSE(kept(open, chess::Move(e4, d5, chess::MoveKind::capture), 30));
  EXPECT_FALSE(kept(open, chess::Move(e1, e2), eval::mate_in(9)));
  EXPECT_FALSE(kept(open, chess::Move(e1, e2), -eval::kTablebaseWin));
  EXPECT_FALSE(kept("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", chess::Move(e1, e2), 30));
  EXPECT_FALSE(kept("4k3/8/8/3p4/4P3/8/8/r3K3 w - - 0 1", chess::Move(e1, e2), 30));
}

TEST(SigmoidFit, FindsTheScaleThatMadeTheResults) {
  SigmoidFit fit;
  Rng rng(3);
  for (int i = 0; i < 400'000; ++i) {
    const int score = static_cast<int>(rng.below(1601)) - 800;
    fit.add(score, rng.uniform() < 1 / (1 + std::exp(-score / 220.0)) ? 2 : 0);
  }
  EXPECT_NEAR(fit.scale(), 220, 4);
  EXPECT_EQ(SigmoidFit().scale(), 0);
}

}  // namespace
}  // namespace rookery::train
