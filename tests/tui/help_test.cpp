// Every word and key of the help page, in the real program: each does what the help says. Made from
// the same table as the page.
#include <gtest/gtest.h>

#include <fstream>

#include "pty.h"
#include "tui/commands.h"

namespace rookery::tests {
namespace {

using tui::Command;
using tui::CommandInfo;

/// A way to give a command.
struct Way {
  std::string name, keys;
};

std::vector<Way> ways(const CommandInfo& info) {
  std::vector<Way> all{{"word", std::string(info.word) + "\r"}};
  if (!info.brief.empty()) all.push_back({"letter", std::string(info.brief) + "\r"});
  if (info.sign != 0) all.push_back({"sign", std::string(1, static_cast<char>(info.sign))});
  constexpr const char* kFunctionKeys[] = {"",         "\x1bOP",   "\x1bOQ",   "\x1bOR",
                                           "\x1bOS",   "\x1b[15~", "\x1b[17~", "\x1b[18~",
                                           "\x1b[19~", "\x1b[20~", "\x1b[21~", "\x1b[23~"};
  if (info.function) all.push_back({"key", kFunctionKeys[info.function]});
  return all;
}

/// The game it is for, what comes before it, and what the screen shows then.
struct Promise {
  std::vector<std::string> arguments{"play", "--white", "human", "--black", "human"};
  std::string before{}, seen_before{"White to move"};
  std::string seen{}, gone{};
  bool ends = false;
};

Promise promise_of(Command command) {
  Promise p;
  const auto watch = [&p] {
    p.arguments = {"play", "--white", "random", "--black", "random"};
    p.seen_before = "random is thinking";
  };
  const auto castling = [&p] {
    p.arguments.insert(p.arguments.end(),
                       {"--fen", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"});
  };
  switch (command) {
    case Command::undo:
      p.before = "e4\r", p.seen_before = "1. e4", p.seen = "Taken back.";
      break;
    case Command::redo:
      p.before = "e4\rundo\r", p.seen_before = "Taken back.", p.seen = "Played again.";
      break;
    case Command::hint:
      p.seen = "Hint: ";
      break;
    case Command::review:
      p.before = "e4\r", p.seen_before = "1. e4", p.seen = "The review comes after the end.";
      break;
    case Command::evaluation:
      p.seen = "▐";
      break;
    case Command::thinking:
      p.seen_before = "─ thinking ─", p.gone = "─ thinking ─";
      break;
    case Command::flip:
      p.seen = "h    g    f    e    d    c    b    a";
      break;
    case Command::castle_left:
      castling(), p.seen = "1. O-O-O";
      break;
    case Command::castle_right:
      castling(), p.seen = "1. O-O";
      break;
    case Command::go:
      watch(), p.seen = "(paused)";
      break;
    case Command::step:
      watch(), p.before = " ", p.seen_before = "No moves yet.", p.seen = "  1. ";
      break;
    case Command::faster:
      watch(), p.seen = "5 seconds a move.";
      break;
    case Command::slower:
      watch(), p.seen = "10 seconds a move.";
      break;
    case Command::draw:
      p.seen = "agree to a draw?";
      break;
    case Command::resign:
      p.seen = "Resign this game?";
      break;
    case Command::save:
      p.seen = "Save under which name?";
      break;
    case Command::write:
      p.seen = "Write to which file?";
      break;
    case Command::open:
      p.seen = "Open which file?";
      break;
    case Command::games:
      p.seen = "Your games";
      break;
    case Command::edit:
      p.seen = "Put up a position";
      break;
    case Command::colors:
      p.seen = "Colours: meadow.";
      break;
    case Command::bell:
      p.seen = "The bell sounds when it is your turn.";
      break;
    case Command::rematch:
      p.seen = "A new game, colours changed.";
      break;
    case Command::menu:
      p.seen = "R O O K E R Y";
      break;
    case Command::help:
      p.seen = "Words, with one letter";
      break;
    case Command::quit:
      p.ends = true;
      break;
  }
  return p;
}

class HelpPageTest : public testing::TestWithParam<CommandInfo> {};

TEST_P(HelpPageTest, DoesWhatItSays) {
  const CommandInfo& info = GetParam();
  const Promise promise = promise_of(info.command);
  for (const Way& way : ways(info)) {
    SCOPED_TRACE(way.name);
    TemporaryFolder folder;
    std::filesystem::create_directories(folder.path() / "state/rookery");
    std::ofstream(folder.path() / "state/rookery/settings.json") << R"({"pace_ms": 10000})";
    Pty pty(ROOKERY_BINARY, promise.arguments, {80, 24, {}, folder.path().string()});
    pty.send(promise.before);
    ASSERT_TRUE(pty.wait_for(promise.seen_before)) << pty.screen().text();
    pty.send(way.keys);
    if (promise.ends) {
      EXPECT_EQ(pty.exit_status(), 0);
    } else if (!promise.gone.empty()) {
      EXPECT_TRUE(pty.wait_gone(promise.gone)) << pty.screen().text();
    } else {
      EXPECT_TRUE(pty.wait_for(promise.seen)) << pty.screen().text();
    }
    // No word wrote a file that nobody asked for.
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
      EXPECT_EQ(entry.path().filename(), "state");
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, HelpPageTest, testing::ValuesIn(tui::kCommands),
                         [](const auto& test) { return std::string(test.param.word); });

}  // namespace
}  // namespace rookery::tests
