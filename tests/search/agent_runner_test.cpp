#include "search/agent_runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>

#include "chess/movegen.h"

namespace rookery::search {
namespace {

using namespace std::chrono_literals;
using chess::Game;

/// What agents of a test do, and how many there are.
struct World {
  std::atomic<bool> released{false};  // the stuck ones may end
  std::atomic<int> alive{0}, made{0}, killed{0};
};

enum class Manner { quick, slow, until_stopped, stuck, program };

class OddAgent final : public Agent {
 public:
  OddAgent(std::shared_ptr<World> world, Manner manner)
      : world_(std::move(world)), manner_(manner) {
    ++world_->alive, ++world_->made;
  }
  ~OddAgent() override { --world_->alive; }
  std::string_view name() const override { return "odd"; }
  bool kill() override {
    if (manner_ != Manner::program) return false;
    ++world_->killed;
    return dead_ = true;
  }
  SearchResult think(const Game& game, const Limits& limits, Control& control,
                     InfoSink& sink) override {
    SearchResult result;
    result.best = chess::legal_moves(game.position())[0];
    result.info.pv = {result.best};
    for (int i = 1; i <= limits.multi_pv; ++i) {
      result.info.multi_pv = i;
      sink.on_info(result.info);
    }
    const auto rest = [] { std::this_thread::sleep_for(200us); };
    if (manner_ == Manner::slow)
      for (int i = 0; i < 20; ++i) rest();  // heeds nothing, but ends
    while (manner_ == Manner::until_stopped && !control.should_stop()) rest();
    while (manner_ == Manner::stuck && !world_->released) rest();
    while (manner_ == Manner::program && !dead_ && !world_->released) rest();
    return result;
  }

 private:
  std::shared_ptr<World> world_;
  const Manner manner_;
  std::atomic<bool> dead_{false};
};

AgentMaker maker(std::shared_ptr<World> world, Manner manner) {
  return [=]() -> Result<std::unique_ptr<Agent>, Error> {
    return std::unique_ptr<Agent>(std::make_unique<OddAgent>(world, manner));
  };
}

/// Waits for callbacks.
class Inbox {
 public:
  AgentRunner::OnResult slot() {
    return [this](SearchResult result) {
      const std::lock_guard lock(mutex_);
      result_ = std::move(result);
      ready_.notify_all();
    };
  }
  SearchResult take() {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(ready_.wait_for(lock, 60s, [&] { return result_.has_value(); }));
    SearchResult result = result_.value_or(SearchResult());
    result_.reset();
    return result;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::optional<SearchResult> result_;
};

template <class Condition>
bool eventually(Condition condition) {
  for (int i = 0; i < 60'000 && !condition(); ++i) std::this_thread::sleep_for(1ms);
  return condition();
}

TEST(AgentRunner, AnswersWithEveryLine) {
  const auto world = std::make_shared<World>();
  AgentRunner runner(maker(world, Manner::quick));
  EXPECT_EQ(world->made, 0) << "not before it is needed";
  Inbox inbox;
  std::vector<int> lines;
  Limits limits;
  limits.multi_pv = 3;
  runner.ask(
      Game(), limits, [&](const SearchInfo& info) { lines.push_back(info.multi_pv); },
      inbox.slot());
  EXPECT_TRUE(inbox.take().best);
  EXPECT_EQ(lines, (std::vector{1, 2, 3}));
  EXPECT_NE(runner.idle_agent(), nullptr);
  runner.ask(Game(), {}, {}, inbox.slot());
  EXPECT_TRUE(inbox.take().best);
  EXPECT_EQ(world->made, 1) << "one agent for all questions";
}

TEST(AgentRunner, StopDecidesAndForgetIsSilent) {
  const auto world = std::make_shared<World>();
  Inbox inbox;
  AgentRunner runner(maker(world, Manner::until_stopped));
  const auto ticket = runner.ask(Game(), {}, {}, inbox.slot());
  runner.stop(ticket - 1);  // an old one
  runner.stop(ticket);
  EXPECT_TRUE(inbox.take().best);

  std::atomic<bool> heard{false};
  runner.ask(Game(), {}, {}, [&](const SearchResult&) { heard = true; });
  runner.forget();
  EXPECT_TRUE(eventually([&] { return !runner.is_busy(); }));
  bool done = false;
  Inbox after;
  runner.perform([&](Agent& agent, Control&) { done = agent.name() == "odd"; },
                 [slot = after.slot()](const auto&) { slot({}); });
  after.take();
  EXPECT_TRUE(done);
  EXPECT_FALSE(heard);
}

TEST(AgentRunner, TheDeafAreGivenUp) {
  const auto world = std::make_shared<World>();
  Inbox inbox;
  {
    AgentRunner runner(maker(world, Manner::stuck), 20ms);
    runner.stop(runner.ask(Game(), {}, {}, inbox.slot()));
    const auto result = inbox.take();
    ASSERT_TRUE(result.failure);
    EXPECT_NE(result.failure->find("given up"), std::string::npos) << *result.failure;
    EXPECT_EQ(AgentRunner::left_behind(), 1);
    // The next question has a new agent, though the first still sits there.
    runner.stop(runner.ask(Game(), {}, {}, inbox.slot()));
    EXPECT_TRUE(inbox.take().failure);
    EXPECT_EQ(world->made, 2);
    EXPECT_EQ(AgentRunner::left_behind(), 2);
    EXPECT_FALSE(AgentRunner::wind_up(1ms));
  }
  world->released = true;
  EXPECT_TRUE(eventually([] { return AgentRunner::left_behind() == 0; }));
  EXPECT_TRUE(eventually([&] { return world->alive == 0; }));

  // A program is killed; its agent tells the end itself and stays.
  const auto programs = std::make_shared<World>();
  AgentRunner runner(maker(programs, Manner::program), 20ms);
  runner.stop(runner.ask(Game(), {}, {}, inbox.slot()));
  EXPECT_FALSE(inbox.take().failure);
  EXPECT_EQ(programs->killed, 1);
  EXPECT_EQ(AgentRunner::left_behind(), 0);

  // Who was given ready has no successor.
  const auto last = std::make_shared<World>();
  AgentRunner single(std::make_unique<OddAgent>(last, Manner::stuck), 20ms);
  single.stop(single.ask(Game(), {}, {}, inbox.slot()));
  EXPECT_TRUE(inbox.take().failure);
  EXPECT_EQ(single.idle_agent(), nullptr);
  single.ask(Game(), {}, {}, inbox.slot());
  EXPECT_TRUE(inbox.take().failure);
  last->released = true;
}

TEST(AgentRunner, FailuresOfTheMakerAreAnswers) {
  AgentRunner runner([]() -> Result<std::unique_ptr<Agent>, Error> {
    return Unexpected{Error{"no such engine"}};
  });
  Inbox inbox;
  runner.ask(Game(), {}, {}, inbox.slot());
  EXPECT_EQ(inbox.take().failure, "no such engine");
  runner.ask(Game(), {}, {}, inbox.slot());
  EXPECT_EQ(inbox.take().failure, "no such engine");
}

/// Random starts, stops and replacements: nothing of an old question is heard after the call that
/// ended it, no call waits for an agent (the stuck ones would never let it), and all end.
TEST(AgentRunner, ACallerWithoutMemoryHearsAFailureInstead) {
  AgentRunner runner(maker(std::make_shared<World>(), Manner::quick));
  Inbox inbox;
  int calls = 0;
  runner.ask(Game(), {}, {}, [&, put = inbox.slot()](SearchResult result) {
    if (++calls == 1) throw std::bad_alloc();
    put(std::move(result));
  });
  const SearchResult told = inbox.take();
  EXPECT_TRUE(told.failure);
  EXPECT_EQ(calls, 2);
  runner.ask(Game(), {}, {}, inbox.slot());
  EXPECT_TRUE(inbox.take().best) << "and goes on";
}

TEST(AgentRunner, AThousandSequences) {
  const auto world = std::make_shared<World>();
  std::atomic<int> late{0}, answers{0};
  std::mt19937 random(7);
  const auto any = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int stuck = 0;
  for (int sequence = 0; sequence < 1000; ++sequence) {
    // Few are stuck: each costs a thread until the end of the test.
    Manner manner = static_cast<Manner>(any(3));
    if (sequence % 50 == 0) manner = sequence % 100 ? Manner::program : Manner::stuck;
    stuck += manner == Manner::stuck;
    auto runner = std::make_unique<AgentRunner>(maker(world, manner), 10ms);
    const auto oldest_allowed = std::make_shared<std::atomic<int>>(0);
    AgentRunner::Ticket ticket = 0;
    for (int step = 1, steps = 1 + any(6); step <= steps; ++step) {
      switch (any(4)) {
        case 0:
        case 1: {
          const auto note = [=, &late] { late += step < oldest_allowed->load(); };
          ticket = runner->ask(
              Game(), {}, [note](const SearchInfo&) { note(); },
              [note, &answers](const SearchResult&) { note(), ++answers; });
          *oldest_allowed = step;
          break;
        }
        case 2:
          runner->stop(ticket);
          break;
        case 3:
          runner->forget();
          *oldest_allowed = step + 1;
          break;
      }
      if (any(3) == 0) std::this_thread::sleep_for(std::chrono::microseconds(any(1500)));
    }
    runner.reset();
    *oldest_allowed = 1000;
  }
  EXPECT_EQ(late, 0);
  EXPECT_GT(answers, 0);
  EXPECT_LE(AgentRunner::left_behind(), 2 * stuck);
  world->released = true;
  EXPECT_TRUE(eventually([&] { return world->alive == 0; })) << world->alive;
  EXPECT_TRUE(eventually([] { return AgentRunner::wind_up(1ms); }));
}

TEST(AgentRunnerDeathTest, TheProgramEndsAtOnceThoughAnAgentIsStuck) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EXIT(
      {
        const auto world = std::make_shared<World>();
        auto runner = std::make_unique<AgentRunner>(maker(world, Manner::stuck));
        std::atomic<bool> began{false};
        runner->ask(
            Game(), {}, [&](const SearchInfo&) { began = true; }, [](const SearchResult&) {});
        while (!began) std::this_thread::sleep_for(1ms);
        const auto start = std::chrono::steady_clock::now();
        runner.reset();
        const bool all_gone = AgentRunner::wind_up();
        const bool quick = std::chrono::steady_clock::now() - start < 3s;
        std::_Exit(!all_gone && quick ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
  EXPECT_LT(std::chrono::steady_clock::now() - before, 20s);
}

}  // namespace
}  // namespace rookery::search
