#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "base/rng.h"
#include "base/subprocess.h"
#include "chess/movegen.h"
#include "match/local_match.h"
#include "match/openings.h"
#include "match/pgn.h"
#include "match/player.h"
#include "match/runner.h"
#include "match/standings.h"
#include "match/store.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "notation/uci_move.h"
#include "play/roster.h"

namespace rookery::match {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

/// Plays a move that depends on the position alone, says what it is told to say, and takes the time
/// it is told to take.
class Puppet final : public search::Agent {
 public:
  explicit Puppet(int score = 0, std::chrono::milliseconds time = 0ms)
      : score_(score), time_(time) {}
  std::string_view name() const override { return "puppet"; }
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink&) override {
    seen = limits;
    for (auto waited = 0ms; waited < time_ && !control.should_stop(); waited += 1ms)
      std::this_thread::sleep_for(1ms);
    const auto moves = chess::legal_moves(game.position());
    search::SearchResult result;
    result.best = moves[static_cast<std::size_t>(game.position().key() % moves.size())];
    result.info.depth = 1;
    result.info.score.centipawns = score_;
    return result;
  }
  search::Limits seen;

 private:
  int score_;
  std::chrono::milliseconds time_;
};

Player player(const std::string& spec) {
  auto parsed = parse_player(spec, PlayerLimits{});
  EXPECT_TRUE(parsed) << parsed.error().message;
  return *parsed;
}

play::PlayedGame play(search::Agent& white, search::Agent& black, const GameRules& rules = {},
                      const std::string& limits = "depth=1", const Opening& opening = {}) {
  const Player a = player("white:" + limits), b = player("black:" + limits);
  search::Control control;
  std::atomic<bool> abort{false};
  auto record = play_game({white, a}, {black, b}, opening, rules, control, abort);
  EXPECT_TRUE(record);
  return std::move(*record);
}

TEST(Players, AreReadFromText) {
  const Player a = player("rookery:level=5,nodes=20000,name=Rook");
  EXPECT_EQ(a.agent, "rookery:level=5");
  EXPECT_EQ(a.name, "Rook");
  EXPECT_EQ(a.limits.nodes, 20000u);
  const Player b = player("cmd=/usr/games/stockfish,option.Hash=16,tc=40/60+0.6,arg=x");
  EXPECT_EQ(b.agent, "cmd=/usr/games/stockfish,option.Hash=16,arg=x");
  EXPECT_EQ(b.name, "stockfish");
  EXPECT_TRUE(b.external);
  EXPECT_EQ(b.limits.time_control, (play::TimeControl{60s, 600ms, 40}));
  EXPECT_EQ(player("location:depth=3").agent, "location");
  EXPECT_EQ(player("location:st=0.5").limits.move_time, 500ms);
  PlayerLimits common;
  common.depth = 4;
  EXPECT_EQ(parse_player("minimax", common)->limits.depth, 4);
  EXPECT_FALSE(parse_player("minimax", common)->limits.nodes);
  EXPECT_EQ(parse_player("minimax:nodes=9", common)->limits.depth, std::nullopt);
  EXPECT_FALSE(parse_player("minimax", PlayerLimits{}));
  for (const char* bad : {"a:tc=x", "a:nodes=-1", "a:depth=0", "a:st=", "a:tc=0", "a:tc=0/5", ""})
    EXPECT_FALSE(parse_player(bad, common)) << bad;
}

TEST(Clock, CountsMovesAndIncrements) {
  const PlayerLimits limits = player("a:tc=2/10+1").limits;
  PlayerClock clock(limits, 50ms), other(PlayerLimits{}, 50ms);
  EXPECT_EQ(clock.remaining(), 11s);
  EXPECT_TRUE(clock.spend(4s));
  EXPECT_EQ(clock.remaining(), 8s);
  auto told = PlayerClock::limits_for(chess::Color::black, limits, other, clock);
  EXPECT_EQ(told.moves_to_go, 1);
  EXPECT_EQ(told.clock[1]->remaining, 8s);
  EXPECT_EQ(told.clock[1]->increment, 1s);
  EXPECT_FALSE(told.clock[0]);
  EXPECT_TRUE(clock.spend(8s + 50ms));  // within the margin
  EXPECT_EQ(clock.remaining(), 11s);    // a new period
  EXPECT_FALSE(clock.spend(11s + 51ms));
}

TEST(Game, EndsByTheRules) {
  Puppet a, b;
  const play::PlayedGame record = play(a, b);
  EXPECT_TRUE(record.fault.empty());
  EXPECT_TRUE(record.game.outcome());
  EXPECT_EQ(record.plies.size(), record.game.ply());
}

TEST(Game, AdjudicatesOnlyWhatBothSidesSay) {
  GameRules rules;
  rules.adjudication.resign = play::ResignRule{6, 500};
  rules.adjudication.draw = play::DrawRule{9, 8, 10};
  Puppet zero(0), winning(600), losing(-600);
  const play::PlayedGame draw = play(zero, zero, rules);
  EXPECT_EQ(draw.outcome(), (chess::Outcome{std::nullopt, chess::EndReason::adjudication}));
  EXPECT_EQ(draw.plies.size(), 9u);
  const play::PlayedGame won = play(winning, losing, rules);
  EXPECT_EQ(won.outcome(), (chess::Outcome{chess::Color::white, chess::EndReason::adjudication}));
  EXPECT_EQ(won.plies.size(), 6u);
  // Both claim to win: nobody is believed.
  EXPECT_NE(play(winning, winning, rules).outcome().reason, chess::EndReason::adjudication);
  rules = {};
  rules.max_moves = 7;
  EXPECT_EQ(play(winning, losing, rules).plies.size(), 14u);
}

TEST(Game, TimeIsMeasuredAndForfeited) {
  GameRules rules;
  rules.time_margin = 400ms;
  Puppet fast, slow(0, 2000ms);
  const play::PlayedGame record = play(fast, slow, rules, "st=0.1");
  EXPECT_EQ(record.outcome(), (chess::Outcome{chess::Color::white, chess::EndReason::time}));
  EXPECT_THAT(record.fault, HasSubstr("time loss"));
  EXPECT_THAT(record.fault, HasSubstr("position: "));
  EXPECT_EQ(fast.seen.move_time, 100ms);
}

TEST(Game, AnAgentThatOverrunsIsStopped) {
  Puppet fast, stuck(0, 60s);
  const auto begin = std::chrono::steady_clock::now();
  const play::PlayedGame record = play(stuck, fast, {}, "tc=0.2");
  EXPECT_EQ(record.outcome(), (chess::Outcome{chess::Color::black, chess::EndReason::time}));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 20s);
}

TEST(Openings, BuiltInOnesAreManyAndPlayable) {
  const auto& openings = builtin_openings();
  EXPECT_GE(openings.size(), 3000u);
  std::set<chess::Key> ends;
  for (const Opening& o : openings) {
    const chess::Game game = o.game();
    EXPECT_FALSE(game.outcome());
    EXPECT_GE(o.moves.size(), 8u);
    ends.insert(game.position().key());
    EXPECT_EQ(unpack_opening(pack_opening(o))->moves, o.moves);
  }
  EXPECT_EQ(ends.size(), openings.size());
  EXPECT_FALSE(unpack_opening("AA"));
}

/// They were chosen by the search of their day; today's must still find them fair.
TEST(DeepOpenings, BuiltInOnesAreBalanced) {
  auto judge = play::make_agent(*play::NamedSpec::parse("tuned:Hash=4"));
  ASSERT_TRUE(judge);
  search::Limits limits;
  limits.nodes = 3000;
  search::NullSink sink;
  double sum = 0, within_100 = 0;
  int worst = 0;
  for (const Opening& o : builtin_openings()) {
    const chess::Game game = o.game();
    search::Control control;
    (*judge)->new_game();
    const int score = std::abs((*judge)->think(game, limits, control, sink).info.score.centipawns);
    sum += score;
    within_100 += score <= 100;
    worst = std::max(worst, score);
  }
  const auto count = static_cast<double>(builtin_openings().size());
  std::printf("mean |score| %.1f, %.2f %% within 100, worst %d\n", sum / count,
              100 * within_100 / count, worst);
  EXPECT_LE(sum / count, 40);
  EXPECT_GE(within_100 / count, 0.97);
}

TEST(Openings, OrderIsAPermutationOfTheSeed) {
  EXPECT_EQ(opening_order(4, false, 1), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  const auto a = opening_order(100, true, 1), b = opening_order(100, true, 2);
  EXPECT_NE(a, b);
  EXPECT_EQ(a, opening_order(100, true, 1));
  EXPECT_EQ(std::set<std::uint32_t>(a.begin(), a.end()).size(), 100u);
}

class InDirectory : public testing::Test {
 protected:
  InDirectory() {
    char name[] = "/tmp/rookery-match-XXXXXX";
    directory = mkdtemp(name);
  }
  ~InDirectory() override { std::filesystem::remove_all(directory); }
  std::string path(const std::string& file) const { return directory + "/" + file; }
  std::string write(const std::string& file, const std::string& text) const {
    std::ofstream(path(file)) << text;
    return path(file);
  }
  std::string directory;
};

TEST_F(InDirectory, OpeningsFromFiles) {
  const auto epd =
      load_openings(write("a.epd",
                          "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"e4\";\n\n"
                          "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"),
                    0);
  ASSERT_TRUE(epd) << epd.error().message;
  EXPECT_EQ(epd->size(), 2u);
  EXPECT_FALSE((*epd)[0].chess960);
  const auto shuffled = load_openings(write("960.epd", "4k3/8/8/8/8/8/8/5KR1 w G - 0 1\n"), 0);
  ASSERT_TRUE(shuffled) << shuffled.error().message;
  EXPECT_TRUE((*shuffled)[0].chess960);
  const auto pgn = load_openings(write("a.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 *\n"), 3);
  ASSERT_TRUE(pgn) << pgn.error().message;
  ASSERT_EQ(pgn->size(), 2u);
  EXPECT_EQ((*pgn)[0].moves.size(), 3u);
  EXPECT_EQ((*pgn)[1].moves.size(), 1u);
  const auto bad = load_openings(write("b.epd", "rnbqkbnr w\n"), 0);
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().message, HasSubstr("b.epd:1"));
  EXPECT_FALSE(load_openings(path("none.epd"), 0));
  EXPECT_FALSE(load_openings(write("c.epd", "\n"), 0));
  EXPECT_FALSE(load_openings(write("mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n"), 0));
}

TEST_F(InDirectory, StoreKeepsGamesAndRefusesOtherMatches) {
  const StoredGame game{3, "A", "B", 0.5, "draw", "", 77, "[Event]\n"};
  {
    auto store = ResultStore::open(path("r.db"), "settings", false);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_TRUE(store->add(game));
    EXPECT_FALSE(store->add(game));  // counted once
  }
  EXPECT_FALSE(ResultStore::open(path("r.db"), "settings", false));
  EXPECT_FALSE(ResultStore::open(path("r.db"), "others", true));
  const auto store = ResultStore::open(path("r.db"), "settings", true);
  ASSERT_TRUE(store);
  const auto games = store->load(10);
  ASSERT_TRUE(games);
  ASSERT_EQ(games->size(), 1u);
  EXPECT_EQ((*games)[0].game, 3);
  EXPECT_EQ((*games)[0].white_points, 0.5);
  EXPECT_EQ((*games)[0].pgn, "[Event]\n");
}

TEST_F(InDirectory, StoreAGameNumberOutOfRangeIsAnErrorAndNoCrash) {
  for (const int number : {-1, 10, 2'000'000'000}) {
    std::filesystem::remove(path("r.db"));
    auto store = ResultStore::open(path("r.db"), "settings", false);
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE(store->add({number, "a", "b", 0.5, "draw", "", 40, ""}));
    const auto games = store->load(10);
    ASSERT_FALSE(games) << number;
    EXPECT_THAT(games.error().message, HasSubstr("damaged"));
  }
}

TEST_F(InDirectory, StoreOneProgramAtATime) {
  {
    const auto store = ResultStore::open(path("r.db"), "settings", false);
    ASSERT_TRUE(store);
    const auto second = ResultStore::open(path("r.db"), "settings", true);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message, HasSubstr("in use by process " + std::to_string(getpid())));
  }
  EXPECT_TRUE(ResultStore::open(path("r.db"), "settings", true));
  EXPECT_FALSE(std::filesystem::exists(path("r.db.lock")));
}

struct Played {
  std::map<int, play::PlayedGame> games;
  std::vector<std::string> incidents;
  std::optional<std::string> lack;
  int given_back = 0;
};

/// A schedule in memory.
class Games final : public GameSource {
 public:
  Games(int players, int games) : schedule_(players, Format::round_robin, games) {
    for (int i = 0; i < schedule_.size(); ++i) todo_.insert(i);
  }
  Played played;

  std::optional<Fixture> claim() override {
    std::lock_guard lock(mutex_);
    if (todo_.empty()) return std::nullopt;
    const int game = *todo_.begin();
    todo_.erase(game);
    return schedule_.fixture(game);
  }
  bool complete(const Fixture& f, const play::PlayedGame& game) override {
    std::lock_guard lock(mutex_);
    EXPECT_TRUE(played.games.emplace(f.game, game).second);
    return true;
  }
  void give_back(const Fixture& f) override {
    std::lock_guard lock(mutex_);
    ++played.given_back;
    todo_.insert(f.game);
  }

 private:
  const Schedule schedule_;
  std::mutex mutex_;
  std::set<int> todo_;
};

/// A whole match of `games` games; the agents are made by the roster unless told otherwise.
Played run(const std::vector<std::string>& specs, int games, int concurrency,
           std::vector<Opening> openings = {},
           decltype(RunnerSettings::make_agent) make_agent = nullptr) {
  RunnerSettings settings;
  for (const std::string& spec : specs) settings.players.push_back(player(spec));
  if (openings.empty()) openings = builtin_openings();
  settings.opening = [&](const Fixture& f) {
    return openings[static_cast<std::size_t>(f.round) % openings.size()];
  };
  settings.rules.max_moves = 40;
  settings.concurrency = concurrency;
  Games source(static_cast<int>(specs.size()), games);
  settings.make_agent = make_agent;
  if (!make_agent)
    settings.make_agent = [](const Player& p) {
      return play::make_agent(play::OwnSpec::written_by_user(p.agent));
    };
  {
    Runner runner(settings, source,
                  [&](const std::string& text) { source.played.incidents.push_back(text); });
    runner.start();
    while (!runner.wait(100ms)) {
    }
    source.played.lack = runner.lack();
  }
  return source.played;
}

/// Only the first thread that asks gets agents.
decltype(RunnerSettings::make_agent) scarce(std::function<void()> refuse) {
  return [refuse, first = std::make_shared<std::atomic<std::thread::id>>()](
             const Player&) -> search::MadeAgent {
    std::thread::id nobody;
    first->compare_exchange_strong(nobody, std::this_thread::get_id());
    if (*first != std::this_thread::get_id()) refuse();
    return std::unique_ptr<search::Agent>(std::make_unique<Puppet>(0, 1ms));
  };
}

TEST(Runner, PlaysFewerGamesAtATimeWhereSomethingRunsOut) {
  const std::function<void()> lacks[] = {
      [] { throw std::bad_alloc(); },
      [] {
        throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
      }};
  for (const auto& refuse : lacks) {
    const Played played = run({"a:depth=1", "b:depth=1"}, 6, 4, {}, scarce(refuse));
    EXPECT_EQ(played.games.size(), 6u) << "a game was lost";
    for (const auto& [number, game] : played.games) EXPECT_TRUE(game.fault.empty()) << game.fault;
    EXPECT_GT(played.given_back, 0);
    EXPECT_EQ(played.incidents.size(), static_cast<std::size_t>(played.given_back));
    EXPECT_FALSE(played.lack) << *played.lack;
  }
}

TEST(Runner, SaysWhatThereWasTooLittleOf) {
  const Played none = run({"a:depth=1", "b:depth=1"}, 6, 4, {},
                          [](const Player&) -> search::MadeAgent { throw std::bad_alloc(); });
  EXPECT_EQ(none.games.size(), 0u);
  EXPECT_EQ(none.lack, "out of memory");

  class NoProcess final : public search::Agent {
   public:
    std::string_view name() const override { return "no process"; }
    search::SearchResult think(const chess::Game&, const search::Limits&, search::Control&,
                               search::InfoSink&) override {
      search::SearchResult result;
      result.failure = "no start: cannot fork: Resource temporarily unavailable";
      return result;
    }
  };
  const Played no_process = run({"a:depth=1", "b:depth=1"}, 2, 1, {}, [](const Player&) {
    return Result<std::unique_ptr<search::Agent>, Error>(std::make_unique<NoProcess>());
  });
  EXPECT_EQ(no_process.games.size(), 0u) << "nobody loses because this machine is full";
  EXPECT_EQ(no_process.lack, "cannot fork: Resource temporarily unavailable");
}

/// In timed games our agents go through the same pipe as others; nothing here depends on time.
TEST(Fairness, ATimedGameAgainstAProgramIsPlayedByPrograms) {
  const std::string program = "cmd=" ROOKERY_BAD_ENGINE ",name=e";
  const auto piped = [&](const std::string& a, const std::string& b) {
    const std::vector<Player> players{player(a), player(b)};
    return as_program(players[0], players, "/proc/self/exe");
  };
  const auto spec = piped("rookery:Hash=16,tc=1+0.01,name=we", program + ",tc=1+0.01");
  ASSERT_TRUE(spec);
  EXPECT_EQ(spec->command, "/proc/self/exe");
  EXPECT_EQ(spec->arguments, (std::vector<std::string>{"uci", "--agent", "rookery:Hash=16"}));
  EXPECT_EQ(spec->name, "we");
  EXPECT_TRUE(piped("rookery:nodes=100", program + ",st=1"));
  EXPECT_FALSE(piped("rookery:nodes=100", program + ",nodes=100")) << "nodes cost the same";
  EXPECT_FALSE(piped("rookery:tc=1", "minimax:tc=1")) << "both are in process";
  EXPECT_FALSE(piped(program + ",tc=1", "minimax:tc=1")) << "it is a program already";
}

TEST(Runner, PlaysEveryGameOnceInColourReversedPairs) {
  const Played played = run({"random:depth=1", "fixed-random:depth=1"}, 40, 3);
  ASSERT_EQ(played.games.size(), 40u);
  std::set<chess::Key> openings;
  for (int g = 0; g < 40; g += 2) {
    const play::PlayedGame &a = played.games.at(g), &b = played.games.at(g + 1);
    EXPECT_EQ(a.opening_plies, b.opening_plies);
    const auto key = a.game.position_after(a.opening_plies).key();
    EXPECT_EQ(key, b.game.position_after(b.opening_plies).key());
    EXPECT_TRUE(openings.insert(key).second) << "an opening came twice";
    EXPECT_TRUE(a.fault.empty()) << a.fault;
  }
}

std::string bad(const std::string& mode) {
  // Patience with a busy machine, but not with those who never answer.
  const bool mute = mode == "hang" || mode == "no-uciok" || mode == "never-quits";
  return "cmd=" ROOKERY_BAD_ENGINE ",arg=" + mode + ",name=" + mode +
         (mute ? ",timeout=1.5,depth=1" : ",timeout=30,depth=1");
}

struct BadMode {
  const char* mode;
  const char* reason;
};
class BadEngines : public testing::TestWithParam<BadMode> {};

TEST_P(BadEngines, LoseWithANamedReportAndTheMatchGoesOn) {
  const Played played = run({bad(GetParam().mode), bad("good")}, 4, 2, {Opening{}});
  ASSERT_EQ(played.games.size(), 4u);
  for (const auto& [number, record] : played.games) {
    const chess::Color bad_side = number % 2 == 0 ? chess::Color::white : chess::Color::black;
    EXPECT_EQ(record.outcome().winner, ~bad_side) << number;
    EXPECT_THAT(record.fault, StartsWith(GetParam().mode));
    EXPECT_THAT(record.fault, HasSubstr(GetParam().reason));
    EXPECT_THAT(record.fault, HasSubstr("\n  position: "));
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadEngines,
                         testing::Values(BadMode{"crash-start", "): crash: killed by signal 6"},
                                         BadMode{"no-uciok", "): stall: no uciok"},
                                         BadMode{"crash-mid", "): crash: killed by signal 11"},
                                         BadMode{"hang", "): stall: no bestmove"},
                                         BadMode{"illegal", "): illegal move: 'a1a1'"},
                                         BadMode{"garbage", "): illegal move"},
                                         BadMode{"close-output", "): lost connection"},
                                         BadMode{"long-line", "): garbage: a line longer than"}),
                         [](const auto& mode) {
                           std::string name = mode.param.mode;
                           std::erase(name, '-');
                           return name;
                         });

TEST(BadEngine, WrongSideScoreLoses) {
  Opening opening;
  opening.start = *notation::parse_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");  // Ra8 mates
  const Played played = run({bad("wrong-side"), bad("good")}, 2, 1, {opening});
  const play::PlayedGame& liar = played.games.at(0);
  EXPECT_THAT(liar.fault, StartsWith("wrong-side (White): wrong-side score: said mate -1"));
  EXPECT_EQ(liar.outcome().winner, chess::Color::black);
  EXPECT_EQ(played.games.at(1).outcome().reason, chess::EndReason::checkmate);
  EXPECT_EQ(played.games.at(1).fault, "");
}

/// It is asked to quit after its last game, and loses that one.
TEST(BadEngine, OneThatNeverQuitsIsReportedAndKilledAndLoses) {
  const Played played = run({bad("never-quits"), bad("good")}, 4, 1);
  ASSERT_EQ(played.games.size(), 4u);
  for (int g = 0; g < 3; ++g) EXPECT_EQ(played.games.at(g).fault, "");
  const play::PlayedGame& last = played.games.at(3);
  EXPECT_EQ(last.outcome(), (chess::Outcome{chess::Color::white, chess::EndReason::forfeit}));
  EXPECT_THAT(last.fault, StartsWith("never-quits (Black): stall: did not exit after quit"));
  EXPECT_THAT(last.fault, HasSubstr("\n  position: "));
  EXPECT_TRUE(played.incidents.empty());
}

TEST(BadEngine, OneThatCannotBeFoundLoses) {
  const Played played = run({"cmd=no-such-engine-anywhere,depth=1", bad("good")}, 2, 1);
  EXPECT_EQ(played.games.size(), 2u);
  EXPECT_THAT(played.games.at(0).fault, HasSubstr("no start: no program"));
}

TEST(Pgn, HoldsEvaluationTimeAndTheReason) {
  const Played played = run({bad("crash-mid"), bad("good")}, 2, 1, {Opening{}});
  const std::string text =
      to_pgn({"Test", "2026.01.31"}, Schedule(2, Format::round_robin, 2).fixture(1),
             player(bad("good")), player(bad("crash-mid")), played.games.at(1));
  notation::PgnReader reader(text);
  const auto game = notation::read_game_tree(reader);
  ASSERT_TRUE(game);
  EXPECT_FALSE(game->error);
  EXPECT_EQ(game->tree.tag("White"), "good");
  EXPECT_EQ(game->tree.tag("Black"), "crash-mid");
  EXPECT_EQ(game->tree.tag("Result"), "1-0");
  EXPECT_EQ(game->tree.tag("Round"), "1.2");
  EXPECT_EQ(game->tree.tag("Termination"), "rules infraction");
  const std::vector<chess::NodeId> line = game->tree.main_line();
  EXPECT_EQ(line.size(), played.games.at(1).game.ply());
  ASSERT_FALSE(played.games.at(1).plies.empty());
  EXPECT_TRUE(game->tree.note(line.back()).eval);
  EXPECT_THAT(game->tree.note(line.back()).comment, HasSubstr("crash: killed by signal 11"));
}

/// The command itself, killed again and again.
class Resume : public InDirectory {
 protected:
  std::vector<std::string> command(bool resume) const {
    std::vector<std::string> argv{
        ROOKERY_BINARY, "match",       bad("good"),     bad("slow") + ",name=other",
        "--games",      "80",          "--concurrency", "2",
        "--max-moves",  "1",           "--db",          path("m.db"),
        "--pgn",        path("m.pgn"), "--json"};
    if (resume) argv.push_back("--resume");
    return argv;
  }
};

TEST_F(Resume, AfterKill9NoGameIsLostOrCountedTwice) {
  // Every game takes 0.2 s and two are played at a time, so that the 20 runs, 6.6 s together at
  // most, cannot reach the end of the 80 games: each kill hits a match that is going on.
  Rng rng(20);
  std::string json;
  write("m.pgn", "[Event \"before\"]\n[GameNumber \"0\"]\n\n1. e4 *\n\n");
  for (int run = 0; run <= 20; ++run) {
    auto child = Subprocess::start(command(std::filesystem::exists(path("m.db"))));
    ASSERT_TRUE(child);
    const auto moment = std::chrono::milliseconds(30 + rng.below(300));
    const bool last = run == 20;
    const auto status = child->read_line(json, Subprocess::Clock::now() + (last ? 300s : moment));
    ASSERT_EQ(status, last ? Subprocess::Read::line : Subprocess::Read::timeout)
        << child->error_output();
    if (!last) kill(child->pid(), SIGKILL);
  }
  EXPECT_THAT(json, HasSubstr("\"games\":80,"));
  std::ifstream file(path("m.pgn"));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  notation::PgnReader reader(text);
  std::multiset<std::string> numbers;
  while (const auto game = notation::read_game_tree(reader)) {
    EXPECT_FALSE(game->error);
    numbers.emplace(game->tree.tag("GameNumber"));
  }
  EXPECT_EQ(numbers.count("0"), 1u) << "the game that was there before";
  EXPECT_EQ(numbers.size(), 81u);
  EXPECT_EQ(std::set<std::string>(numbers.begin(), numbers.end()).size(), 81u);
}

/// The file of a running match is left alone, and it is told who has it.
TEST_F(Resume, ARunningMatchIsNotResumed) {
  auto first = Subprocess::start(command(false));
  ASSERT_TRUE(first);
  const auto size = [&] {
    std::error_code none;
    const auto bytes = std::filesystem::file_size(path("m.pgn"), none);
    return none ? 0 : bytes;
  };
  while (size() == 0) std::this_thread::sleep_for(10ms);
  auto second = Subprocess::start(command(true));
  ASSERT_TRUE(second);
  std::string line;
  EXPECT_EQ(second->read_line(line, Subprocess::Clock::now() + 60s), Subprocess::Read::closed);
  EXPECT_EQ(second->finish(Subprocess::Clock::now() + 60s), "exited with status 1");
  EXPECT_THAT(second->error_output(),
              HasSubstr("in use by process " + std::to_string(first->pid())));
  EXPECT_GT(size(), 0u);
}

TEST(Command, ControlCharactersOfAnEngineDoNotReachTheTerminal) {
  auto child = Subprocess::start({ROOKERY_BINARY, "match", bad("garbage"), bad("good"), "--games",
                                  "2", "--max-moves", "20", "--json"});
  ASSERT_TRUE(child);
  std::string line;
  while (child->read_line(line, Subprocess::Clock::now() + 60s) == Subprocess::Read::line)
    EXPECT_TRUE(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' '; })) << line;
  child->finish(Subprocess::Clock::now() + 60s);
  const std::string& errors = child->error_output();
  EXPECT_THAT(errors, HasSubstr("illegal move"));
  for (const char c : errors) {
    const auto byte = static_cast<unsigned char>(c);
    ASSERT_TRUE(byte >= ' ' || c == '\n') << errors;
    ASSERT_TRUE(byte < 0x7f) << errors;
  }
}

}  // namespace
}  // namespace rookery::match
