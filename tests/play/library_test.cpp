// What is kept in the state folder: games, settings, lessons, exercises.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "base/read_file.h"
#include "play/game_library.h"
#include "play/preferences.h"
#include "play/progress.h"
#include "play/state_file.h"

namespace rookery::play {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StateTest : public testing::Test {
 protected:
  StateTest() {
    std::string name = (fs::temp_directory_path() / "rookery_state_XXXXXX").string();
    state = mkdtemp(name.data());
  }
  ~StateTest() override { fs::remove_all(state); }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories((state / name).parent_path());
    std::ofstream(state / name) << text;
  }
  fs::path state;
};

class GameLibraryTest : public StateTest {
 protected:
  GameLibraryTest() {
    write("current/20261103-1.pgn", "[White \"Human\"]\n[Black \"Sparrow\"]\n\n1. e4 c5 *\n");
    write("archive/20261102-1.pgn",
          "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2026.11.02\"]\n\n1. d4 d5 2. c4 1-0\n");
    write("opened/20261101-1.pgn", "[White \"Zoë\"]\n\n1. e4 *\n\n[White \"Yan\"]\n\n1. c4 *\n");
    write("put-away/20261104-1.pgn", "1. e4 *\n");
    write("archive/notes.txt", "not a game");
    fs::create_symlink("/etc/passwd", state / "archive/20261105.pgn");
  }
  std::vector<std::string> ids(std::string_view query = {}) {
    std::vector<std::string> out;
    for (const LibraryEntry& e : library.list(query)) out.push_back(e.id);
    return out;
  }
  GameLibrary library{state};
};

TEST_F(GameLibraryTest, ListsNewestFirstWithWhatPeopleLookFor) {
  EXPECT_EQ(ids(), (std::vector<std::string>{"current/20261103-1", "archive/20261102-1",
                                             "opened/20261101-1"}));
  const auto entries = library.list();
  EXPECT_EQ(entries[0].opening, "Sicilian Defence");
  EXPECT_EQ(entries[1].result, "1-0");
  EXPECT_EQ(entries[1].opening, "Queen's Gambit");
  EXPECT_EQ(entries[1].moves, 2u);
  EXPECT_EQ(entries[2].games, 2u);
  EXPECT_EQ(to_json(entries[1])["shelf"], "archive");
}

TEST_F(GameLibraryTest, SearchesEveryWord) {
  EXPECT_EQ(ids("gambit ANN"), (std::vector<std::string>{"archive/20261102-1"}));
  EXPECT_EQ(ids("gambit zed"), std::vector<std::string>{});
  EXPECT_EQ(ids("2026.11").size(), 1u);
}

TEST_F(GameLibraryTest, SeesWhatChanged) {
  ASSERT_EQ(library.list()[0].moves, 1u);
  write("current/20261103-1.pgn", "[White \"Human\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 *\n");
  EXPECT_EQ(library.list()[0].moves, 3u);
}

TEST_F(GameLibraryTest, NoIdLeavesTheStateFolder) {
  write("secret.pgn", "1. e4 *\n");
  for (const char* id : {"archive/../secret", "archive/../../etc/passwd", "../secret", "secret",
                         "archive/", "archive", "", "archive/.hidden", "archive/20261105",
                         "/etc/passwd", "archive/x\ny", "archive//20261102-1"})
    EXPECT_FALSE(library.find(id)) << id;
  EXPECT_TRUE(library.find("archive/20261102-1"));
}

TEST_F(GameLibraryTest, PutsAwayAndBringsBack) {
  const auto away = library.put_away("archive/20261102-1");
  ASSERT_TRUE(away) << away.error().message;
  EXPECT_EQ(*away, "put-away/archive.20261102-1");
  EXPECT_EQ(ids().size(), 2u);
  EXPECT_EQ(*library.bring_back(*away), "archive/20261102-1");
  EXPECT_EQ(ids().size(), 3u);
  EXPECT_FALSE(library.put_away("archive/none"));
}

TEST_F(GameLibraryTest, AGameThatIsPlayedStaysWhereItIs) {
  const int lock =
      open((state / "current/20261103-1.pgn.lock").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  ASSERT_EQ(flock(lock, LOCK_EX), 0);
  EXPECT_TRUE(GameLibrary::is_locked(*library.find("current/20261103-1")));
  EXPECT_EQ(library.put_away("current/20261103-1").error().message, "this game is being played");
  close(lock);
  EXPECT_FALSE(GameLibrary::is_locked(*library.find("current/20261103-1")));
}

TEST_F(GameLibraryTest, OpensTextOnceHoweverOftenItIsOpened) {
  const auto id = library.open_text("[White \"Cy\"]\n\n1. b3 {nice} *\n");
  ASSERT_TRUE(id) << id.error().message;
  EXPECT_EQ(library.find(*id)->opening, "Nimzo-Larsen Attack");
  EXPECT_EQ(*library.open_text("[White \"Cy\"]\n\n1. b3 {nice} *\n"), *id);
  EXPECT_EQ(ids().size(), 4u);
  EXPECT_THAT(*read_file(library.find(*id)->file, FileKind::game), HasSubstr("{nice}"));
  EXPECT_FALSE(library.open_text(""));
}

TEST_F(GameLibraryTest, BrokenGamesAreListedWithTheReason) {
  write("archive/20261106-1.pgn", "[White \"A\"]\n\n1. e4 Ke3 *\n");
  EXPECT_THAT(library.list()[0].broken, HasSubstr("Ke3"));
  EXPECT_EQ(library.list()[0].white, "A");
}

TEST_F(StateTest, PreferencesAreRememberedAndChecked) {
  EXPECT_EQ(load_preferences(state), Preferences{});
  const auto changed = change_preferences(state, {{"color", "black"}, {"lines", 4}});
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_EQ(load_preferences(state).color, "black");
  EXPECT_EQ(load_preferences(state).lines, 4);
  EXPECT_EQ(change_preferences(state, {{"lines", 6}}).error().message,
            "settings.lines: expected a whole number from 1 to 5, not 6");
  EXPECT_EQ(change_preferences(state, {{"color", "green"}}).error().message,
            "settings.color: expected white, black or either");
  EXPECT_FALSE(change_preferences(state, {{"bell", "loud"}}));
  EXPECT_EQ(load_preferences(state).lines, 4);
  EXPECT_EQ(*patched({}, to_json(*changed)), *changed);
}

TEST_F(StateTest, SettingsOfALaterVersionStayInTheFile) {
  write("settings.json", R"({"lines":2,"not_yet":[1]})");
  ASSERT_TRUE(change_preferences(state, {{"lines", 4}}));
  const auto value = StateFile(state / "settings.json").read();
  EXPECT_EQ((*value)["not_yet"], json::Value::array({1}));
  EXPECT_EQ((*value)["lines"], 4);
}

TEST_F(StateTest, ADamagedFileLocksNobodyOutAndIsKept) {
  write("settings.json", "{\"lines\":");
  EXPECT_EQ(load_preferences(state), Preferences{});
  EXPECT_THAT(StateFile(state / "settings.json").read().error().message, HasSubstr("not JSON"));
  ASSERT_TRUE(change_preferences(state, {{"lines", 4}}));
  EXPECT_EQ(load_preferences(state).lines, 4);
  EXPECT_TRUE(fs::exists(state / "settings.json.broken"));
}

TEST_F(StateTest, LessonsNeverGoBack) {
  const Lessons lessons(state);
  EXPECT_TRUE(lessons.all().empty());
  ASSERT_TRUE(lessons.reached("minimax", 3, false));
  ASSERT_TRUE(lessons.reached("minimax", 1, true));
  ASSERT_TRUE(lessons.reached("alphabeta", 2, false));
  EXPECT_EQ(lessons.all()["minimax"], (LessonProgress{3, true}));
  EXPECT_EQ(lessons.all()["alphabeta"], (LessonProgress{2, false}));
}

TEST_F(StateTest, ExercisesComeBackWhenTheyAreDue) {
  const Practice practice(state);
  Exercise e;
  e.id = "a";
  e.fen = "7k/6pp/8/8/8/8/8/R5K1 w - - 0 1";
  e.best = "a1a8";
  ASSERT_TRUE(practice.add(e));
  ASSERT_TRUE(practice.add(e));
  EXPECT_EQ(practice.all().size(), 1u);
  constexpr std::int64_t kNow = 1'800'000'000, kDay = 86'400;
  ASSERT_TRUE(practice.next(kNow));
  EXPECT_EQ(practice.grade("a", true, kNow)->due, kNow + kDay);
  EXPECT_FALSE(practice.next(kNow + kDay - 1));
  EXPECT_EQ(practice.grade("a", true, kNow + kDay)->due, kNow + 4 * kDay);
  EXPECT_EQ(practice.grade("a", false, kNow + 4 * kDay)->due, kNow + 4 * kDay + 600);
  EXPECT_EQ(practice.all()[0].right, 0);
  EXPECT_FALSE(practice.grade("b", true, kNow));
  e.id = "illegal";
  e.best = "a1b2";
  EXPECT_FALSE(practice.add(e));
}

TEST_F(StateTest, TwoProgramsLoseNothingOfEachOther) {
  const auto count = [&](const char* lesson) {
    for (int i = 1; i <= 50; ++i) ASSERT_TRUE(Lessons(state).reached(lesson, i, false));
  };
  std::thread other(count, "one");
  count("two");
  other.join();
  EXPECT_EQ(Lessons(state).all()["one"].step, 50);
  EXPECT_EQ(Lessons(state).all()["two"].step, 50);
}

TEST_F(StateTest, AKilledWriterLeavesAWholeFile) {
  int least = 0;
  for (int round = 0; round < 20; ++round) {
    const pid_t writer = fork();
    if (writer == 0)
      for (int i = least;; ++i) (void)Lessons(state).reached("x", i, false).has_value();
    usleep(static_cast<useconds_t>(2000 + 700 * round));
    kill(writer, SIGKILL);
    waitpid(writer, nullptr, 0);
    const auto value = StateFile(state / "lessons.json").read();
    ASSERT_TRUE(value) << value.error().message;
    const int step = Lessons(state).all()["x"].step;
    EXPECT_GE(step, least);
    least = step;
  }
  EXPECT_GT(least, 0);
}

}  // namespace
}  // namespace rookery::play
