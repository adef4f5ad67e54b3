// A file names players, never programs.
#include "play/player_spec.h"

#include <gtest/gtest.h>

#include <concepts>

#include "play/roster.h"
#include "play/save.h"
#include "play/user_folders.h"

namespace rookery::play {
namespace {

using chess::Color;

// By type: no text becomes a player by itself, and neither kind becomes the other.
static_assert(!std::constructible_from<OwnSpec, std::string>);
static_assert(!std::constructible_from<OwnSpec, NamedSpec>);
static_assert(!std::constructible_from<NamedSpec, OwnSpec>);
static_assert(!std::constructible_from<NamedSpec, std::string>);
static_assert(!std::constructible_from<PlayerSpec, std::string>);
static_assert(!std::convertible_to<OwnSpec, PlayerSpec>);

std::string game_against(std::string_view player) {
  return "[White \"a\"]\n[RookeryBlack \"" + std::string(player) + "\"]\n\n1. e4 *\n";
}

constexpr const char* kForbidden[] = {"cmd=/bin/sh,arg=-c,arg=id > pwned",
                                      "cmd=stockfish",
                                      " cmd=/bin/sh",
                                      "rookery:EvalFile=/dev/zero",
                                      "rookery:level=3,EvalFile=/etc/passwd",
                                      "rookery:SyzygyPath=/tmp",
                                      "tuned:SyzygyPath=/tmp",
                                      "rookery:Clear Hash=",
                                      "rookery:Hash=65536",
                                      "rookery:Threads=256",
                                      "rookery:BookFile=x",
                                      "/bin/sh",
                                      "../engine",
                                      "my-engine",
                                      "quiescent:level",
                                      "nobody"};

TEST(PlayerSpec, WhatAFileMayNotNameIsTextToShow) {
  for (const char* text : kForbidden) {
    EXPECT_FALSE(NamedSpec::parse(text, {})) << text;
    const PlayerSpec player = PlayerSpec::from_file(text, {});
    EXPECT_TRUE(player.is_missing()) << text;
    EXPECT_TRUE(player.is_human()) << text;
    EXPECT_EQ(player.title(), text);
    EXPECT_EQ(player.own(), nullptr) << text;
    EXPECT_EQ(player.named(), nullptr) << text;
    EXPECT_FALSE(make_agent(player, {})) << text;

    const auto record = record_from_text(game_against(text));
    ASSERT_TRUE(record) << text;
    EXPECT_EQ(record->missing_player(), Color::black) << text;
  }
}

TEST(PlayerSpec, WhatAFileMayName) {
  for (const char* text : {"human", "rookery", "rookery:level=3,seed=7", "quiescent:level=easy",
                           "minimax:depth=3", "ceng461", "tuned:Hash=64,Threads=2"}) {
    const PlayerSpec player = PlayerSpec::from_file(text, {});
    EXPECT_FALSE(player.is_missing()) << text;
    // A level is saved with what it sees; else the text is the same.
    EXPECT_EQ(player.saved_text().substr(0, std::string_view(text).size()), text);
    EXPECT_EQ(PlayerSpec::from_file(player.saved_text(), {}).saved_text(), player.saved_text());
    EXPECT_EQ(player.is_human(), std::string_view(text) == "human");
  }
  EXPECT_EQ(PlayerSpec::from_file("bad\x1b[31m\nname").title(), "bad?[31m?name");
}

TEST(PlayerSpec, AFinishedGameNeedsNobody) {
  EXPECT_EQ(record_from_text("[RookeryBlack \"cmd=x\"]\n\n1. e4 1-0\n")->missing_player(),
            std::nullopt);
}

TEST(PlayerSpec, TheCommandLineMayNameAnything) {
  const auto program = PlayerSpec::from_command_line("cmd=/bin/cat,arg=--secret,name=My Cat");
  ASSERT_TRUE(program) << program.error().message;
  ASSERT_NE(program->own(), nullptr);
  EXPECT_TRUE(make_agent(*program));
  // What is saved of it is a name to show: no path, no argument, no program when it is opened.
  EXPECT_EQ(program->saved_text(), "program My Cat");
  EXPECT_TRUE(PlayerSpec::from_file(program->saved_text()).is_missing());

  GameSetup setup;
  setup.players[1] = *program;
  const std::string pgn = record_to_pgn(GameRecord(setup));
  EXPECT_EQ(pgn.find("cmd="), pgn.npos) << pgn;
  EXPECT_EQ(pgn.find("secret"), pgn.npos) << pgn;
  const auto back = record_from_text(pgn);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->missing_player(), Color::black);
  EXPECT_EQ(back->setup.player(Color::black).title(), "program My Cat");

  // A roster's name is saved as it is, though it came from the command line.
  EXPECT_EQ(PlayerSpec::from_command_line("minimax:depth=2")->saved_text(), "minimax:depth=2");
  EXPECT_FALSE(PlayerSpec::from_command_line("minimx"));
  EXPECT_FALSE(PlayerSpec::from_command_line("rookery:Hash=x"));
}

TEST(OwnEngines, ANameOfTheConfigurationStandsForAProgram) {
  const auto engines = parse_own_engines(
      "[engines.cat]\ncmd = '/bin/cat'\nargs = ['-u', 'a,b']\ntimeout = 2\n"
      "options = { Hash = 64, Ponder = true, Path = 'x' }\n"
      "[engines.big]\nagent = 'rookery'\noptions = { Hash = 2 }\n");
  ASSERT_TRUE(engines) << engines.error().message;
  const OwnEngine* cat = engines->find("cat");
  ASSERT_NE(cat, nullptr);
  EXPECT_EQ(cat->program.arguments, (std::vector<std::string>{"-u", "a,b"}));
  EXPECT_EQ(cat->program.options.size(), 3u);
  EXPECT_EQ(cat->program.answer_timeout.count(), 2000);

  for (const char* name : {"cat", "big"}) {
    const PlayerSpec player = PlayerSpec::from_file(name, *engines);
    EXPECT_FALSE(player.is_missing());
    EXPECT_EQ(player.saved_text(), name);
    EXPECT_TRUE(make_agent(player, *engines)) << name;
    EXPECT_TRUE(make_agent(OwnSpec::written_by_user(name), *engines)) << name;
  }
  // A file uses the name; it adds nothing to it.
  EXPECT_TRUE(PlayerSpec::from_file("cat:Path=/etc/passwd", *engines).is_missing());
  EXPECT_TRUE(PlayerSpec::from_file("big:EvalFile=/dev/zero", *engines).is_missing());
}

TEST(OwnEngines, MistakesNameTheLine) {
  const auto message = [](const char* text) {
    const auto engines = parse_own_engines(text);
    return engines ? "" : engines.error().message;
  };
  EXPECT_EQ(message("").size(), 0u);
  EXPECT_EQ(message("[other]\nx = 1\n").size(), 0u);
  EXPECT_NE(message("[engines.a]\ncmd = 'x'\nfrob = 1\n").find("line 3: engines.a: 'frob'"),
            std::string::npos);
  EXPECT_NE(message("[engines.a]\n").find("needs either cmd or agent"), std::string::npos);
  EXPECT_NE(message("[engines.a]\ncmd = 'x'\nagent = 'rookery'\n").find("either"),
            std::string::npos);
  EXPECT_NE(message("[engines.minimax]\ncmd = 'x'\n").find("cannot name"), std::string::npos);
  EXPECT_NE(message("[engines.'a b']\ncmd = 'x'\n").find("cannot name"), std::string::npos);
  EXPECT_NE(message("[engines.a]\nagent = 'x'\n").find("no agent 'x'"), std::string::npos);
  EXPECT_NE(message("[engines.a\n").find("line 1: not TOML"), std::string::npos);
  std::string dots = "engines";
  for (int i = 0; i < 100'000; ++i) dots += ".a";
  EXPECT_EQ(message((dots + " = 1\n").c_str()), "line 1: more than 200 dots");
  // A fault of the file is told when a name is not found.
  const OwnEngines broken{{}, "config.toml: line 1"};
  EXPECT_NE(NamedSpec::parse("sf", broken).error().message.find("config.toml: line 1"),
            std::string::npos);
}

TEST(UserFolders, WithoutAHomeThereAreNone) {
  const char* names[] = {"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"};
  std::optional<std::string> before[3];
  for (int i = 0; i < 3; ++i) {
    if (const char* value = std::getenv(names[i])) before[i] = value;
    unsetenv(names[i]);
  }
  EXPECT_EQ(state_directory(), std::nullopt);
  EXPECT_EQ(config_directory(), std::nullopt);
  setenv("HOME", "", 1);
  EXPECT_EQ(state_directory(), std::nullopt);
  setenv("HOME", ".", 1);
  setenv("XDG_STATE_HOME", "state", 1);
  EXPECT_EQ(state_directory(), std::nullopt) << "relative paths depend on the current folder";
  setenv("HOME", "/home/x", 1);
  EXPECT_EQ(state_directory(), "/home/x/.local/state/rookery");
  EXPECT_EQ(config_directory(), "/home/x/.config/rookery");
  for (int i = 0; i < 3; ++i)
    before[i] ? setenv(names[i], before[i]->c_str(), 1) : unsetenv(names[i]);

  Autosave nowhere({});
  EXPECT_FALSE(nowhere.keeps());
  EXPECT_EQ(Autosave::find_unfinished({}), std::nullopt);
}

TEST(NamedSpec, GetsMemoryAndThreadsWhereItHasTheOptions) {
  const auto text = [](const char* spec) {
    return NamedSpec::parse(spec)->with_resources(64, 2).text();
  };
  EXPECT_EQ(text("rookery"), "rookery:Hash=64,Threads=2");
  EXPECT_EQ(text("rookery:Hash=8"), "rookery:Hash=8,Threads=2");
  EXPECT_EQ(text("random"), "random");
  EXPECT_EQ(NamedSpec::parse("rookery")->with_resources(1, 1).with_resources(2, 2).text(),
            "rookery:Hash=1,Threads=1");
}

}  // namespace
}  // namespace rookery::play
