#include "play/agent_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "play/scripted_agent.h"

namespace rookery::play {
namespace {

using namespace std::chrono_literals;
using search::SearchResult;

class PoolTest : public testing::Test {
 protected:
  AgentFactory factory(std::vector<std::string> script = {}) {
    // The count is shared: an agent may be made when the test is over.
    return [made = made, script](const PlayerSpec&) -> search::MadeAgent {
      ++*made;
      return std::unique_ptr<search::Agent>(std::make_unique<tests::ScriptedAgent>(script));
    };
  }
  template <class Condition>
  static bool eventually(Condition condition) {
    for (int i = 0; i < 30'000 && !condition(); ++i) std::this_thread::sleep_for(1ms);
    return condition();
  }
  const std::shared_ptr<std::atomic<int>> made = std::make_shared<std::atomic<int>>(0);
  std::atomic<int> answers{0};
  const PlayerSpec flagship{NamedSpec::flagship()};
  const PlayerSpec level{NamedSpec::of_level(1, 0)};
};

TEST_F(PoolTest, AnAgentThatCameBackIsLentAgain) {
  AgentPool pool(factory());
  for (int i = 1; i <= 3; ++i) {
    auto loan = pool.borrow(flagship);
    ASSERT_TRUE(loan);
    (*loan)->ask(chess::Game(), {}, {}, [&](const SearchResult& r) { answers += r.best ? 1 : 0; });
    ASSERT_TRUE(eventually([&] { return answers == i; }));
    EXPECT_EQ(pool.usage().lent, 1);
  }
  EXPECT_EQ(*made, 1);
  EXPECT_EQ(pool.usage().kept, 1);
  EXPECT_FALSE(pool.borrow(PlayerSpec()));
}

TEST_F(PoolTest, BoundsHoldForAllTogether) {
  AgentPool pool(factory(), {.agents = 2, .searches = 1, .hash_mb = 40, .threads = 8});
  auto first = pool.borrow(flagship);
  auto second = pool.borrow(level);
  ASSERT_TRUE(first && second);
  const auto third = pool.borrow(level);
  ASSERT_FALSE(third);
  EXPECT_NE(third.error().message.find("try again later"), std::string::npos);
  first->reset();  // kept, and thrown out for another player
  auto fourth = pool.borrow(*NamedSpec::parse("quiescent"));
  EXPECT_TRUE(fourth);
  EXPECT_EQ(pool.usage().kept, 0);
  EXPECT_EQ(pool.usage().hash_mb, 32u);
  EXPECT_FALSE(AgentPool(factory(), {.hash_mb = 8}).borrow(flagship));
  EXPECT_EQ(needs_of(*NamedSpec::parse("tuned:Hash=64,Threads=2")).hash_mb, 64u);
  EXPECT_EQ(needs_of(*NamedSpec::parse("tuned:Hash=64,Threads=2")).threads, 2);
}

TEST_F(PoolTest, MoreSearchesThanAllowedWaitTheirTurn) {
  AgentPool pool(factory({"wait"}), {.searches = 2});
  std::vector<std::unique_ptr<AgentPool::Loan>> loans;
  for (int i = 0; i < 5; ++i) {
    loans.push_back(std::move(*pool.borrow(flagship)));
    loans.back()->ask(chess::Game(), {}, {}, [&](const SearchResult&) { ++answers; });
  }
  ASSERT_TRUE(eventually([&] { return pool.usage().searching == 2; }));
  EXPECT_EQ(pool.usage().queued, 3);
  loans[0]->stop();
  ASSERT_TRUE(eventually([&] { return answers == 1; }));
  ASSERT_TRUE(eventually([&] { return pool.usage().queued == 2; }));
  loans[4]->stop();    // answers when its turn comes
  loans[1]->forget();  // never answers, and makes room
  loans[2]->stop();
  loans[3].reset();
  ASSERT_TRUE(eventually([&] { return answers == 3; }));
  ASSERT_TRUE(eventually([&] { return pool.usage().searching == 0; }));
}

TEST_F(PoolTest, ThreadsAreCountedWhereTheySearch) {
  AgentPool pool(factory({"wait"}), {.searches = 8, .threads = 3});
  std::vector<std::unique_ptr<AgentPool::Loan>> loans;
  const auto ask = [&](const char* player) {
    loans.push_back(std::move(*pool.borrow(*NamedSpec::parse(player))));
    loans.back()->ask(chess::Game(), {}, {}, [&](const SearchResult&) { ++answers; });
  };
  ask("tuned:Threads=2");
  ask("tuned:Threads=2");  // waits for the first
  ask("tuned:Threads=1");  // waits behind it
  EXPECT_EQ(pool.usage().threads, 2);
  EXPECT_EQ(pool.usage().queued, 2);
  loans[0]->forget();
  ASSERT_TRUE(eventually([&] { return pool.usage().threads == 3; }));
  EXPECT_EQ(pool.usage().queued, 0);
  loans.clear();
  EXPECT_EQ(pool.usage().threads, 0);
  ask("tuned:Threads=4");  // more than there may be: alone
  EXPECT_EQ(pool.usage().searching, 1);
}

TEST_F(PoolTest, QuestionsWithoutAnEndAreCountedApart) {
  AgentPool pool(factory({"wait"}),
                 {.searches = 1, .hash_mb = 160, .threads = 8, .endless_threads = 2});
  search::Limits endless;
  endless.infinite = true;
  std::vector<std::unique_ptr<AgentPool::Loan>> loans;
  const auto ask = [&](const search::Limits& limits) {
    loans.push_back(std::move(*pool.borrow(flagship)));
    loans.back()->ask(chess::Game(), limits, {}, [&](const SearchResult&) { ++answers; });
  };
  EXPECT_TRUE(pool.has_room_for_endless(flagship, false));
  ask(endless);
  ask(endless);
  EXPECT_EQ(pool.usage().endless_threads, 2);
  EXPECT_FALSE(pool.has_room_for_endless(flagship, false));
  ask(endless);  // waits
  ask({});       // and nobody who wants a move waits for it
  EXPECT_EQ(pool.usage().searching, 3);
  EXPECT_EQ(pool.usage().threads, 1);
  EXPECT_EQ(pool.usage().queued, 1);
  ask({});
  EXPECT_EQ(pool.usage().queued, 2);
  loans[3]->forget();
  ASSERT_TRUE(eventually([&] { return pool.usage().queued == 1; }));
  loans[0]->forget();
  ASSERT_TRUE(eventually([&] { return pool.usage().queued == 0; }));
  EXPECT_EQ(pool.usage().endless_threads, 2);
  EXPECT_EQ(pool.usage().threads, 1);
  for (const auto& loan : loans) loan->forget();
  EXPECT_EQ(pool.usage().searching, 0);
  // 80 of 160 MB are lent: 32 more are within three quarters, 48 are not.
  EXPECT_TRUE(pool.has_room_for_endless(*NamedSpec::parse("tuned:Hash=32"), false));
  EXPECT_FALSE(pool.has_room_for_endless(*NamedSpec::parse("tuned:Hash=48"), false));
  EXPECT_TRUE(pool.has_room_for_endless(*NamedSpec::parse("tuned:Hash=48"), true));
}

TEST_F(PoolTest, WhoFailedIsNotLentAgain) {
  AgentPool pool([this](const PlayerSpec&) -> search::MadeAgent {
    ++*made;
    return Unexpected{Error{"not today"}};
  });
  for (int i = 1; i <= 2; ++i) {
    const AgentPool copy = pool;
    auto loan = copy.borrow(flagship);
    (*loan)->ask(chess::Game(), {}, {}, [&](const SearchResult& r) {
      EXPECT_EQ(r.failure, "not today");
      ++answers;
    });
    ASSERT_TRUE(eventually([&] { return answers == i; }));
    ASSERT_TRUE(eventually([&] { return pool.usage().searching == 0; }));
    loan->reset();
    EXPECT_EQ(pool.usage().kept, 0);
    EXPECT_EQ(pool.usage().hash_mb, 0u);
  }
  EXPECT_EQ(*made, 2);
}

TEST_F(PoolTest, OnlyAClockRunsWhileAQuestionWaits) {
  AgentPool pool([](const PlayerSpec&) -> search::MadeAgent {
    struct Asked final : search::Agent {
      std::string_view name() const override { return "asked"; }
      SearchResult think(const chess::Game&, const search::Limits& limits, search::Control&,
                         search::InfoSink&) override {
        SearchResult result;
        result.info.depth = limits.received.has_value();
        return result;
      }
    };
    return search::MadeAgent(std::make_unique<Asked>());
  });
  std::atomic<int> received{-1};
  const auto ask = [&](const search::Limits& limits) {
    received = -1;
    auto loan = pool.borrow(flagship);
    (*loan)->ask(chess::Game(), limits, {},
                 [&](const SearchResult& r) { received = r.info.depth; });
    EXPECT_TRUE(eventually([&] { return received >= 0; }));
    return received == 1;
  };
  search::Limits limits;
  limits.move_time = 100ms;
  EXPECT_FALSE(ask(limits));
  limits.clock[0] = search::ClockState{1s, 0s};
  EXPECT_TRUE(ask(limits));
}

TEST_F(PoolTest, LoansOutliveThePool) {
  std::unique_ptr<AgentPool::Loan> loan;
  {
    AgentPool pool(factory());
    loan = std::move(*pool.borrow(flagship));
  }
  loan.reset();
}

}  // namespace
}  // namespace rookery::play
