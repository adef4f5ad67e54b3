// The state and the view without a terminal: events in, a canvas out.
#include "tui/app.h"

#include <gtest/gtest.h>

#include <cctype>
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
    options.review.position = {5'000};
    options.review.levels = false;
    options.agents = play::AgentPool([script](const play::PlayerSpec&) -> search::MadeAgent {
      return search::MadeAgent(std::make_unique<tests::ScriptedAgent>(script));
    });
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
  void press_function(char32_t number) { app->handle({Type::function, number}, layout, now); }
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
  press_function(7);
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
  enter("flip");
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
  EXPECT_TRUE(shows("> e_"));
  press(Type::escape);
  EXPECT_FALSE(shows("> e_"));
}

TEST_F(AppTest, CastlingByKeyIsAsSeenOnTheScreen) {
  const char* position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  start(two_people(position));
  enter("l");
  EXPECT_TRUE(fen().starts_with("r3k2r/8/8/8/8/8/8/2KR3R")) << fen();
  start(two_people(position));
  enter("right");
  EXPECT_TRUE(fen().starts_with("r3k2r/8/8/8/8/8/8/R4RK1")) << fen();
  start(two_people(position));
  enter("flip");
  enter("left");
  EXPECT_TRUE(fen().starts_with("r3k2r/8/8/8/8/8/8/R4RK1")) << fen();
  start(two_people());
  enter("l");
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
  enter("undo");
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
  press_function(2);
  EXPECT_EQ(app->session().game().ply(), 0u);
  enter("redo");
  EXPECT_EQ(app->session().game().ply(), 2u);
}

TEST_F(AppTest, HintShowsTheMoveAndWhy) {
  play::GameSetup setup;
  setup.players[1] = play::NamedSpec::flagship();
  start(setup, {"e5"});
  enter("h");
  for (int i = 0; i < 5000 && !app->session().hint(); ++i) {
    app->update(now);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(shows("Hint: "));
  EXPECT_TRUE(shows("(+0.30)"));
}

TEST_F(AppTest, AfterTheEndTheGameIsReviewed) {
  start(two_people());
  for (const char* san : {"f3", "e5", "g4"}) enter(san);
  type("v");
  EXPECT_EQ(app->screen(), App::Screen::game) << "before the end it is a letter of a word";
  press(Type::escape);
  enter("Qh4#");
  type("v");
  ASSERT_EQ(app->screen(), App::Screen::replay);
  for (int i = 0; i < 20'000 && !app->replay().figures(); ++i) {
    app->update(now);
    std::this_thread::sleep_for(1ms);
  }
  ASSERT_TRUE(app->replay().figures());
  EXPECT_TRUE(shows("White: accuracy"));
  for (int i = 0; i < 3; ++i) press(Type::right);
  EXPECT_TRUE(shows("2. g4??")) << screen();
  EXPECT_TRUE(shows("blunder"));
  EXPECT_TRUE(shows("It allows mate: 2... Qh4#."));
  press(Type::down);
  EXPECT_TRUE(shows("(variation)")) << "the better move is one key away";
  press(Type::escape);
  EXPECT_EQ(app->screen(), App::Screen::game);
  EXPECT_TRUE(app->session().outcome());
}

TEST_F(AppTest, AHintIsExplained) {
  start(two_people("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), {"Rd8#"});
  enter("h");
  for (int i = 0; i < 20'000 && app->hint_reason().empty(); ++i) {
    app->update(now);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_TRUE(shows("Hint: Rd8#. It is mate.")) << screen();
}

TEST_F(AppTest, SaveAsksForANameAndDoesNotOverwriteUnasked) {
  start(two_people());
  enter("e4");
  const std::string name = (folder.path() / "game").string();
  enter("s");
  EXPECT_TRUE(shows("Save under which name?"));
  enter(name);
  EXPECT_TRUE(std::filesystem::exists(name + ".pgn")) << app->message();
  enter("e5");
  enter("s");
  enter(name);
  EXPECT_TRUE(shows("Overwrite the file?"));
  type("n");
  EXPECT_EQ(play::load_record(name + ".pgn")->game.ply(), 1u);
  enter("s");
  enter(name);
  type("y");
  EXPECT_EQ(play::load_record(name + ".pgn")->game.ply(), 2u);
  enter("o");
  enter("no-such-file");
  EXPECT_TRUE(shows("No such file"));
  press(Type::escape);
  enter("w");
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
  // The list has it still, and it can be gone on with.
  enter("games");
  EXPECT_TRUE(shows("Your games: 1 game."));
  EXPECT_TRUE(shows("open")) << screen();
  press(Type::enter);
  EXPECT_TRUE(shows("1. e4")) << screen();
  EXPECT_TRUE(shows("Black to move"));
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
  enter("x");
  type("y");
  EXPECT_TRUE(shows("Black wins by resignation"));
}

TEST_F(AppTest, EveryWordAndKeyIsInTheHelpAndTheFooterFits) {
  for (const Layout size : {Layout{60, 20}, Layout{80, 24}}) {
    layout = size;
    start(two_people());
    const std::string before = screen();
    type("?");
    std::string help = screen();
    for (int i = 0; i < 80; ++i) {
      press(Type::down);
      help += screen();
    }
    for (const CommandInfo& info : kCommands) {
      EXPECT_NE(help.find(std::string(info.word) + " "), std::string::npos) << info.word;
      if (info.function) {
        EXPECT_NE(help.find("F" + std::to_string(info.function)), std::string::npos) << info.word;
      }
    }
    press(Type::escape);
    EXPECT_EQ(screen(), before);
  }
  for (const CommandInfo& info : kCommands)
    EXPECT_TRUE(info.label.empty() || shows(info.label)) << info.label;
}

TEST_F(AppTest, TypingAWordDoesNothingBeforeEnter) {
  std::vector<std::string> words{"castle", "resing", "o-o", "Nf3", "exit", "y", "0-0", "1-0"};
  for (const CommandInfo& info : kCommands) words.emplace_back(info.word);
  for (const std::string& word : words) {
    start(two_people("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"));
    const std::string before = fen();
    type(word);
    EXPECT_EQ(fen(), before) << word;
    EXPECT_TRUE(std::holds_alternative<std::monostate>(app->dialog())) << word;
    EXPECT_EQ(app->screen(), App::Screen::game) << word;
    EXPECT_FALSE(app->is_done()) << word;
    EXPECT_EQ(app->typed(), word);
    press(Type::escape);
    EXPECT_EQ(app->typed(), "");
  }
  // In the menu too.
  start(std::nullopt);
  for (const CommandInfo& info : kCommands) {
    type(info.word);
    EXPECT_TRUE(app->in_menu()) << info.word;
    EXPECT_FALSE(app->is_done()) << info.word;
    EXPECT_TRUE(std::holds_alternative<std::monostate>(app->dialog())) << info.word;
    press(Type::escape);
  }
  EXPECT_FALSE(std::filesystem::exists("ave.pgn"));
}

TEST(Commands, NoWordIsAMoveAndNoKeyBeginsOne) {
  for (const CommandInfo& info : kCommands) {
    EXPECT_EQ(&info, &info_of(info.command)) << "in the order of the enumeration";
    EXPECT_EQ(info.word.find_first_of("0123456789-"), std::string_view::npos) << info.word;
    EXPECT_LE(info.brief.size(), 1u) << info.word;
    EXPECT_FALSE(info.sign < 128 && std::isalnum(static_cast<int>(info.sign))) << info.word;
    EXPECT_EQ(find_command(info.word), &info);
    EXPECT_TRUE(info.brief.empty() || find_command(info.brief) == &info) << "taken twice";
  }
}

TEST_F(AppTest, AWrongWordIsNamedAndPlaysNothing) {
  start(two_people("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
  enter("resing");
  EXPECT_TRUE(shows("did you mean 'resign'?")) << screen();
  enter("undo now");
  EXPECT_TRUE(shows("'undo' stands alone")) << screen();
  EXPECT_EQ(app->session().game().ply(), 0u);
  enter("o-o");
  EXPECT_TRUE(shows("O-O"));
}

TEST_F(AppTest, TabCompletesWordsAndFiles) {
  start(two_people());
  std::ofstream(folder.path() / "lasker.pgn") << "1. e4 *\n";
  type("thin");
  press(Type::tab);
  EXPECT_EQ(app->typed(), "thinking");
  press(Type::escape);
  type("open " + folder.path().string() + "/las");
  press(Type::tab);
  EXPECT_EQ(app->typed(), "open " + folder.path().string() + "/lasker.pgn");
  press(Type::escape);
  enter("save");
  type(folder.path().string() + "/l");
  press(Type::tab);
  EXPECT_TRUE(shows("lasker.pgn_")) << screen();
  press(Type::escape);
  // What is saved as your_game opens as your_game.
  enter("e4");
  enter("save " + (folder.path() / "your_game").string());
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "your_game.pgn")) << app->message();
  enter("d5");
  enter("open " + (folder.path() / "your_game").string());
  EXPECT_TRUE(shows("Black to move")) << screen();
  EXPECT_EQ(app->session().game().ply(), 1u);
}

TEST_F(AppTest, AMoveMayBeQueued) {
  play::GameSetup setup;
  setup.players[0] = play::NamedSpec::flagship();
  start(setup, {"e4", "d4"});
  enter("e5");  // before White has moved
  EXPECT_TRUE(shows("e5 waits for your turn")) << screen();
  wait_for_ply(3);
  EXPECT_TRUE(shows("1. e4        e5")) << screen();
}

TEST_F(AppTest, TheEndIsShownAndARematchChangesColours) {
  play::GameSetup setup;
  setup.players[1] = play::NamedSpec::flagship();
  start(setup, {"e5", "Qh4"});
  enter("f3");
  wait_for_ply(2);
  enter("g4");
  wait_for_ply(4);
  EXPECT_TRUE(shows("Checkmate! Black wins, 0-1."));
  EXPECT_FALSE(shows("Evaluated")) << screen();
  EXPECT_TRUE(shows("rematch, menu, undo, save"));
  enter("rematch");
  EXPECT_TRUE(app->session().setup().is_human(chess::Color::black));
  EXPECT_EQ(app->session().game().ply(), 0u);
}

TEST_F(AppTest, SettingsAreRemembered) {
  start(std::nullopt);
  type("5");
  press(Type::down);
  press(Type::down);
  press(Type::right);  // black
  press(Type::down);
  press(Type::right);  // clock 1+0
  press(Type::down);
  press(Type::down);
  press(Type::enter);
  ASSERT_FALSE(app->in_menu()) << screen();
  enter("colors");
  EXPECT_TRUE(shows("Colours: meadow."));
  app.reset();
  std::filesystem::remove_all(folder.path() / "current");
  start(std::nullopt);
  EXPECT_TRUE(shows("5 Magpie")) << screen();
  EXPECT_TRUE(shows("Black"));
  EXPECT_TRUE(shows("1+0"));
  EXPECT_EQ(themes()[app->theme()].name, "meadow");
}

TEST_F(AppTest, TheSpeedOfAWatchedGameCanBeChosen) {
  play::GameSetup setup;
  setup.players[0] = setup.players[1] = play::NamedSpec::flagship();
  start(setup, {"e4", "d4"});
  const auto decided = [&] {
    for (int i = 0; i < 5000 && !app->next_update(now); ++i) {
      app->update(now);
      std::this_thread::sleep_for(1ms);
    }
    return app->next_update(now);
  };
  ASSERT_TRUE(decided());
  EXPECT_EQ(app->session().game().ply(), 0u) << "a second has not passed";
  now += 1001ms;
  app->update(now);
  EXPECT_EQ(app->session().game().ply(), 1u);
  type("-");
  EXPECT_TRUE(shows("2 seconds a move."));
  type(" ");
  EXPECT_TRUE(shows("(paused)"));
  const auto ply = app->session().game().ply();
  press(Type::right);
  wait_for_ply(ply + 1);
  EXPECT_TRUE(app->session().is_paused());
}

TEST_F(AppTest, WhatCannotBeKeptIsSaidAndAnotherPlaceIsOffered) {
  std::ofstream(folder.path() / "file") << "no folder";
  Options options;
  options.record = play::GameRecord(two_people());
  options.state = folder.path() / "file" / "state";
  app = std::make_unique<App>(
      std::move(options), [] {}, now);
  enter("e4");
  EXPECT_TRUE(app->message_is_error());
  EXPECT_TRUE(shows("Not a directory")) << screen();
  EXPECT_EQ(app->farewell().status, 1);
  EXPECT_NE(app->farewell().text.find("not kept"), std::string::npos);
  EXPECT_NE(app->farewell().text.find("Not a directory"), std::string::npos);
  press(Type::interrupt);
  EXPECT_TRUE(shows("Not kept! Save it where?")) << screen();
  enter((folder.path() / "rescued").string());
  EXPECT_TRUE(app->is_done());
  EXPECT_EQ(app->farewell().status, 0);
  EXPECT_EQ(play::load_record(folder.path() / "rescued.pgn")->game.ply(), 1u);
}

TEST_F(AppTest, APromotionWithoutItsPieceAsks) {
  start(two_people("1n5k/P7/8/8/8/8/8/7K w - - 0 1"));
  enter("a7b8");
  EXPECT_TRUE(shows("Promote to"));
  press(Type::enter);
  EXPECT_TRUE(fen().starts_with("1Q5k")) << fen();
}

TEST_F(AppTest, Chess960HasItsNumber) {
  play::GameSetup setup;
  setup.start = chess::Position::chess960(123);
  setup.chess960 = true;
  start(setup);
  EXPECT_TRUE(shows("Chess960 no. 123")) << screen();
}

TEST_F(AppTest, TheOpeningIsNamed) {
  start(two_people());
  for (const char* move : {"e4", "e5", "Nf3", "Nc6", "Bb5"}) enter(move);
  EXPECT_TRUE(shows("Ruy Lopez")) << screen();
}

TEST_F(AppTest, ASmallWindowGetsAPoliteMessage) {
  start(two_people());
  enter("e4");
  layout = {40, 15};
  EXPECT_TRUE(shows("Rookery needs 60x20."));
  EXPECT_TRUE(shows("your game is safe."));
  type("u");  // does nothing unseen
  press(Type::interrupt);
  EXPECT_TRUE(app->is_done()) << "no question that nobody sees";
  layout = {80, 24};
  EXPECT_TRUE(shows("1. e4"));
}

TEST_F(AppTest, EverySizeAndModeCanBeDrawn) {
  for (const bool u : {false, true})
    for (const bool c : {false, true})
      for (const Layout size : {Layout{1, 1}, Layout{60, 20}, Layout{80, 24}, Layout{100, 32},
                                Layout{110, 40}, Layout{300, 90}}) {
        unicode = u;
        colour = c;
        layout = size;
        start(two_people());
        layout = {80, 24};
        enter("e4");
        enter("eval");
        enter("thinking");
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

TEST(Theme, PiecesStandOutOnEverySquareOfEveryTheme) {
  constexpr double kLeast = 4.5;
  // The colours of a 256-colour terminal, and those of xterm's and the Linux console's sixteen.
  const auto of_256 = [](std::uint32_t rgb) -> std::uint32_t {
    constexpr std::uint32_t kLevels[6] = {0, 95, 135, 175, 215, 255};
    const auto i = static_cast<std::uint32_t>(nearest_256(rgb)) - 16;
    if (i >= 216) return (8 + (i - 216) * 10) * 0x010101u;
    return kLevels[i / 36] << 16 | kLevels[i / 6 % 6] << 8 | kLevels[i % 6];
  };
  constexpr std::uint32_t kXterm[16] = {0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD,
                                        0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00,
                                        0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF};
  constexpr Tone kSquares[] = {
      Tone::light,       Tone::dark,       Tone::light_last, Tone::dark_last, Tone::light_target,
      Tone::dark_target, Tone::light_hint, Tone::dark_hint,  Tone::cursor,    Tone::check};
  constexpr std::pair<Tone, Tone> kTokens[] = {{Tone::white_token_ink, Tone::white_token},
                                               {Tone::black_token_ink, Tone::black_token},
                                               {Tone::hand_piece, Tone::hand},
                                               {Tone::white_piece, Tone::white_outline}};
  for (const Theme& theme : themes()) {
    // Marks are seen with 256 colours too.
    EXPECT_NE(of_256(theme[Tone::light].rgb), of_256(theme[Tone::light_last].rgb)) << theme.name;
    EXPECT_NE(of_256(theme[Tone::dark].rgb), of_256(theme[Tone::dark_last].rgb)) << theme.name;
    for (const Tone square : kSquares)
      for (const Tone piece : {Tone::black_piece, Tone::white_outline}) {
        EXPECT_GE(contrast(theme[piece].rgb, theme[square].rgb), kLeast)
            << theme.name << " " << static_cast<int>(square);
        EXPECT_GE(contrast(of_256(theme[piece].rgb), of_256(theme[square].rgb)), kLeast)
            << theme.name << " " << static_cast<int>(square);
      }
    for (const auto& [ink, paper] : kTokens) {
      EXPECT_GE(contrast(theme[ink].rgb, theme[paper].rgb), kLeast) << theme.name;
      EXPECT_GE(contrast(of_256(theme[ink].rgb), of_256(theme[paper].rgb)), kLeast) << theme.name;
      EXPECT_GE(contrast(kXterm[theme[ink].ansi], kXterm[theme[paper].ansi]), kLeast)
          << theme.name << " " << static_cast<int>(ink);
      // With eight colours papers are never bright.
      EXPECT_GE(contrast(kXterm[theme[ink].ansi], kXterm[theme[paper].ansi % 8]), kLeast)
          << theme.name << " " << static_cast<int>(ink);
    }
  }
}

TEST(Layout, TheBoardGrowsWithTheWindow) {
  int last = 0;
  for (const Layout size : {Layout{60, 20}, Layout{80, 24}, Layout{100, 32}, Layout{110, 40},
                            Layout{130, 48}, Layout{150, 60}, Layout{200, 80}}) {
    const int area = size.board_width() * size.board_height();
    EXPECT_GT(area, last) << size.width;
    last = area;
    EXPECT_LE(size.files_row(), size.message_row() - 1) << size.width;
    EXPECT_GE(size.panel_width(), 18) << size.width;
  }
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
  EXPECT_EQ(wrap("in /a/long/path", 6), (std::vector<std::string>{"in", "/a/lon", "g/path"}));
}

}  // namespace
}  // namespace rookery::tui
