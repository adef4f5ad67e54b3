// The state and the view without a terminal: events in, a canvas out.
#include "tui/app.h"

#include <gtest/gtest.h>

#include <fstream>

#include "notation/fen.h"
#include "play/scripted_agent.h"
#include "pty.h"
#include "tui/theme.h"
#include "tui/view.h"

namespace rookery::tui {
namespace {

using chess::Square;
using namespace std::chrono_literals;
using Type = Event::Type;

class AppTest : public testing::Test {
 protected:
  void start(std::optional<play::GameSetup> setup, std::vector<std::string> script = {}) {
    Options options;
    if (setup) options.record = play::GameRecord(*setup);
    options.state = folder.path();
    options.seed = 1;
    options.unicode = unicode;
    options.colour = colour;
    options.factory =
        [script](const play::PlayerSpec&) -> Result<std::unique_ptr<search::Agent>, Error> {
      return std::unique_ptr<search::Agent>(std::make_unique<tests::ScriptedAgent>(script));
    };
    app = std::make_unique<App>(
        std::move(options), [] {}, now);
  }
  static play::GameSetup two_people(const char* fen = nullptr) {
    play::GameSetup setup;
    if (fen) setup.start = *notation::parse_fen(fen);
    return setup;
  }
  void press(Type type) { app->handle(Event{type}, layout, now); }
  void type(std::string_view text) {
    for (const char c : text) app->handle(Event::key(static_cast<char32_t>(c)), layout, now);
  }
  void enter(std::string_view text) {
    type(text);
    press(Type::enter);
  }
  void click(int x, int y) {
    app->handle(Event::at(Type::mouse_press, x, y), layout, now);
    app->handle(Event::at(Type::mouse_release, x, y), layout, now);
  }
  void wait_for_ply(std::size_t ply) {
    for (int i = 0; i < 5000 && app->session().game().ply() < ply; ++i) {
      app->update(now);
      std::this_thread::sleep_for(1ms);
    }
    ASSERT_EQ(app->session().game().ply(), ply);
  }
  std::string screen() const {
    Canvas canvas(layout.width, layout.height);
    draw(*app, now, canvas);
    std::string text;
    for (int y = 0; y < canvas.height(); ++y) text += canvas.line(y) + '\n';
    return text;
  }
  bool shows(std::string_view what) const { return screen().find(what) != std::string::npos; }
  std::string fen() const { return notation::to_fen(app->session().position()); }

  tests::TemporaryFolder folder;
  Layout layout{80, 24};
  play::TimePoint now{};
  bool unicode = true, colour = true;
  std::unique_ptr<App> app;
};

TEST_F(AppTest, ArrowsPickUpAndPutDown) {
  start(two_people());
  EXPECT_EQ(app->cursor(), Square::e2);
  press(Type::enter);
  EXPECT_EQ(app->in_hand(), Square::e2);
  press(Type::up);
  press(Type::up);
  press(Type::enter);
  EXPECT_FALSE(app->in_hand());
  EXPECT_TRUE(shows("1. e4"));
  EXPECT_TRUE(shows("Black to move"));
  EXPECT_EQ(app->cursor(), Square::e4);
}

TEST_F(AppTest, TheCursorMovesAsSeenOnAFlippedBoard) {
  start(two_people());
  type("F");
  press(Type::up);
  EXPECT_EQ(app->cursor(), Square::e1);
  press(Type::right);
  EXPECT_EQ(app->cursor(), Square::d1);
}

TEST_F(AppTest, TheMouseWorksOnBothSidesOfTheBoard) {
  start(two_people());
  click(5 + 4 * 5 + 2, layout.piece_row(6));  // e2
  EXPECT_EQ(app->in_hand(), Square::e2);
  click(5 + 4 * 5 + 2, layout.piece_row(4));
  EXPECT_TRUE(shows("1. e4"));
  type("F");
  click(5 + 3 * 5 + 2, layout.piece_row(6));  // e7, seen from Black
  EXPECT_EQ(app->in_hand(), Square::e7);
  // A drag: press on the piece, release on the target.
  app->handle(Event{Type::mouse_cancel}, layout, now);
  EXPECT_FALSE(app->in_hand());
  app->handle(Event::at(Type::mouse_press, 5 + 3 * 5 + 2, layout.piece_row(6)), layout, now);
  app->handle(Event::at(Type::mouse_release, 5 + 3 * 5 + 2, layout.piece_row(4)), layout, now);
  EXPECT_TRUE(shows("e5"));
}

TEST_F(AppTest, TypedMovesInThreeForms) {
  start(two_people());
  enter("e4");
  enter("c7c5");
  enter("pd2d4");
  enter("cxd4");
  enter("Nf3");
  EXPECT_EQ(app->session().game().ply(), 5u);
  enter("Qd9");
  EXPECT_TRUE(app->message_is_error());
  EXPECT_EQ(app->session().game().ply(), 5u);
  type("e");
  EXPECT_TRUE(shows("Move: e"));
  press(Type::escape);
  EXPECT_FALSE(shows("Move: e"));
}

TEST_F(AppTest, CastlingByKeyIsAsSeenOnTheScreen) {
  const char* position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  start(two_people(position));
  type("l");
  EXPECT_TRUE(fen().starts_with("r3k2r/8/8/8/8/8/8/2KR3R")) << fen();
  start(two_people(position));
  type("r");
  EXPECT_TRUE(fen().starts_with("r3k2r/8/8/8/8/8/8/R4RK1")) << fen();
  start(two_people(position));
  type("Fl");
  EXPECT_TRUE(fen().starts_with("r3k2r/8/8/8/8/8/8/R4RK1")) << fen();
  start(two_people());
  type("l");
  EXPECT_TRUE(app->message_is_error());
}

TEST_F(AppTest, KingMovesTwoSquaresToCastle) {
  start(two_people("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
  std::vector<Square> targets;
  for (const auto& [target, move] : destinations(app->session().game(), Square::e1))
    targets.push_back(target);
  EXPECT_NE(std::find(targets.begin(), targets.end(), Square::g1), targets.end());
  EXPECT_EQ(std::find(targets.begin(), targets.end(), Square::h1), targets.end());
}

TEST_F(AppTest, PromotionAsksForThePiece) {
  start(two_people("7k/P7/8/8/8/8/8/7K w - - 0 1"));
  enter("a7a8q");
  EXPECT_TRUE(fen().starts_with("Q6k"));
  start(two_people("7k/P7/8/8/8/8/8/7K w - - 0 1"));
  click(5 + 2, layout.piece_row(1));
  click(5 + 2, layout.piece_row(0));
  EXPECT_TRUE(shows("Promote to"));
  press(Type::right);
  press(Type::enter);
  EXPECT_TRUE(fen().starts_with("R6k")) << fen();
  start(two_people("7k/P7/8/8/8/8/8/7K w - - 0 1"));
  click(5 + 2, layout.piece_row(1));
  click(5 + 2, layout.piece_row(0));
  type("n");
  EXPECT_TRUE(fen().starts_with("N6k")) << fen();
}

TEST_F(AppTest, CheckMateAndTheEndAreSaid) {
  start(two_people());
  for (const char* move : {"f3", "e5", "g4"}) enter(move);
  enter("Qh4#");
  EXPECT_TRUE(shows("Checkmate! Black wins, 0-1."));
  enter("e4");
  EXPECT_TRUE(shows("The game is over"));
  type("u");
  EXPECT_TRUE(shows("Black to move"));
  start(two_people());
  for (const char* move : {"e4", "f6", "Qh5+"}) enter(move);
  EXPECT_TRUE(shows("Check! Black to move"));
}

TEST_F(AppTest, AnEngineAnswersAndReportsItsNodes) {
  play::GameSetup setup;
  setup.players[1] = play::NamedSpec::flagship();
  start(setup, {"e5"});
  enter("e4");
  wait_for_ply(2);
  EXPECT_TRUE(shows("Evaluated 1,234 tree nodes in 0.25 seconds."));
  EXPECT_TRUE(shows("1. e4        e5"));
  type("u");
  EXPECT_EQ(app->session().game().ply(), 0u);
  type("y");
  EXPECT_EQ(app->session().game().ply(), 2u);
}

TEST_F(AppTest, HintShowsTheMoveAndWhy) {
  play::GameSetup setup;
  setup.players[1] = play::NamedSpec::flagship();
  start(setup, {"e5"});
  enter("h");  // a lone letter is the key
  for (int i = 0; i < 5000 && !app->session().hint(); ++i) {
    app->update(now);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(shows("Hint: 1. "));
  EXPECT_TRUE(shows("(+0.30)"));
}

TEST_F(AppTest, SaveAsksForANameAndDoesNotOverwriteUnasked) {
  start(two_people());
  enter("e4");
  const std::string name = (folder.path() / "game").string();
  type("s");
  EXPECT_TRUE(shows("Save under which name?"));
  enter(name);
  EXPECT_TRUE(std::filesystem::exists(name + ".pgn")) << app->message();
  enter("e5");
  type("s");
  enter(name);
  EXPECT_TRUE(shows("Overwrite the file?"));
  type("n");
  EXPECT_EQ(play::load_record(name + ".pgn")->game.ply(), 1u);
  type("s");
  enter(name);
  type("y");
  EXPECT_EQ(play::load_record(name + ".pgn")->game.ply(), 2u);
  type("o");
  enter("no-such-file");
  EXPECT_TRUE(shows("No such file"));
  press(Type::escape);
  type("w");
  enter((folder.path() / "position.fen").string());
  std::ifstream file(folder.path() / "position.fen");
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, fen());
}

TEST_F(AppTest, AnUnfinishedGameIsOffered) {
  start(two_people());
  enter("e4");
  app.reset();
  start(std::nullopt);
  EXPECT_TRUE(shows("Resume your unfinished game?"));
  type("y");
  EXPECT_TRUE(shows("1. e4"));
  app.reset();
  start(std::nullopt);
  type("n");
  EXPECT_TRUE(shows("R O O K E R Y"));
  app.reset();
  start(std::nullopt);
  EXPECT_FALSE(shows("Resume"));
}

TEST_F(AppTest, TheMenuStartsAnyKindOfGame) {
  start(std::nullopt);
  EXPECT_TRUE(shows("Start the game"));
  press(Type::right);  // two people
  press(Type::down);   // clock
  press(Type::right);
  press(Type::right);
  press(Type::down);  // start position
  press(Type::right);
  press(Type::enter);
  enter("8/8/8/8/8/8/8/8 w - - 0 1");
  EXPECT_TRUE(shows("king")) << "an impossible position is refused with the reason\n" << screen();
  press(Type::escape);
  press(Type::enter);
  enter("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  press(Type::down);
  press(Type::enter);
  ASSERT_FALSE(app->in_menu()) << screen();
  EXPECT_EQ(fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_TRUE(shows("3:00"));
}

TEST_F(AppTest, ClocksAreShownAndFlagsFall) {
  play::GameSetup setup = two_people();
  setup.clock = play::TimeControl{60s, 0s};
  start(setup);
  EXPECT_TRUE(shows("1:00"));
  now += 41s;
  app->update(now);
  EXPECT_TRUE(shows("0:19.0"));
  EXPECT_LE(app->next_update(now)->count(), 101);
  now += 20s;
  app->update(now);
  EXPECT_TRUE(shows("Black wins by time"));
  EXPECT_FALSE(app->next_update(now)) << "nothing runs any more";
}

TEST_F(AppTest, WithoutAClockNothingHasToBeRedrawn) {
  start(two_people());
  EXPECT_FALSE(app->next_update(now));
  EXPECT_FALSE(app->update(now));
}

TEST_F(AppTest, DrawAndResignAsk) {
  start(two_people());
  type("=");
  EXPECT_TRUE(shows("agree to a draw"));
  type("n");
  type("X");
  type("y");
  EXPECT_TRUE(shows("Black wins by resignation"));
}

TEST_F(AppTest, EveryKeyIsInTheHelpAndTheFooterFits) {
  start(two_people());
  const std::string before = screen();
  type("?");
  const std::string help = screen();
  for (const CommandInfo& info : kCommands) {
    EXPECT_NE(help.find(info.help), std::string::npos) << info.help;
    if (!info.label.empty()) {
      EXPECT_NE(before.find(std::string(info.keys) + " " + std::string(info.label)),
                std::string::npos)
          << info.label;
    }
  }
  press(Type::escape);
  EXPECT_EQ(screen(), before);
}

TEST_F(AppTest, ASmallWindowGetsAPoliteMessage) {
  start(two_people());
  enter("e4");
  layout = {40, 15};
  EXPECT_TRUE(shows("Rookery needs 80x24."));
  EXPECT_TRUE(shows("your game is safe."));
  type("u");  // does nothing unseen
  layout = {80, 24};
  EXPECT_TRUE(shows("1. e4"));
}

TEST_F(AppTest, EverySizeAndModeCanBeDrawn) {
  for (const bool u : {false, true})
    for (const bool c : {false, true})
      for (const Layout size : {Layout{1, 1}, Layout{80, 24}, Layout{100, 32}, Layout{300, 90}}) {
        unicode = u;
        colour = c;
        layout = size;
        start(two_people());
        layout = {80, 24};
        enter("e4");
        type("ET");
        layout = size;
        const std::string text = screen();
        if (!u) {
          EXPECT_EQ(std::count_if(text.begin(), text.end(), [](char ch) { return ch < 0; }), 0);
        }
        app.reset();
        std::filesystem::remove_all(folder.path() / "current");
      }
}

TEST_F(AppTest, WithoutColoursMarksAreCharacters) {
  unicode = colour = false;
  start(two_people());
  EXPECT_TRUE(shows("[P]"));
  press(Type::enter);
  press(Type::left);
  EXPECT_TRUE(shows("<P>"));
}

TEST(Theme, NearestOf256) {
  EXPECT_EQ(nearest_256(0x000000), 16);
  EXPECT_EQ(nearest_256(0xFFFFFF), 231);
  EXPECT_EQ(nearest_256(0xFF0000), 196);
  EXPECT_EQ(nearest_256(0x808080), 244);
}

TEST(Canvas, Utf8AndWrapping) {
  EXPECT_EQ(encode_utf8(decode_utf8("aé♞𝄞")), "aé♞𝄞");
  EXPECT_EQ(decode_utf8("\xff!"), U"?!");
  EXPECT_EQ(wrap("one two three", 7), (std::vector<std::string>{"one two", "three"}));
}

}  // namespace
}  // namespace rookery::tui
