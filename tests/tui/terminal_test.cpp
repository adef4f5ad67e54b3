// The real program in a real pseudo-terminal; what the screen shows is checked.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <fstream>

#include "play/save.h"
#include "pty.h"

namespace rookery::tests {
namespace {

const std::string kUp = "\x1bOA", kDown = "\x1bOB", kRight = "\x1bOC", kLeft = "\x1bOD";

class TerminalTest : public testing::Test {
 protected:
  void start(std::vector<std::string> arguments, Pty::Options options = {}) {
    options.folder = folder.path().string();
    pty.emplace(ROOKERY_BINARY, arguments, options);
    cursor_file = 4;
    cursor_rank = 1;
  }
  void start_two_people(const char* fen = nullptr, Pty::Options options = {}) {
    std::vector<std::string> arguments{"play", "--white", "human", "--black", "human"};
    if (fen) arguments.insert(arguments.end(), {"--fen", fen});
    start(arguments, options);
    ASSERT_TRUE(see("to move"));
  }
  testing::AssertionResult see(std::string_view text) {
    if (pty->wait_for(text)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "no '" << text << "' on the screen:\n"
                                       << pty->screen().text();
  }
  testing::AssertionResult see_gone(std::string_view text) {
    if (pty->wait_gone(text)) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "'" << text << "' is still on the screen:\n"
                                       << pty->screen().text();
  }
  /// Moves the cursor there with the arrow keys and presses Enter.
  void go_to(const char* square) {
    const int file = square[0] - 'a', rank = square[1] - '1';
    std::string keys;
    for (; cursor_file < file; ++cursor_file) keys += kRight;
    for (; cursor_file > file; --cursor_file) keys += kLeft;
    for (; cursor_rank < rank; ++cursor_rank) keys += kUp;
    for (; cursor_rank > rank; --cursor_rank) keys += kDown;
    pty->send(keys + "\r");
  }
  void move(const char* from, const char* to) {
    go_to(from);
    go_to(to);
  }
  /// The piece that the screen shows on a square of the unflipped board.
  char32_t piece_at(const char* square) const {
    return pty->screen().at(5 + (square[0] - 'a') * 5 + 2, 2 + ('8' - square[1]) * 2).ch;
  }
  /// The text of a frame can arrive before its board does.
  testing::AssertionResult see_piece(const char* square, char32_t piece) {
    if (pty->wait([&] { return piece_at(square) == piece; })) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "no such piece on " << square << ":\n"
                                       << pty->screen().text();
  }
  const VtCell& cell_at(const char* square) const {
    return pty->screen().at(5 + (square[0] - 'a') * 5 + 2, 2 + ('8' - square[1]) * 2);
  }
  void expect_restored(int expected_status = 0) {
    EXPECT_EQ(pty->exit_status(), expected_status);
    EXPECT_FALSE(pty->screen().is_alternate());
    EXPECT_FALSE(pty->screen().is_cursor_hidden());
    EXPECT_FALSE(pty->screen().is_mouse_on());
  }

  TemporaryFolder folder;
  std::optional<Pty> pty;
  int cursor_file = 4, cursor_rank = 1;
};

TEST_F(TerminalTest, AWholeGameByArrowKeysToMate) {
  start_two_people();
  EXPECT_TRUE(see_piece("e1", U'♚'));
  move("e2", "e4");
  ASSERT_TRUE(see("Black to move"));
  move("e7", "e5");
  ASSERT_TRUE(see("White to move"));
  move("f1", "c4");
  ASSERT_TRUE(see("Bc4"));
  move("b8", "c6");
  ASSERT_TRUE(see("Nc6"));
  move("d1", "h5");
  ASSERT_TRUE(see("Qh5"));
  move("g8", "f6");
  ASSERT_TRUE(see("Nf6"));
  move("h5", "f7");
  ASSERT_TRUE(see("Checkmate! White wins, 1-0."));
  EXPECT_TRUE(see_piece("f7", U'♛'));
  EXPECT_TRUE(see_piece("h5", U' '));
  EXPECT_TRUE(see("4. Qxf7#"));
  EXPECT_EQ(pty->screen().unknown(), "");
  pty->send("\x03");  // nothing to lose: no question
  expect_restored();
}

TEST_F(TerminalTest, ThePieceInHandIsGreenAndItsTargetsAreMarked) {
  start_two_people();
  go_to("g1");
  ASSERT_TRUE(pty->wait([&] { return piece_at("f3") == U'•' && piece_at("h3") == U'•'; }));
  EXPECT_TRUE(pty->wait([&] {
    const int ink = cell_at("g1").ink;
    const int red = ink >> 16 & 255, green = ink >> 8 & 255, blue = ink & 255;
    return ink >= 0 && green > red && green > blue;
  })) << "the piece in hand is green";
  pty->send("\x1b");
  ASSERT_TRUE(pty->wait([&] { return piece_at("f3") == U' '; }));
}

TEST_F(TerminalTest, CastlingEnPassantPromotionUndo) {
  start_two_people("r3k2r/1P6/8/8/5p2/8/4P3/R3K2R w KQkq - 0 1");
  pty->send("r\r");
  ASSERT_TRUE(see("O-O"));
  EXPECT_TRUE(see_piece("g1", U'♚'));
  EXPECT_TRUE(see_piece("f1", U'♜'));
  pty->send("u\r");
  ASSERT_TRUE(see("No moves yet."));
  EXPECT_TRUE(see_piece("e1", U'♚'));
  cursor_file = 6;  // the cursor went with the king
  cursor_rank = 0;
  move("e2", "e4");
  ASSERT_TRUE(see("1. e4"));
  move("f4", "e3");
  ASSERT_TRUE(see("fxe3"));
  EXPECT_TRUE(see_piece("e4", U' '));
  EXPECT_TRUE(see_piece("e3", U'♟'));
  go_to("b7");
  go_to("a8");
  ASSERT_TRUE(see("Promote to"));
  pty->send(kRight + kRight + kRight + "\r");
  ASSERT_TRUE(see("bxa8=N"));
  EXPECT_TRUE(see_piece("a8", U'♞'));
  pty->send("y\r");
  ASSERT_TRUE(see("Nothing to play again."));
}

TEST_F(TerminalTest, SaveAndLoad) {
  start_two_people();
  pty->send("e4\r");
  ASSERT_TRUE(see("1. e4"));
  pty->send("c5\r");
  ASSERT_TRUE(see("White to move"));
  pty->send("s\r");
  ASSERT_TRUE(see("Save under which name?"));
  pty->send("mine\r");
  ASSERT_TRUE(see("Saved mine.pgn."));
  pty->send("m\r");
  ASSERT_TRUE(see("R O O K E R Y"));
  pty->send("q\r");
  expect_restored();
  start({"play", "mine.pgn"});
  ASSERT_TRUE(see("1. e4        c5"));
  EXPECT_TRUE(see_piece("c5", U'♟'));
  pty->send("s\r");
  ASSERT_TRUE(see("Save under which name?"));
  pty->send("mine.pgn\r");
  ASSERT_TRUE(see("Overwrite the file?"));
}

TEST_F(TerminalTest, ResizeToSmallAndBack) {
  start_two_people();
  pty->send("d4\r");
  ASSERT_TRUE(see("1. d4"));
  pty->resize(40, 15);
  ASSERT_TRUE(see("Rookery needs 60x20."));
  ASSERT_TRUE(see("This window is 40x15."));
  pty->resize(80, 24);
  ASSERT_TRUE(see("1. d4"));
  EXPECT_TRUE(see_piece("d4", U'♟'));
  pty->resize(110, 34);
  ASSERT_TRUE(see("Black to move"));
  EXPECT_EQ(pty->screen().unknown(), "");
}

TEST_F(TerminalTest, CtrlCAsksAndKeepsTheGame) {
  start_two_people();
  pty->send("d4\r");
  ASSERT_TRUE(see("1. d4"));
  pty->send("\x03");
  ASSERT_TRUE(see("Quit?"));
  pty->send("n");
  ASSERT_TRUE(see_gone("Quit?"));
  pty->send("\x03");
  ASSERT_TRUE(see("Quit?"));
  pty->send("\x03");
  expect_restored();
  EXPECT_NE(pty->raw().find("Your game is kept"), std::string::npos);
}

TEST_F(TerminalTest, TerminationRestoresTheScreen) {
  start_two_people();
  pty->kill_now(SIGTERM);
  expect_restored();
}

TEST_F(TerminalTest, ACrashRestoresTheScreen) {
  start_two_people();
  pty->kill_now(SIGSEGV);
  const auto status = pty->exit_status();
  ASSERT_TRUE(status);
  EXPECT_NE(*status, 0);
  EXPECT_FALSE(pty->screen().is_alternate());
  EXPECT_FALSE(pty->screen().is_cursor_hidden());
}

TEST_F(TerminalTest, AKilledGameIsOfferedAgain) {
  start_two_people();
  for (const char* typed : {"e4\r", "e5\r", "Nf3\r"}) pty->send(typed);
  ASSERT_TRUE(see("2. Nf3"));
  ASSERT_TRUE(see("Black to move"));
  pty->kill_now(SIGKILL);
  ASSERT_TRUE(pty->exit_status());
  start({});  // bare `rookery` on a terminal
  ASSERT_TRUE(see("Resume your unfinished game?"));
  pty->send("y");
  ASSERT_TRUE(see("2. Nf3"));
  ASSERT_TRUE(see("1. e4        e5"));
  pty->send("Nc6\r");
  ASSERT_TRUE(see("Nc6"));
}

TEST_F(TerminalTest, TheEngineAnswersFromTheMenu) {
  start({});
  ASSERT_TRUE(see("R O O K E R Y"));
  ASSERT_TRUE(see("you against the engine"));
  pty->send("1");
  ASSERT_TRUE(see("1 Hatchling"));
  for (int i = 0; i < 5; ++i) pty->send(kDown);
  pty->send("\r");
  ASSERT_TRUE(see("White to move"));
  pty->send("e4\r");
  ASSERT_TRUE(see("Evaluated "));
  ASSERT_TRUE(see("tree nodes in "));
  ASSERT_TRUE(see("White to move"));
  pty->send("u\r");
  ASSERT_TRUE(see("No moves yet."));
}

TEST_F(TerminalTest, MoveNowInterruptsALongThought) {
  start({"play", "--level", "12", "--movetime", "600000"});
  ASSERT_TRUE(see("White to move"));
  pty->send("e4\r");
  ASSERT_TRUE(see("is thinking"));
  ASSERT_TRUE(see("depth"));
  pty->send("\x03");
  ASSERT_TRUE(see("Evaluated "));
  ASSERT_TRUE(see("White to move"));
}

TEST_F(TerminalTest, TheMousePlays) {
  start_two_people();
  const auto click = [&](const char* square) {
    const int x = 5 + (square[0] - 'a') * 5 + 3, y = 2 + ('8' - square[1]) * 2 + 1;
    const std::string at = ";" + std::to_string(x) + ";" + std::to_string(y);
    pty->send("\x1b[<0" + at + "M\x1b[<0" + at + "m");
  };
  EXPECT_TRUE(pty->screen().is_mouse_on());
  click("g1");
  ASSERT_TRUE(pty->wait([&] { return piece_at("f3") == U'•'; }));
  click("f3");
  ASSERT_TRUE(see("1. Nf3"));
}

TEST_F(TerminalTest, AsciiAndNoColor) {
  start_two_people(nullptr, {80, 24, {{"LANG", "C"}, {"LC_ALL", "C"}, {"NO_COLOR", "1"}}, "."});
  ASSERT_TRUE(see("[P]"));
  for (const char c : pty->raw()) ASSERT_GE(c, 0) << "only ASCII";
  for (int y = 0; y < 24; ++y)
    for (int x = 0; x < 80; ++x) {
      ASSERT_EQ(pty->screen().at(x, y).ink, -1);
      ASSERT_EQ(pty->screen().at(x, y).paper, -1);
    }
}

TEST_F(TerminalTest, SixteenColoursDo) {
  start_two_people(nullptr, {80, 24, {{"TERM", "xterm"}}, "."});
  // Beside the pieces' tokens.
  const auto ground = [&](const char* square) {
    return pty->screen().at(5 + (square[0] - 'a') * 5, 2 + ('8' - square[1]) * 2).paper;
  };
  EXPECT_TRUE(pty->wait([&] { return ground("a1") != -1 && ground("b1") != -1; }));
  EXPECT_NE(ground("a1"), ground("b1"));
  EXPECT_EQ(pty->screen().unknown(), "");
}

TEST_F(TerminalTest, ATerminalThatCannotDrawGetsLines) {
  for (const char* term : {"dumb", "no-such-terminal", ""}) {
    start({"play", "--level", "1"}, {80, 24, {{"TERM", term}}, "."});
    ASSERT_TRUE(see("White to move.")) << term;
    EXPECT_TRUE(see("lines of text instead")) << term;
    EXPECT_EQ(pty->raw().find('\x1b'), std::string::npos) << term;
    pty->send("quit\n");
    EXPECT_EQ(pty->exit_status(), 0) << term;
  }
}

TEST_F(TerminalTest, ATerminalWithoutColoursShowsSquaresAndSides) {
  for (const char* term : {"vt100", "xterm-mono"}) {
    start_two_people(nullptr, {80, 24, {{"TERM", term}}, "."});
    ASSERT_TRUE(see("[♙]")) << term << ": the cursor and White's outlines";
    EXPECT_TRUE(see_piece("e8", U'♚')) << term;
    EXPECT_TRUE(see_piece("e1", U'♔')) << term;
    EXPECT_TRUE(see("░░░░░")) << term << ": dark squares";
  }
}

TEST_F(TerminalTest, OnTheLinuxConsoleNothingIsBoldBlack) {
  start_two_people(nullptr, {80, 24, {{"TERM", "linux"}}, "."});
  ASSERT_TRUE(see("White to move"));
  EXPECT_TRUE(see_piece("e1", U'K')) << "its font has no pieces";
  for (int y = 0; y < 24; ++y)
    for (int x = 0; x < 80; ++x) {
      const VtCell& cell = pty->screen().at(x, y);
      ASSERT_FALSE(cell.bold && cell.ink == 0 && cell.ch != U' ') << x << "," << y;
    }
  // Both sides can be told apart and read.
  EXPECT_NE(cell_at("e1").paper, cell_at("e8").paper);
  EXPECT_NE(cell_at("e1").ink, cell_at("e1").paper);
  EXPECT_NE(cell_at("e8").ink, cell_at("e8").paper);
}

TEST_F(TerminalTest, ATerminalThatTakesColoursGetsColours) {
  // As xterm-direct, which not every system knows: made here.
  std::ofstream(folder.path() / "direct.ti")
      << "rk-direct|direct colours for a test,\n\tRGB, colors#0x1000000, pairs#0x10000,\n"
         "\tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;"
         "%p1%{255}%&%d%;m,\n"
         "\tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;"
         "%p1%{255}%&%d%;m,\n\tuse=xterm-256color,\n";
  const std::string terminfo = (folder.path() / "terminfo").string();
  ASSERT_EQ(std::system(("tic -x -o " + terminfo + " " + (folder.path() / "direct.ti").string() +
                         " 2>/dev/null")
                            .c_str()),
            0);
  start_two_people(nullptr, {80, 24, {{"TERM", "rk-direct"}, {"TERMINFO", terminfo}}, "."});
  const auto ground = [&] { return pty->screen().at(5, 2).paper; };  // a8, a light square
  EXPECT_TRUE(pty->wait([&] { return ground() == 0xE3C193; })) << std::hex << ground();
}

TEST_F(TerminalTest, FromSixtyByTwentyOn) {
  start_two_people(nullptr, {60, 20, {}, "."});
  pty->send("Nf3\r");
  ASSERT_TRUE(see("1. Nf3"));
  ASSERT_TRUE(see("Black to move"));
  EXPECT_EQ(pty->screen().at(5 + 5 * 4 + 1, 1 + 5 * 2).ch, U'♞');
  pty->resize(120, 44);  // drawn pieces: no letter of a font is needed
  ASSERT_TRUE(see("Black to move"));
  ASSERT_TRUE(pty->wait([&] {
    return pty->screen().contains("▟") && !pty->screen().contains("♞");
  })) << pty->screen().text();
}

TEST_F(TerminalTest, AGameThatCannotBeKeptIsSaidAndEndsWithOne) {
  std::ofstream(folder.path() / "state") << "a file where a folder should be";
  start_two_people();
  pty->send("e4\r");
  ASSERT_TRUE(see("Not kept: "));
  pty->send("\x03");
  ASSERT_TRUE(see("Not kept! Save it where?"));
  ASSERT_TRUE(see("Not a directory"));
  pty->send("\x1b");
  expect_restored(1);
  EXPECT_EQ(pty->raw().find("is kept"), std::string::npos);
  EXPECT_NE(pty->raw().find("Your game is not kept: "), std::string::npos);
}

constexpr const char* kCollection = R"([Event "Match"]
[White "Steinitz"]
[Black "Lasker"]
[Date "1894.03.15"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 { the Berlin } ( 3... a6 { the usual } 4. Ba4 ) 4. d3 0-1

[Event "Match"]
[White "Lasker"]
[Black "Steinitz"]
[Date "1894.03.17"]
[Result "1-0"]

1. d4 d5 2. c4 1-0
)";

TEST_F(TerminalTest, AForeignCollectionIsChosenFromAndReplayed) {
  std::ofstream(folder.path() / "match.pgn") << kCollection;
  start({"play", "match"});  // as it is named without its ending
  ASSERT_TRUE(see("match.pgn: 2 games."));
  ASSERT_TRUE(see("Steinitz - Lasker"));
  ASSERT_TRUE(see("Lasker - Steinitz"));
  pty->send("\r");
  ASSERT_TRUE(see("Start, 4 moves"));
  EXPECT_TRUE(see("Steinitz"));
  for (int i = 0; i < 6; ++i) pty->send(kRight);
  ASSERT_TRUE(see("3... Nf6"));
  ASSERT_TRUE(see("the Berlin"));
  pty->send(kDown);
  ASSERT_TRUE(see("3... a6"));
  ASSERT_TRUE(see("(variation)"));
  ASSERT_TRUE(see("the usual"));
  pty->send(kUp);
  ASSERT_TRUE(see("the Berlin"));
  // Lines of the engine, and a graph that fills until nothing in it is unknown.
  ASSERT_TRUE(pty->wait([&] { return pty->screen().contains("4. "); }));
  ASSERT_TRUE(pty->wait([&] { return !pty->screen().contains("░"); })) << pty->screen().text();
  pty->send("\x1b");
  ASSERT_TRUE(see("match.pgn: 2 games."));
  pty->send("\x1b");
  ASSERT_TRUE(see("R O O K E R Y"));
  pty->send("q\r");
  EXPECT_EQ(pty->exit_status(), 0);
  std::ifstream file(folder.path() / "match.pgn");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_EQ(text, kCollection) << "what is looked at is not written";
}

TEST_F(TerminalTest, TheLogOfTheMachineIsInTheSavedGame) {
  start({"play", "--level", "1", "--seed", "1"});
  ASSERT_TRUE(see("White to move"));
  pty->send("e4\r");
  ASSERT_TRUE(see("Evaluated "));
  pty->send("save log\r");
  ASSERT_TRUE(see("Saved log.pgn."));
  std::ifstream file(folder.path() / "log.pgn");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  EXPECT_NE(text.find("[%eval "), std::string::npos) << text;
  EXPECT_NE(text.find("[%emt "), std::string::npos) << text;
  EXPECT_NE(text.find("[%nodes "), std::string::npos) << text;
  EXPECT_NE(text.find("sight-danger="), std::string::npos) << "keeps its strength: " << text;
}

TEST_F(TerminalTest, AtRestItUsesNoProcessor) {
  start_two_people();
  pty->settle(300);
  const auto ticks = [&] {
    std::ifstream stat("/proc/" + std::to_string(pty->pid()) + "/stat");
    std::string skip;
    long user = 0, system = 0;
    for (int i = 0; i < 13; ++i) stat >> skip;
    stat >> user >> system;
    return user + system;
  };
  const long before = ticks();
  pty->settle(1500);
  EXPECT_LE(ticks() - before, 1) << "in hundredths of a second";
}

// ---- files name players, never programs

constexpr const char* kHostileGame =
    "[RookeryBlack \"cmd=/bin/sh,arg=-c,arg=touch pwned\"]\n\n1. e4 *\n";

class HostileFileTest : public TerminalTest {
 protected:
  void write(const std::filesystem::path& file) {
    std::filesystem::create_directories((folder.path() / file).parent_path());
    std::ofstream(folder.path() / file) << kHostileGame;
  }
  bool ran() const { return std::filesystem::exists(folder.path() / "pwned"); }
};

TEST_F(HostileFileTest, TheScreenAsksWhoPlaysAndGoesOnWithTheGame) {
  write("game.pgn");
  start({"play", "game.pgn"});
  ASSERT_TRUE(see("who shall play?"));
  EXPECT_TRUE(see("cmd=/bin/sh"));
  pty->send("1\r");  // the opponent's row is selected: level 1, then on to the button
  ASSERT_TRUE(see("1 Hatchling"));
  pty->send("\r");
  ASSERT_TRUE(see("1. e4 "));
  ASSERT_TRUE(see("White to move")) << "level 1 has answered";
  EXPECT_FALSE(ran());
}

TEST_F(HostileFileTest, OpenedFromAGame) {
  write("game.pgn");
  start_two_people();
  pty->send("o\r");
  ASSERT_TRUE(see("Open which file?"));
  pty->send("game.pgn\r");
  ASSERT_TRUE(see("who shall play?"));
  EXPECT_FALSE(ran());
}

TEST_F(HostileFileTest, AnAutosaveThatSomebodyPlanted) {
  write("state/rookery/current/20260101-000000-000-1.pgn");
  start({"play"});
  ASSERT_TRUE(see("Resume your unfinished game?"));
  pty->send("y");
  ASSERT_TRUE(see("who shall play?"));
  EXPECT_FALSE(ran());
  pty->send("\x03");
  EXPECT_EQ(pty->exit_status(), 0);
  start({"play", "--resume"});
  ASSERT_TRUE(see("who shall play?"));
  EXPECT_FALSE(ran());
}

TEST_F(HostileFileTest, LinesAskToo) {
  write("game.pgn");
  start({"play", "--plain", "game.pgn"});
  ASSERT_TRUE(see("Who shall play?"));
  pty->send("cmd=/bin/sh\n");
  ASSERT_TRUE(see("no agent 'cmd=/bin/sh'"));
  pty->send("human\n");
  ASSERT_TRUE(see("Human against Human"));
  EXPECT_FALSE(ran());
}

TEST_F(HostileFileTest, WithoutAHomeThePresentFolderIsNotTrusted) {
  write(".local/state/rookery/current/20260101-000000-000-1.pgn");
  Pty::Options options;
  options.environment = {{"HOME", ""}, {"XDG_STATE_HOME", ""}};
  start({"play", "--resume"}, options);
  ASSERT_TRUE(see("there is no unfinished game to resume"));
  EXPECT_EQ(pty->exit_status(), 1);

  start({"play", "--white", "human", "--black", "human"}, options);
  ASSERT_TRUE(see("games are not kept"));
  pty->send("e4\r");
  ASSERT_TRUE(see("Black to move"));
  pty->send("\x03");
  ASSERT_TRUE(see("Not kept! Save it where?"));
  ASSERT_TRUE(see("games are not kept"));
  pty->send("\x1b");
  expect_restored(1);
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.push_back(entry.path().filename().string());
  EXPECT_EQ(names, std::vector<std::string>{".local"}) << "nothing was created";
  EXPECT_FALSE(ran());
}

TEST_F(HostileFileTest, ANameOfConfigTomlIsKnown) {
  std::filesystem::create_directories(folder.path() / ".config/rookery");
  std::ofstream(folder.path() / ".config/rookery/config.toml")
      << "[engines.friend]\nagent = 'random'\n";
  std::ofstream(folder.path() / "game.pgn") << "[RookeryBlack \"friend\"]\n\n1. e4 *\n";
  start({"play", "game.pgn"});
  ASSERT_TRUE(see("White to move"));
  EXPECT_TRUE(see("friend"));
}

}  // namespace
}  // namespace rookery::tests
