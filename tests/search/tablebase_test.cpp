// Tablebase: known endings, agreement of WDL and root probes, and wins that are won in time. Needs
// Syzygy tables of up to four pieces in the folder named by ROOKERY_SYZYGY; skipped without.
#include "search/tablebase.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "search/syzygy_file.h"

namespace rookery::search {
namespace {

using namespace chess;
namespace fs = std::filesystem;

Position position(const std::string& fen) {
  auto parsed = notation::parse_fen(fen);
  EXPECT_TRUE(parsed) << fen;
  return *parsed;
}

class TablebaseTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* path = std::getenv("ROOKERY_SYZYGY");
    if (path == nullptr) GTEST_SKIP() << "ROOKERY_SYZYGY names no folder of Syzygy tables";
    auto tables = Tablebase::load(path);
    ASSERT_TRUE(tables) << tables.error().message;
    tables_ = *tables;
  }
  std::shared_ptr<Tablebase> tables_;
};

/// Any legal position of two kings and these pieces, uppercase white.
Position random_position(Rng& rng, const std::string& pieces) {
  for (;;) {
    Setup setup;
    bool fits = true;
    for (char c : "Kk" + pieces) {
      const Square s = square_at(static_cast<int>(rng.below(64)));
      fits &= setup.board[static_cast<std::size_t>(index(s))] == Piece::none;
      for (Color color : kColors)
        for (PieceType type : kPieceTypes)
          if (piece_char(make_piece(color, type)) == c)
            setup.board[static_cast<std::size_t>(index(s))] = make_piece(color, type);
    }
    if (!fits) continue;
    setup.side_to_move = rng.below(2) != 0 ? Color::white : Color::black;
    if (auto p = Position::from_setup(setup)) return *p;
  }
}

class DamagedTableTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* path = std::getenv("ROOKERY_SYZYGY");
    if (path == nullptr) GTEST_SKIP() << "ROOKERY_SYZYGY names no folder of Syzygy tables";
    std::string name = testing::TempDir() + "rookery_syzygy.XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    tables_ = list_tables(path);
  }
  void TearDown() override {
    if (!folder_.empty()) fs::remove_all(folder_);
  }
  static std::string bytes_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  fs::path folder_;
  std::vector<fs::path> tables_;
};

TEST_F(DamagedTableTest, WholeTablesPass) {
  for (const fs::path& table : tables_)
    for (const TableCheck check : {TableCheck::usable, TableCheck::thorough}) {
      const auto checked = check_table(table, check);
      EXPECT_TRUE(checked) << table << ": " << checked.error().message;
    }
}

/// Damages tables at random and lets the library probe those that the check lets pass, each in a
/// process of its own: none may be ended by a signal. Without the check about one in four is.
TEST_F(DamagedTableTest, WhatPassesCanBeProbed) {
  Rng rng(19);
  int refused = 0, probed = 0;
  for (int i = 0; i < 80; ++i) {
    const fs::path source = tables_[rng.below(static_cast<std::uint32_t>(tables_.size()))];
    std::string bytes = bytes_of(source);
    const auto size = static_cast<std::uint32_t>(bytes.size());
    const int kind = i % 4;
    if (kind == 0) {
      bytes.resize(bytes.size() - 64 * rng.below(size / 64));  // cut, in the right residue
    } else {
      const std::uint32_t reach = kind == 1 ? std::min(size, 200u) : size;
      for (int n = 0; n < 8; ++n) bytes[rng.below(reach)] = static_cast<char>(rng.below(256));
    }
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (const fs::path& table : tables_)
      if (table != source) fs::create_symlink(table, folder_ / table.filename());
    std::ofstream(folder_ / source.filename(), std::ios::binary) << bytes;
    if (!check_table(folder_ / source.filename(), TableCheck::usable)) {
      ++refused;
      continue;
    }
    ++probed;
    const pid_t child = fork();
    if (child == 0) {
      std::string pieces = source.stem().string().substr(1);
      pieces.erase(pieces.find('v') + 1, 1);
      const auto v = pieces.find('v');
      for (std::size_t c = v; c < pieces.size(); ++c)
        pieces[c] = static_cast<char>(std::tolower(pieces[c]));
      pieces.erase(v, 1);
      const auto tables = Tablebase::load(folder_.string());
      if (!tables) _exit(0);
      alarm(20);
      for (int n = 0; n < 2000; ++n) {
        const Position p = random_position(rng, pieces);
        (void)(*tables)->probe_wdl(p);
        if (n % 10 == 0) (void)(*tables)->probe_root(Game(p));
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << source << ", damage " << i << " ended the library";
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(probed, 5);
}

TEST_F(DamagedTableTest, ADamagedTableIsSwitchedOffWithAllThatLeadsToIt) {
  for (const fs::path& table : tables_) fs::create_symlink(table, folder_ / table.filename());
  fs::remove(folder_ / "KRvK.rtbw");
  std::ofstream(folder_ / "KRvK.rtbw") << std::string(80, 'x');
  const pid_t child = fork();  // the library holds one set of tables for each process
  if (child == 0) {
    const auto tables = Tablebase::load(folder_.string());
    bool good = tables && (*tables)->damaged().size() == 1;
    const auto knows = [&](const char* fen) {
      return (*tables)->probe_wdl(*notation::parse_fen(fen)).has_value();
    };
    good = good && !knows("8/8/8/8/8/1k6/8/1K1R4 w - - 0 1") &&  // the table itself
           !knows("8/8/8/8/8/1k6/8/1K1RN3 w - - 0 1") &&         // by capture
           !knows("8/3P4/8/8/8/1k6/8/1K6 w - - 0 1") &&          // by promotion
           knows("8/8/8/8/8/1k6/8/1K5Q w - - 0 1");
    _exit(good ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

constexpr const char* kEndings[] = {"Q",  "R",  "P",  "BN", "BB", "QN", "Qr", "Qq",
                                    "Qp", "Rn", "Rb", "Rp", "PP", "Pp", "Pn", "NP"};

TEST(Tablebase, SaysWhenNothingIsThere) {
  const auto tables = Tablebase::load("/nonexistent");
  ASSERT_FALSE(tables);
  EXPECT_EQ(tables.error().message, "no tablebases in '/nonexistent'");
}

TEST_F(TablebaseTest, OnePathAtATime) {
  const std::string path = std::getenv("ROOKERY_SYZYGY");
  EXPECT_EQ(*Tablebase::load(path), tables_);
  EXPECT_FALSE(Tablebase::load("/nonexistent"));
  tables_.reset();
  EXPECT_FALSE(Tablebase::load("/nonexistent"));
  EXPECT_TRUE(Tablebase::load(path));
}

TEST_F(TablebaseTest, KnowsTheTextbook) {
  EXPECT_GE(tables_->max_pieces(), 4);
  EXPECT_EQ(tables_->probe_wdl(position("8/8/8/8/8/8/R7/K1k5 w - - 0 1")), Wdl::win);
  EXPECT_EQ(tables_->probe_wdl(position("8/8/8/8/8/8/R7/K1k5 b - - 0 1")), Wdl::loss);
  // The opposition: White to move does not win, Black to move loses.
  EXPECT_EQ(tables_->probe_wdl(position("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1")), Wdl::loss);
  EXPECT_EQ(tables_->probe_wdl(position("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1")), Wdl::draw);
  EXPECT_EQ(tables_->probe_wdl(position("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1")), Wdl::loss);
  // The wrong rook's pawn's bishop.
  EXPECT_EQ(tables_->probe_wdl(position("k7/8/8/8/8/P7/8/K1B5 w - - 0 1")), Wdl::draw);
}

TEST_F(TablebaseTest, StaysSilentWhereItDoesNotKnow) {
  EXPECT_FALSE(tables_->probe_wdl(Position::initial()));
  EXPECT_FALSE(tables_->probe_wdl(position("8/8/8/8/8/8/R7/K1k5 w - - 3 10")));
  EXPECT_FALSE(tables_->probe_wdl(position("k7/8/8/8/8/8/8/4K2R w K - 0 1")));
  EXPECT_TRUE(tables_->probe_root(Game()).empty());
  // Checkmate: no move to rank.
  EXPECT_TRUE(tables_->probe_root(Game(position("R1k5/8/2K5/8/8/8/8/8 b - - 0 1"))).empty());
}

TEST_F(TablebaseTest, EnPassantCounts) {
  // Black is far from the a-pawn, and loses unless it may be taken now.
  const Position with = position("8/8/8/8/Pp6/8/8/K3k3 b - a3 0 1");
  EXPECT_EQ(tables_->probe_wdl(with), Wdl::draw);
  EXPECT_EQ(tables_->probe_wdl(position("8/8/8/8/Pp6/8/8/K3k3 b - - 0 1")), Wdl::loss);
  const auto moves = tables_->probe_root(Game(with));
  ASSERT_EQ(moves.size(), legal_moves(with).size());
  EXPECT_EQ(notation::to_uci(moves.front().move), "b4a3");
  EXPECT_EQ(moves[1].wdl, Wdl::loss);
}

TEST_F(TablebaseTest, RootAndSearchProbesAgree) {
  Rng rng(1);
  for (const char* pieces : kEndings)
    for (int i = 0; i < 50; ++i) {
      const Position p = random_position(rng, pieces);
      const auto wdl = tables_->probe_wdl(p);
      ASSERT_TRUE(wdl) << notation::to_fen(p);
      const auto moves = tables_->probe_root(Game(p));
      ASSERT_EQ(moves.size(), legal_moves(p).size()) << notation::to_fen(p);
      if (!moves.empty()) {
        EXPECT_EQ(moves.front().wdl, *wdl) << notation::to_fen(p);
      }
    }
}

TEST_F(TablebaseTest, WonEndingsAreWonInsideFiftyMoves) {
  Rng rng(2);
  int won = 0;
  for (const char* pieces : kEndings)
    for (int i = 0; i < 10; ++i) {
      Game game(random_position(rng, pieces));
      if (tables_->probe_wdl(game.position()) != Wdl::win) continue;
      const Color winner = game.position().side_to_move();
      // Both sides choose at random among the moves of the best rank.
      std::optional<Outcome> outcome;
      while (!(outcome = game.outcome())) {
        const auto moves = tables_->probe_root(game);
        ASSERT_FALSE(moves.empty());
        std::uint32_t best = 1;
        while (best < moves.size() && moves[best].rank == moves[0].rank) ++best;
        game.play(moves[rng.below(best)].move);
      }
      EXPECT_EQ(*outcome, (Outcome{winner, EndReason::checkmate}))
          << notation::to_fen(game.start());
      ++won;
    }
  EXPECT_GT(won, 40);
}

TEST_F(TablebaseTest, ManyThreadsMayProbe) {
  Rng rng(3);
  std::vector<Position> positions;
  std::vector<Wdl> expected;
  for (const char* pieces : kEndings)
    for (int i = 0; i < 20; ++i) {
      positions.push_back(random_position(rng, pieces));
      expected.push_back(*tables_->probe_wdl(positions.back()));
    }
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round)
        for (std::size_t i = 0; i < positions.size(); ++i)
          EXPECT_EQ(tables_->probe_wdl(positions[i]), expected[i]);
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace
}  // namespace rookery::search
