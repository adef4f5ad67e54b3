#include "play/session.h"

#include <gtest/gtest.h>

#include "notation/fen.h"
#include "notation/san.h"
#include "play/scripted_agent.h"

namespace rookery::play {
namespace {

using namespace std::chrono_literals;
using chess::Color;
using chess::EndReason;
using tests::ScriptedAgent;

/// A session against a scripted agent, in a time of its own.
class SessionTest : public testing::Test {
 protected:
  void start(GameSetup setup, std::vector<std::string> script = {}) {
    session.emplace(GameRecord(setup), AgentPool([script](const PlayerSpec&) -> search::MadeAgent {
                      return search::MadeAgent(std::make_unique<ScriptedAgent>(script));
                    }),
                    [] {});
    session->begin(now);
  }
  void play(const char* san) { session->play(*notation::parse_san(session->position(), san), now); }
  /// Until the agent's thread has delivered.
  void wait_for_ply(std::size_t ply) {
    for (int i = 0; i < 5000 && session->game().ply() < ply; ++i) {
      session->poll(now);
      std::this_thread::sleep_for(1ms);
    }
    ASSERT_EQ(session->game().ply(), ply);
  }
  static GameSetup against_agent(std::optional<TimeControl> clock = {}) {
    GameSetup setup;
    setup.players[1] = NamedSpec::of_level(1, 0);
    setup.clock = clock;
    return setup;
  }

  TimePoint now{};
  std::optional<Session> session;
};

TEST_F(SessionTest, NoEngineIsMadeTwiceForOnePool) {
  std::atomic<int> made{0};
  const AgentPool pool([&](const PlayerSpec&) -> search::MadeAgent {
    ++made;
    return search::MadeAgent(
        std::make_unique<ScriptedAgent>(std::vector<std::string>{"e5", "e5", "e5"}));
  });
  for (int game = 0; game < 3; ++game) {
    session.emplace(GameRecord(against_agent()), pool, [] {});
    session->begin(now);
    play("e4");
    wait_for_ply(2);
  }
  EXPECT_EQ(made, 1);
  session.reset();
}

TEST_F(SessionTest, NoRoomInThePoolIsTold) {
  const AgentPool pool(
      [](const PlayerSpec&) -> search::MadeAgent { return search::MadeAgent(nullptr); },
      {.agents = 0});
  session.emplace(GameRecord(against_agent()), pool, [] {});
  session->begin(now);
  play("e4");
  session->poll(now);
  EXPECT_NE(session->failure().find("try again later"), std::string::npos) << session->failure();
  EXPECT_EQ(session->outcome()->reason, EndReason::forfeit);
}

TEST_F(SessionTest, AnAgentAnswers) {
  start(against_agent(), {"e5", "Nc6"});
  EXPECT_TRUE(session->is_human_turn());
  play("e4");
  EXPECT_FALSE(session->is_human_turn());
  wait_for_ply(2);
  EXPECT_TRUE(session->is_human_turn());
  EXPECT_EQ(session->last_decision()->nodes, 1234u);
  play("Nf3");
  wait_for_ply(4);
  EXPECT_EQ(notation::to_fen(session->position()),
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
}

TEST_F(SessionTest, UndoTakesBackBothPliesAndTheClock) {
  start(against_agent(TimeControl{60s, 0s}), {"e5", "Nc6"});
  now += 5s;
  play("e4");
  wait_for_ply(2);
  now += 10s;
  play("Nf3");
  wait_for_ply(4);
  EXPECT_EQ(session->left(Color::white, now), 45s);
  now += 7s;
  ASSERT_TRUE(session->undo(now));
  EXPECT_EQ(session->game().ply(), 2u);
  EXPECT_EQ(session->left(Color::white, now), 55s);
  EXPECT_TRUE(session->can_redo());
  ASSERT_TRUE(session->redo(now));
  EXPECT_EQ(session->game().ply(), 4u);
  EXPECT_EQ(session->left(Color::white, now), 45s);
  EXPECT_FALSE(session->redo(now));
  ASSERT_TRUE(session->undo(now));
  ASSERT_TRUE(session->undo(now));
  EXPECT_FALSE(session->undo(now));
  EXPECT_EQ(session->left(Color::white, now), 60s);
  play("d4");
  EXPECT_FALSE(session->can_redo()) << "a new move forgets what was taken back";
}

TEST_F(SessionTest, NothingIsRedoneAfterTheEnd) {
  start(against_agent(), {"e5"});
  play("e4");
  wait_for_ply(2);
  ASSERT_TRUE(session->undo(now));
  session->resign(Color::white, now);
  ASSERT_TRUE(session->outcome());
  EXPECT_FALSE(session->redo(now));
  EXPECT_EQ(session->game().ply(), 0u);
}

TEST_F(SessionTest, UndoWhileTheAgentThinksTakesBackOnePly) {
  start(against_agent(), {"wait"});
  play("e4");
  EXPECT_TRUE(session->is_thinking());
  ASSERT_TRUE(session->undo(now));
  EXPECT_EQ(session->game().ply(), 0u);
  EXPECT_FALSE(session->is_thinking());
}

TEST_F(SessionTest, MoveNowEndsTheThinking) {
  start(against_agent(), {"wait"});
  play("e4");
  for (int i = 0; i < 1000 && !session->thinking(); ++i) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(session->thinking()) << "reports arrive while it thinks";
  session->move_now();
  wait_for_ply(2);
}

TEST_F(SessionTest, AFallenFlagEndsTheGame) {
  start(against_agent(TimeControl{60s, 0s}), {"wait"});
  now += 61s;
  EXPECT_TRUE(session->poll(now));
  EXPECT_EQ(session->outcome(), (chess::Outcome{Color::black, EndReason::time}));
}

TEST_F(SessionTest, AFallenFlagAgainstABareKingDraws) {
  GameSetup setup;
  setup.start = *notation::parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  setup.clock = TimeControl{60s, 0s};
  start(setup);
  now += 61s;
  session->poll(now);
  EXPECT_EQ(session->outcome(), (chess::Outcome{std::nullopt, EndReason::time}));
}

TEST_F(SessionTest, AFailingAgentForfeits) {
  start(against_agent(), {"fail"});
  play("e4");
  for (int i = 0; i < 5000 && !session->outcome(); ++i) {
    session->poll(now);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(session->outcome(), (chess::Outcome{Color::white, EndReason::forfeit}));
  EXPECT_EQ(session->failure(), "the script says so");
}

TEST_F(SessionTest, AHintAndAnEvaluationArrive) {
  start(against_agent(), {});
  session->request_hint();
  EXPECT_TRUE(session->is_hint_coming());
  for (int i = 0; i < 5000 && session->is_hint_coming(); ++i) {
    session->poll(now);
    std::this_thread::sleep_for(1ms);
  }
  ASSERT_TRUE(session->hint());
  EXPECT_EQ(session->hint()->pv.size(), 1u);
  EXPECT_EQ(session->evaluation()->centipawns, 30);
  play("e4");
  EXPECT_FALSE(session->hint()) << "a hint is for one position";
}

TEST_F(SessionTest, TwoAgentsPlayAndPause) {
  GameSetup setup;
  setup.players[0] = setup.players[1] = NamedSpec::of_level(1, 0);
  start(setup, {"", "wait"});
  wait_for_ply(1);
  session->set_paused(true, now);
  EXPECT_FALSE(session->is_thinking());
  const auto ply = session->game().ply();
  session->poll(now);
  EXPECT_EQ(session->game().ply(), ply);
}

}  // namespace
}  // namespace rookery::play
