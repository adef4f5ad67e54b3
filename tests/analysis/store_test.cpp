// Reviews that are kept, read back, and made into puzzles and reports.
#include "analysis/review_store.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "analysis/json.h"
#include "analysis/puzzles.h"
#include "engine/engine.h"
#include "notation/pgn_tree.h"

namespace rookery::analysis {
namespace {

std::unique_ptr<search::Agent> make_engine() {
  auto engine = std::make_unique<engine::Engine>("rookery", engine::EvaluatorKind::network);
  EXPECT_TRUE(engine->set_option("Hash", "4"));
  return engine;
}

struct Reviewed {
  chess::GameTree tree;
  chess::Game game;
  ReviewOptions options;
  GameReview review;

  explicit Reviewed(const std::string& pgn) {
    notation::PgnReader reader(pgn);
    tree = notation::read_game_tree(reader)->tree;
    game = tree.game();
    options.position = {20'000};
    search::Control control;
    review = review_game(game, options, {make_engine, {}, {}}, control);
  }
};

constexpr const char* kLegal =
    "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00]} 2. Nf3 d6 3. "
    "Bc4 "
    "Bg4 4. Nc3 g6 {[%clk 0:00:08]} 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";

std::filesystem::path fresh_folder(const char* name) {
  const char* base = std::getenv("TEST_TMPDIR");
  const auto folder = std::filesystem::path(base ? base : testing::TempDir()) / name;
  std::filesystem::remove_all(folder);
  return folder;
}

TEST(ReviewStore, WhatIsKeptComesBackTheSame) {
  const Reviewed r(kLegal);
  const ReviewStore store(fresh_folder("reviews"), "test");
  EXPECT_FALSE(store.find(r.game, r.options));
  ASSERT_TRUE(store.keep(r.game, r.options, r.review));
  const auto back = store.find(r.game, r.options);
  ASSERT_TRUE(back);
  EXPECT_EQ(to_json(*back, r.game), to_json(r.review, r.game));
  ReviewOptions other = r.options;
  other.position.nodes = 30'000;
  EXPECT_FALSE(store.find(r.game, other)) << "another effort is another review";
}

TEST(ReviewStore, ADamagedFileIsNotThere) {
  const Reviewed r(kLegal);
  const auto folder = fresh_folder("damaged");
  const ReviewStore store(folder, "test");
  ASSERT_TRUE(store.keep(r.game, r.options, r.review));
  const auto file = std::filesystem::directory_iterator(folder)->path();
  const auto whole = to_json(r.review, r.game);
  for (const char* field : {"uci", "score", "best_line", "judgement"}) {
    nlohmann::json broken = whole;
    broken["moves"][3][field] = {{"own", "x"}};
    std::ofstream(file) << broken.dump();
    EXPECT_FALSE(store.find(r.game, r.options)) << field;
  }
  std::ofstream(file) << whole.dump().substr(0, 200);
  EXPECT_FALSE(store.find(r.game, r.options));
}

TEST(Review, BookClocksAndPuzzles) {
  Reviewed r(kLegal);
  note_clocks(r.review, r.tree);
  EXPECT_EQ(r.review.opening, "Philidor Defence");
  EXPECT_EQ(r.review.moves[0].explanation.judgement, Judgement::book);
  EXPECT_TRUE(r.review.moves[7].time_trouble);
  EXPECT_FALSE(r.review.moves[0].time_trouble);

  const auto agent = make_engine();
  search::Control control;
  Analyst analyst(*agent, {20'000}, control);
  const auto puzzles = find_puzzles(analyst, r.review, r.game, chess::Color::black);
  EXPECT_TRUE(find_puzzles(analyst, r.review, r.game, chess::Color::white).empty());
  ASSERT_FALSE(puzzles.empty());
  const Puzzle& last = puzzles.back();
  EXPECT_EQ(prompt_of(last), "Black to move. Find better than 5... Bxd1.");
  chess::Game before(r.game.start());
  for (std::size_t i = 0; i < last.ply; ++i) before.play(r.game.moves()[i]);
  EXPECT_TRUE(grade(analyst, before, last.solutions[0], last.solutions[0]).right);
  EXPECT_FALSE(grade(analyst, before, last.solutions[0], last.played).right);
}

TEST(PlayerReport, CountsOnlyTheOwnMoves) {
  Reviewed r(kLegal);
  note_clocks(r.review, r.tree);
  PlayerReport report;
  report.name = "Bob";
  report.add(r.review, r.game, chess::Color::black, 1);
  EXPECT_EQ(report.all.games, 1);
  EXPECT_EQ(report.all.moves, 6);
  EXPECT_EQ(report.colors[0].moves, 0);
  EXPECT_EQ(report.short_of_time.moves, 1);
  EXPECT_EQ(report.openings.begin()->first, "Philidor Defence");
  ASSERT_EQ(report.motifs.count("mate"), 1u) << "5... Bxd1 allows a mate";
  EXPECT_EQ(report.motifs.at("mate").places.back().move, 5);
  EXPECT_TRUE(report.work_on().empty()) << "six moves are no pattern";
}

}  // namespace
}  // namespace rookery::analysis
