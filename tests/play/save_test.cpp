#include "play/save.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "notation/fen.h"
#include "notation/san.h"

namespace rookery::play {
namespace {

using namespace std::chrono_literals;
using chess::Color;
namespace fs = std::filesystem;

class SaveTest : public testing::Test {
 protected:
  SaveTest() {
    char name[] = "/tmp/rookery-save-XXXXXX";
    folder = mkdtemp(name);
  }
  ~SaveTest() override { fs::remove_all(folder); }

  static GameRecord sample() {
    GameSetup setup;
    setup.players[1] = NamedSpec::of_level(3, 7);
    setup.clock = TimeControl{300s, 3s};
    GameRecord record(setup);
    add(record, "e4", 299s, 300s);
    add(record, "e5", 299s, 298s);
    add(record, "Nf3", 290s, 298s);
    return record;
  }
  static void add(GameRecord& record, const char* san, Milliseconds white, Milliseconds black) {
    record.game.play(*notation::parse_san(record.game.position(), san));
    record.plies.push_back({{white, black}, {}});
  }

  fs::path folder;
};

TEST_F(SaveTest, PgnHoldsEverything) {
  const GameRecord record = sample();
  const std::string pgn = record_to_pgn(record);
  EXPECT_NE(pgn.find("[Black \"Rookery "), pgn.npos) << pgn;
  EXPECT_NE(pgn.find("[TimeControl \"300+3\"]"), pgn.npos) << pgn;
  const auto back = record_from_text(pgn);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->setup.players[0], PlayerSpec());
  EXPECT_EQ(back->setup.players[1].saved_text(), record.setup.players[1].saved_text());
  EXPECT_TRUE(back->setup.players[1].saved_text().starts_with("rookery:level=3,seed=7,sight-"));
  EXPECT_EQ(back->setup.clock, record.setup.clock);
  EXPECT_EQ(back->game.position(), record.game.position());
  ASSERT_EQ(back->plies.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    for (const Color c : chess::kColors)
      EXPECT_EQ(back->plies[i].left[index(c)],
                i == 0 && c == Color::black ? 300s : record.plies[i].left[index(c)]);
}

TEST_F(SaveTest, ClocksWithFractionsAreKept) {
  for (const TimeControl control : {TimeControl{300s, 500ms}, TimeControl{0s, 2500ms}}) {
    GameSetup setup;
    setup.clock = control;
    const auto back = record_from_text(record_to_pgn(GameRecord(setup)));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->setup.clock, control);
  }
}

TEST_F(SaveTest, EndsAreKept) {
  GameRecord record = sample();
  record.game.end({Color::white, chess::EndReason::time});
  const auto back = record_from_text(record_to_pgn(record));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->game.outcome(), record.game.outcome());
}

TEST_F(SaveTest, Chess960AndPositionsAreKept) {
  GameSetup setup;
  setup.chess960 = true;
  setup.start = chess::Position::chess960(77);
  const auto back = record_from_text(record_to_pgn(GameRecord(setup)));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->setup.start, setup.start);
  EXPECT_TRUE(back->setup.chess960);
}

TEST_F(SaveTest, AFenIsAGameToo) {
  const char* fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
  const auto record = record_from_text(std::string("\n") + fen + "\n");
  ASSERT_TRUE(record);
  EXPECT_EQ(notation::to_fen(record->game.position()), fen);
  EXPECT_FALSE(record->setup.chess960);
  EXPECT_TRUE(record_from_text("4k3/8/8/8/8/8/8/5KR1 w G - 0 1")->setup.chess960);
}

TEST_F(SaveTest, OtherProgramsGamesAndRubbish) {
  const auto game = record_from_text("1. d4 d5 2. c4 *");
  ASSERT_TRUE(game) << game.error().message;
  EXPECT_EQ(game->game.ply(), 3u);
  EXPECT_TRUE(game->setup.is_human(Color::white));
  EXPECT_FALSE(record_from_text(""));
  EXPECT_FALSE(record_from_text("1. e4 Nf9 *"));
  const auto empty_board = record_from_text("8/8/8/8/8/8/8/8 w - - 0 1");
  ASSERT_FALSE(empty_board);
  EXPECT_EQ(empty_board.error().message.substr(0, 4), "FEN:") << empty_board.error().message;
  EXPECT_FALSE(load_record(folder / "none.pgn"));
  EXPECT_FALSE(load_record(folder));
}

/// Somebody else's file, opened, played on and saved.
TEST_F(SaveTest, NothingOfAForeignFileIsLost) {
  const std::string second =
      "{about the second}\n[Event \"Second\"]\n[White \"C\"]\n\n1. c4 {best by test} (1. Nf3) *\n\n"
      "[Event \"Broken\"]\n\n1. e5 *\n";
  auto record = record_from_text(
      "[Event \"Cup\"]\n[Site \"Hall\"]\n[Date \"1999.01.02\"]\n[Round \"3\"]\n[White \"Ann\"]\n"
      "[Black \"Bob\"]\n[Result \"*\"]\n[TimeControl \"40/7200:3600\"]\n[ECO \"C20\"]\n\n"
      "{intro} 1. e4 $1 {king's pawn [%eval 0.3] [%xyz 1]} (1. d4 {closed}) 1... e5 2. Nf3 * "
      "{end}\n" +
      second);
  ASSERT_TRUE(record) << record.error().message;
  const auto tags_and_moves = [](const std::string& pgn) {
    std::string text;
    for (const char c : pgn) text += c == '\n' ? ' ' : c;
    return text;
  };
  const std::string opened = tags_and_moves(record_to_pgn(*record));
  for (const char* part :
       {"[Event \"Cup\"]", "[Site \"Hall\"]", "[Date \"1999.01.02\"]", "[Round \"3\"]",
        "[White \"Ann\"]", "[Black \"Bob\"]", "[TimeControl \"40/7200:3600\"]", "[ECO \"C20\"]",
        "{ intro } 1. e4 $1 { [%eval 0.30] [%xyz 1] king's pawn } (1. d4 { closed }) 1... e5 2. "
        "Nf3 { end } *"})
    EXPECT_NE(opened.find(part), opened.npos) << part << "\n" << opened;
  EXPECT_TRUE(record_to_pgn(*record).ends_with(second)) << record_to_pgn(*record);

  // Other moves from the second on: the old one stays as a variation, and so it is after a restart.
  record->game.undo(), record->plies.pop_back();
  add(*record, "d4", 0s, 0s);
  add(*record, "exd4", 0s, 0s);
  const auto again = record_from_text(record_to_pgn(*record));
  ASSERT_TRUE(again) << again.error().message;
  const std::string replaced = record_to_pgn(*again);
  EXPECT_NE(replaced.find("2. d4 (2. Nf3 { end }) 2... exd4 *"), replaced.npos) << replaced;
  EXPECT_NE(replaced.find("[White \"Ann\"]"), replaced.npos) << replaced;
  EXPECT_TRUE(replaced.ends_with(second)) << replaced;
}

TEST_F(SaveTest, AnExistingFileIsNotOverwritten) {
  const fs::path file = folder / "game.pgn";
  EXPECT_TRUE(write_new_file(file, "one"));
  EXPECT_FALSE(write_new_file(file, "two"));
  std::string text;
  std::ifstream(file) >> text;
  EXPECT_EQ(text, "one");
}

TEST_F(SaveTest, AutosaveIsFoundOnlyWhenNobodyPlaysIt) {
  GameRecord record = sample();
  {
    Autosave autosave(folder);
    EXPECT_TRUE(autosave.save(GameRecord(record.setup)));
    EXPECT_FALSE(Autosave::find_unfinished(folder)) << "a game without moves is not kept";
    ASSERT_TRUE(autosave.save(record));
    EXPECT_FALSE(Autosave::find_unfinished(folder)) << "it is being played";
  }
  const auto found = Autosave::find_unfinished(folder);
  ASSERT_TRUE(found);
  EXPECT_EQ(load_record(*found)->game.position(), record.game.position());
  {
    Autosave again(folder);
    ASSERT_TRUE(again.adopt(*found));
    EXPECT_FALSE(Autosave(folder).adopt(*found)) << "one player at a time";
    record.game.end({Color::black, chess::EndReason::resignation});
    ASSERT_TRUE(again.save(record));
  }
  EXPECT_FALSE(Autosave::find_unfinished(folder)) << "it has ended";
  EXPECT_TRUE(fs::exists(folder / "archive" / found->filename()));
}

TEST_F(SaveTest, AutosaveSurvivesAKilledProgram) {
  const GameRecord record = sample();
  const pid_t child = fork();
  if (child == 0) {
    Autosave autosave(folder);
    _exit(autosave.save(record) ? 0 : 1);  // no destructor runs, as after kill -9
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
  ASSERT_TRUE(Autosave::find_unfinished(folder));
}

TEST_F(SaveTest, AutosaveIsPrivateAndFollowsNoLinks) {
  const fs::path victim = folder / "victim";
  std::ofstream(victim) << "precious";
  Autosave autosave(folder);
  const auto planted = [&](const char* suffix) {
    fs::create_directories(folder / "current");
    fs::create_symlink(victim, autosave.file().string() + suffix);
  };
  planted("");
  planted(".new");  // a temporary name that was once used, and followed
  const mode_t before = umask(0);
  ASSERT_TRUE(autosave.save(sample()));
  umask(before);
  std::string text;
  std::ifstream(victim) >> text;
  EXPECT_EQ(text, "precious");
  EXPECT_EQ(fs::status(autosave.file()).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);

  Autosave locked(folder);
  fs::create_symlink(folder / "made", locked.file().string() + ".lock");
  EXPECT_FALSE(locked.save(sample()));
  EXPECT_FALSE(fs::exists(folder / "made"));

  // A game that somebody linked into the folder is not ours to offer.
  std::ofstream(folder / "other.pgn") << record_to_pgn(sample());
  fs::create_directories(folder / "two" / "current");
  fs::create_symlink(folder / "other.pgn", folder / "two" / "current" / "x.pgn");
  EXPECT_FALSE(Autosave::find_unfinished(folder / "two"));
}

TEST_F(SaveTest, FilesWithoutEndAreRefused) {
  const auto record = load_record("/dev/zero");
  ASSERT_FALSE(record);
  EXPECT_NE(record.error().message.find("a device"), std::string::npos) << record.error().message;
}

TEST_F(SaveTest, ADeclinedGameIsNotOfferedAgain) {
  { ASSERT_TRUE(Autosave(folder).save(sample())); }
  const auto found = Autosave::find_unfinished(folder);
  ASSERT_TRUE(found);
  Autosave::archive(*found);
  EXPECT_FALSE(Autosave::find_unfinished(folder));
  EXPECT_TRUE(fs::exists(folder / "archive" / found->filename()));
}

}  // namespace
}  // namespace rookery::play
