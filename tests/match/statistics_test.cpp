// Elo, LOS, LLR and ratings against figures that were computed in another way: in 40-digit decimal
// arithmetic, the LLR by direct search for the constrained maximum of the likelihood. Vectors 1-7
// and 9-13 are also in the tests of fastchess, whose rounded figures they agree with.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/rng.h"
#include "match/elo.h"
#include "match/report.h"
#include "match/sprt.h"
#include "match/standings.h"

namespace rookery::match {
namespace {

using Model = SprtSettings::Model;

struct Reference {
  std::vector<double> counts;
  double elo0, elo1;
  Model model;
  double elo, elo_error, nelo, nelo_error, los, llr;
};

const Reference kReferences[] = {
    // clang-format off
    {{34, 54, 63, 64, 75}, 0, 5, Model::logistic,
     55.579780, 27.653430, 57.935600, 28.275376, 0.99997039, 1.337374},
    {{332, 433, 498, 333, 334}, 0, 5, Model::normalised,
     -8.642667, 10.334194, -9.172914, 10.960459, 0.05047007, -1.863815},
    {{7895, 8757, 5685, 568, 9999}, 0, 2, Model::logistic,
     -21.043521, 2.945281, -19.012834, 2.654502, 0.00000000, -19.244145},
    {{365, 16618, 36229, 16974, 390}, 0, 2, Model::normalised,
     0.999343, 0.923077, 1.962271, 1.812504, 0.98307760, 2.250368},
    {{127, 4883, 10712, 5150, 104}, -1.75, 0.25, Model::normalised,
     1.830282, 1.698967, 3.581711, 3.324651, 0.98263564, 3.010154},
    {{223, 9863, 21279, 10037, 246}, 0.5, 2.5, Model::logistic,
     0.917643, 1.206370, 1.794764, 2.359447, 0.93200464, -3.074126},
    {{871, 26175, 55983, 26678, 821}, 0, 2, Model::logistic,
     0.633399, 0.752171, 1.219646, 1.448342, 0.95057780, -4.978673},
    {{0, 3, 10, 8, 4}, 0, 10, Model::normalised,
     92.455530, 66.685869, 141.980073, 96.302461, 0.99807135, 0.502141},
    {{89, 123, 76}, 0, 5, Model::logistic,
     -15.693521, 30.458001, -20.756450, 40.126026, 0.15532643, -0.378419},
    {{96, 111, 136}, 0, 5, Model::normalised,
     40.702458, 30.427218, 49.768415, 36.768451, 0.99601024, 0.664488},
    {{356, 0, 34}, -5, 5, Model::logistic,
     -407.988432, 63.164515, -508.435325, 34.481812, 0.00000000, -9.267929},
    {{36027, 68692, 36433}, 0, 2, Model::normalised,
     0.999343, 1.298634, 1.394797, 1.812504, 0.93425785, 0.923293},
    {{21184, 40708, 21404}, 0.5, 2.5, Model::logistic,
     0.917643, 1.687118, 1.283347, 2.359447, 0.85680195, -1.571889},
    {{2, 30, 5}, 0, 10, Model::normalised,
     28.232430, 48.474750, 65.921267, 111.949337, 0.87577514, 0.183794},
    // clang-format on
};

TEST(Elo, EqualsThePublishedFormulas) {
  for (const Reference& r : kReferences) {
    const Estimate e = estimate(std::span<const double>(r.counts));
    EXPECT_NEAR(e.elo, r.elo, 5e-5) << r.elo;
    EXPECT_NEAR(e.elo_error, r.elo_error, 5e-5) << r.elo;
    EXPECT_NEAR(e.nelo, r.nelo, 5e-5) << r.elo;
    EXPECT_NEAR(e.nelo_error, r.nelo_error, 5e-5) << r.elo;
    EXPECT_NEAR(e.los, r.los, 5e-7) << r.elo;
  }
}

TEST(Sprt, LikelihoodRatioEqualsThePublishedFormula) {
  for (const Reference& r : kReferences) {
    SprtSettings settings;
    settings.elo0 = r.elo0;
    settings.elo1 = r.elo1;
    settings.model = r.model;
    EXPECT_NEAR(log_likelihood_ratio(settings, r.counts), r.llr, 5e-5) << r.elo;
  }
  // With empty cells, as published in the tests of fastchess.
  const double all_won[] = {0, 0, 0, 0, 5550};
  SprtSettings settings;
  settings.model = Model::normalised;
  EXPECT_NEAR(log_likelihood_ratio(settings, all_won), 111.82, 0.01 * 111.82);
}

TEST(Elo, MatchesAreSymmetric) {
  const Estimate a = estimate(Tally{30, 50, 20}), b = estimate(Tally{20, 50, 30});
  EXPECT_NEAR(a.elo, -b.elo, 1e-9);
  EXPECT_NEAR(a.elo_error, b.elo_error, 1e-9);
  EXPECT_NEAR(a.los, 1 - b.los, 1e-12);
  EXPECT_NEAR(elo_of_score(score_of_elo(123.4)), 123.4, 1e-9);
}

TEST(Elo, CopesWithExtremes) {
  EXPECT_EQ(estimate(Tally{}).elo, 0);
  EXPECT_EQ(estimate(Tally{10, 0, 0}).elo, INFINITY);
  EXPECT_EQ(estimate(Tally{0, 0, 10}).los, 0);
  EXPECT_EQ(estimate(Tally{0, 10, 0}).elo, 0);
  EXPECT_EQ(estimate(Tally{0, 10, 0}).los, 0.5);
  EXPECT_EQ(estimate(Pentanomial{0, 0, 7, 0, 0}).elo_error, 0);
  EXPECT_EQ(estimate(Pentanomial{0, 0, 0, 0, 1}).nelo, INFINITY);
  // One pair of 3/2 is not "all won".
  EXPECT_TRUE(std::isnan(estimate(Pentanomial{0, 0, 0, 1, 0}).nelo));
  EXPECT_NEAR(estimate(Pentanomial{0, 0, 0, 1, 0}).elo, 190.8, 0.1);
  EXPECT_EQ(plus_minus(NAN, 0), "?");
  EXPECT_EQ(log_likelihood_ratio({}, std::vector<double>{0, 0, 0, 0, 0}), 0);
}

TEST(Sprt, ReadsItsSettings) {
  const std::vector<std::string> words{"elo0=-1", "elo1=4", "alpha=0.1", "beta=0.02",
                                       "model=normalized"};
  const auto s = parse_sprt(words);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->elo0, -1);
  EXPECT_EQ(s->elo1, 4);
  EXPECT_EQ(s->model, Model::normalised);
  EXPECT_NEAR(s->lower_bound(), std::log(0.75 * 0.02), 1e-12);
  EXPECT_NEAR(s->upper_bound(), -std::log(0.75 * 0.1), 1e-12);
  for (const char* bad : {"elo2=3", "elo0=x", "elo0=9", "alpha=0.7", "model=elo", "elo0"})
    EXPECT_FALSE(parse_sprt(std::vector<std::string>{bad})) << bad;
}

/// Plays out a test between players whose pairs end with the given probabilities.
SprtState simulate(const SprtSettings& settings, const double (&p)[5], Rng& rng) {
  Pentanomial pairs{};
  for (;;) {
    double u = rng.uniform();
    std::size_t k = 0;
    while (k < 4 && u >= p[k]) u -= p[k++];
    ++pairs[k];
    const SprtState state = sprt_state(settings, pairs);
    if (state.decision != SprtDecision::open) return state;
  }
}

/// The probabilities of pairs with 50 % drawn ones, tilted to the wanted strength.
void make_pairs(double (&p)[5], double elo) {
  const double base[5] = {0.04, 0.21, 0.5, 0.21, 0.04};
  const double target = score_of_elo(elo);
  double low = -20, high = 20;
  for (int i = 0; i < 100; ++i) {
    const double x = (low + high) / 2;
    double sum = 0, mean = 0;
    for (int k = 0; k < 5; ++k) {
      p[k] = base[k] * std::exp(x * k / 4);
      sum += p[k];
      mean += p[k] * k / 4;
    }
    for (double& v : p) v /= sum;
    (mean / sum < target ? low : high) = x;
  }
}

struct ErrorRates {
  double false_positive = 0, false_negative = 0;
};

ErrorRates simulate_matches(int matches, std::uint64_t seed) {
  SprtSettings settings;
  settings.elo0 = 0;
  settings.elo1 = 30;
  double equal[5], better[5];
  make_pairs(equal, 0);
  make_pairs(better, 30);
  Rng rng(seed);
  ErrorRates rates;
  for (int i = 0; i < matches; ++i) {
    if (simulate(settings, equal, rng).decision == SprtDecision::accept_h1)
      rates.false_positive += 1.0 / matches;
    if (simulate(settings, better, rng).decision == SprtDecision::accept_h0)
      rates.false_negative += 1.0 / matches;
  }
  std::printf("%d matches each: false positives %.4f, false negatives %.4f\n", matches,
              rates.false_positive, rates.false_negative);
  return rates;
}

/// Whatever the seed: the rates are far enough below their bounds for chance not to lift them over.
TEST(Sprt, KeepsItsErrorRates) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const ErrorRates rates = simulate_matches(2000, seed);
    EXPECT_LE(rates.false_positive, 0.05) << seed;
    EXPECT_LE(rates.false_negative, 0.05) << seed;
    EXPECT_GT(rates.false_positive, 0.02) << seed;  // nor are they wastefully low
    EXPECT_GT(rates.false_negative, 0.02) << seed;
  }
}

TEST(DeepSprt, KeepsItsErrorRates) {
  for (std::uint64_t seed = 6; seed <= 30; ++seed) {
    const ErrorRates rates = simulate_matches(2000, seed);
    EXPECT_LE(rates.false_positive, 0.05) << seed;
    EXPECT_LE(rates.false_negative, 0.05) << seed;
  }
  const ErrorRates rates = simulate_matches(60'000, 1);
  EXPECT_LE(rates.false_positive, 0.04);
  EXPECT_LE(rates.false_negative, 0.04);
}

TEST(Standings, CountsEachGameOnceAndInPairs) {
  const Schedule schedule(2, Format::round_robin, 5);
  Standings standings(2, schedule);
  EXPECT_TRUE(standings.add(schedule.fixture(0), 1));   // first player wins with White
  EXPECT_FALSE(standings.add(schedule.fixture(0), 0));  // the same game again
  EXPECT_TRUE(standings.add(schedule.fixture(3), 0.5));
  EXPECT_EQ(standings.encounter(0).pairs, (Pentanomial{}));
  EXPECT_TRUE(standings.add(schedule.fixture(1), 0));  // and with Black
  EXPECT_EQ(standings.encounter(0).pairs, (Pentanomial{0, 0, 0, 0, 1}));
  EXPECT_TRUE(standings.add(schedule.fixture(2), 0));
  EXPECT_EQ(standings.encounter(0).pairs, (Pentanomial{0, 1, 0, 0, 1}));
  EXPECT_TRUE(standings.add(schedule.fixture(4), 1));  // the odd one has no partner
  EXPECT_EQ(standings.encounter(0).tally, (Tally{3, 1, 1}));
  EXPECT_EQ(standings.between(1, 0).tally, (Tally{1, 1, 3}));
  EXPECT_EQ(standings.total(1), (Tally{1, 1, 3}));
  EXPECT_EQ(standings.games(), 5);
}

TEST(Schedule, EveryTwoMeetEquallyWithBothColours) {
  for (const Format format : {Format::round_robin, Format::gauntlet})
    for (const int games : {1, 2, 6, 7}) {
      const Schedule schedule(4, format, games);
      EXPECT_EQ(schedule.size(), games * (format == Format::gauntlet ? 3 : 6));
      std::map<std::pair<int, int>, int> met;
      for (int g = 0; g < schedule.size(); ++g) {
        const Fixture f = schedule.fixture(g);
        ++met[{f.white, f.black}];
        if (games % 2 == 0) {
          const Fixture partner = schedule.fixture(g ^ 1);
          EXPECT_EQ(partner.white, f.black);
          EXPECT_EQ(partner.black, f.white);
          EXPECT_EQ(partner.round, f.round);  // the same opening
        }
      }
      for (const auto& [a, b] : schedule.encounters()) {
        EXPECT_EQ((met[{a, b}]), (games + 1) / 2);
        EXPECT_EQ((met[{b, a}]), games / 2);
      }
    }
}

TEST(Ratings, FindTheStrengthsBehindTheResults) {
  const Schedule schedule(3, Format::round_robin, 1000);
  Standings standings(3, schedule);
  const double elo[] = {200, 0, -200};
  Rng rng(11);
  for (int g = 0; g < schedule.size(); ++g) {
    const Fixture f = schedule.fixture(g);
    standings.add(f, rng.uniform() < score_of_elo(elo[f.white] - elo[f.black]) ? 1 : 0);
  }
  const auto rating = ratings(standings);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(rating[static_cast<std::size_t>(i)].elo, elo[i], 25);
    EXPECT_NEAR(rating[static_cast<std::size_t>(i)].error, 16, 6);
  }
}

TEST(Ratings, OfTwoPlayersIsTheEloFormula) {
  // With the virtual draws growing unimportant, the difference is that of the score.
  const Schedule schedule(2, Format::round_robin, 40'000);
  Standings standings(2, schedule);
  for (int g = 0; g < schedule.size(); ++g)
    standings.add(schedule.fixture(g),
                  schedule.fixture(g).white == 0 ? (g % 8 == 0 ? 0.5 : 1) : 0.5);
  const auto rating = ratings(standings);
  EXPECT_NEAR(rating[0].elo - rating[1].elo, estimate(standings.encounter(0).tally).elo, 0.1);
}

}  // namespace
}  // namespace rookery::match
