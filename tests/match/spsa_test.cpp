#include "match/spsa.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.h"

namespace rookery::match {
namespace {

std::vector<SpsaParameter> two() {
  return {{"reduction", 100, 0, 400, 20}, {"margin", 50, -100, 100, 10}};
}

/// A pair of games between two settings whose strength falls with the distance from the best ones.
double play_pair(const Spsa::Probe& probe, Rng& rng) {
  const auto strength = [](const std::vector<int>& v) {
    return -std::pow((v[0] - 250) / 60.0, 2) - std::pow((v[1] + 30) / 30.0, 2);
  };
  const double p = 1 / (1 + std::exp(-0.3 * (strength(probe.plus) - strength(probe.minus))));
  return (rng.uniform() < p ? 1 : -1) + (rng.uniform() < p ? 1 : -1);
}

TEST(Spsa, FindsTheBestValuesFromNoisyGames) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    SpsaSettings settings;
    settings.iterations = 20'000;
    settings.rate = 0.02;
    settings.seed = seed;
    Spsa spsa(two(), settings);
    Rng rng(seed);
    while (!spsa.is_done()) {
      const auto probe = spsa.next();
      spsa.update(probe, play_pair(probe, rng));
    }
    EXPECT_NEAR(spsa.parameters()[0].value, 250, 25) << seed;
    EXPECT_NEAR(spsa.parameters()[1].value, -30, 12) << seed;
  }
}

TEST(Spsa, GoesOnWhereItStoppedEvenInMidLine) {
  const auto play = [](Spsa& spsa, int until, std::string& log) {
    while (spsa.iteration() < until) {
      const auto probe = spsa.next();
      spsa.update(probe, probe.plus[0] % 3 - 1);
      log += spsa.row();
    }
  };
  Spsa whole(two(), {}), first(two(), {});
  std::string whole_log = whole.header(), log = first.header();
  play(whole, 30, whole_log);
  play(first, 17, log);
  for (const std::size_t killed_at : {log.size(), log.size() - 1, log.size() - 9}) {
    Spsa second(two(), {});
    const auto kept = second.restore(std::string_view(log).substr(0, killed_at));
    ASSERT_TRUE(kept) << kept.error().message;
    EXPECT_EQ(second.iteration(), killed_at == log.size() ? 17 : 16);
    std::string second_log = *kept;
    play(second, 30, second_log);
    EXPECT_EQ(second_log, whole_log);
    EXPECT_EQ(second.history(), whole.history());
  }
  auto others = two();
  others[1].name = "another";
  EXPECT_FALSE(Spsa(others, {}).restore(log));
  EXPECT_FALSE(Spsa(two(), {}).restore("garbage"));
  EXPECT_FALSE(Spsa(two(), {}).restore(log + "99,0,1,2\n"));
  EXPECT_FALSE(Spsa(two(), {}).restore(log + "18,0,1\n"));
}

TEST(Spsa, StaysWithinTheLimits) {
  Spsa spsa({{"x", 1, 0, 2, 5}}, {});
  for (int i = 0; i < 100; ++i) {
    const auto probe = spsa.next();
    for (const int v : {probe.plus[0], probe.minus[0]}) {
      EXPECT_GE(v, 0);
      EXPECT_LE(v, 2);
    }
    spsa.update(probe, 2);
  }
}

TEST(Spsa, ReadsParameters) {
  const auto p = parse_spsa_parameter("margin=12.5,0,40,3");
  ASSERT_TRUE(p);
  EXPECT_EQ(p->name, "margin");
  EXPECT_EQ(p->value, 12.5);
  EXPECT_EQ(p->max, 40);
  for (const char* bad : {"margin", "margin=", "margin=1,2,3", "margin=1,2,3,4,5", "=1,0,2,1",
                          "margin=5,0,4,1", "margin=1,0,4,0", "margin=1,0,4,x"})
    EXPECT_FALSE(parse_spsa_parameter(bad)) << bad;
}

TEST(Spsa, DrawsAPlot) {
  Spsa spsa(two(), {});
  for (int i = 0; i < 2000; ++i) spsa.update(spsa.next(), 1);
  const std::string svg = spsa_plot(spsa);
  EXPECT_THAT(svg, testing::StartsWith("<svg"));
  EXPECT_THAT(svg, testing::HasSubstr(">reduction 100 to "));
  EXPECT_THAT(svg, testing::HasSubstr("2000 iterations"));
  EXPECT_LT(svg.size(), 40'000u);
}

}  // namespace
}  // namespace rookery::match
