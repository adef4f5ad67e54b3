#include "match/standings.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rookery::match {
namespace {

void count(Tally& tally, double points) {
  ++(points == 1 ? tally.wins : points == 0 ? tally.losses : tally.draws);
}

}  // namespace

Standings::Standings(int players, const Schedule& schedule)
    : schedule_(schedule),
      encounters_(schedule.encounters().size()),
      totals_(static_cast<std::size_t>(players)),
      points_(static_cast<std::size_t>(schedule.size())) {}

bool Standings::add(const Fixture& f, double white_points, bool faulty) {
  auto& slot = points_[static_cast<std::size_t>(f.game)];
  if (slot) return false;
  const bool first_is_white =
      schedule_.encounters()[static_cast<std::size_t>(f.encounter)].first == f.white;
  slot = first_is_white ? white_points : 1 - white_points;
  EncounterResult& e = encounters_[static_cast<std::size_t>(f.encounter)];
  count(e.tally, *slot);
  count(totals_[static_cast<std::size_t>(f.white)], white_points);
  count(totals_[static_cast<std::size_t>(f.black)], 1 - white_points);
  ++games_;
  faults_ += faulty;
  const int partner = f.game ^ 1;
  if (partner < schedule_.size() && schedule_.fixture(partner).encounter == f.encounter)
    if (const auto& other = points_[static_cast<std::size_t>(partner)])
      ++e.pairs[static_cast<std::size_t>(2 * (*slot + *other))];
  return true;
}

EncounterResult Standings::between(int a, int b) const {
  for (std::size_t i = 0; i < encounters_.size(); ++i) {
    const auto [first, second] = schedule_.encounters()[i];
    if (first == a && second == b) return encounters_[i];
    if (first == b && second == a) {
      EncounterResult r = encounters_[i];
      std::swap(r.tally.wins, r.tally.losses);
      std::reverse(r.pairs.begin(), r.pairs.end());
      return r;
    }
  }
  return {};
}

std::vector<Rating> ratings(const Standings& standings) {
  const int n = standings.players();
  constexpr double kScale = 173.71779276130073;  // 400 / ln 10
  // Each step solves the likelihood equation of one player with the others held fast; with the
  // virtual draws it is strictly concave, so that this converges.
  std::vector<Tally> tallies;  // of each player against each
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) tallies.push_back(standings.between(a, b).tally);
  std::vector<double> strength(static_cast<std::size_t>(n), 0);
  std::vector<double> information(static_cast<std::size_t>(n), 0);
  for (int sweep = 0; sweep < 10'000; ++sweep) {
    double change = 0;
    for (int a = 0; a < n; ++a) {
      double& x = strength[static_cast<std::size_t>(a)];
      const auto expected = [&](double y) { return 1 / (1 + std::exp(y - x)); };
      double gradient = 0.5 - expected(0), curvature = expected(0) * (1 - expected(0));
      for (int b = 0; b < n; ++b) {
        if (b == a) continue;
        const Tally& t = tallies[static_cast<std::size_t>(a * n + b)];
        if (t.games() == 0) continue;
        const double p = expected(strength[static_cast<std::size_t>(b)]);
        gradient += t.points() - t.games() * p;
        curvature += t.games() * p * (1 - p);
      }
      information[static_cast<std::size_t>(a)] = curvature;
      const double step = std::clamp(gradient / curvature, -1.0, 1.0);
      x += step;
      change = std::max(change, std::abs(step));
    }
    if (change < 1e-7) break;
  }
  double mean = 0;
  for (const double x : strength) mean += x / n;
  std::vector<Rating> out(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = {(strength[i] - mean) * kScale, kZ95 * kScale / std::sqrt(information[i])};
  return out;
}

}  // namespace rookery::match
