#include "match/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "json/value.h"

namespace rookery::match {
namespace {

int pair_count(const Pentanomial& pairs) { return std::accumulate(pairs.begin(), pairs.end(), 0); }

json::Value estimate_json(const Estimate& e) {
  return {{"share", e.score},
          {"elo", json::number(e.elo)},
          {"elo_error", json::number(e.elo_error)},
          {"nelo", json::number(e.nelo)},
          {"nelo_error", json::number(e.nelo_error)},
          {"los", e.los}};
}

json::Value tally_json(const Tally& t) {
  return {{"games", t.games()},
          {"wins", t.wins},
          {"draws", t.draws},
          {"losses", t.losses},
          {"points", t.points()}};
}

std::string shorten(const std::string& name, std::size_t width) {
  return name.size() <= width ? name : name.substr(0, width - 1) + "~";
}

}  // namespace

Estimate best_estimate(const EncounterResult& r) {
  return 2 * pair_count(r.pairs) == r.tally.games() ? estimate(r.pairs) : estimate(r.tally);
}

std::string plus_minus(double value, double error) {
  // A side that won all, and an error that too few games give, are no figures.
  if (!std::isfinite(value)) return value > 0 ? "all won" : value < 0 ? "all lost" : "?";
  if (!std::isfinite(error) || error <= 0) return fmt::format("{:.1f} +/- ?", value);
  return fmt::format("{:.1f} +/- {:.1f}", value, error);
}

std::string match_report(const std::vector<Player>& players, const Standings& standings,
                         int scheduled, const std::optional<SprtSettings>& sprt) {
  const EncounterResult& r = standings.encounter(0);
  const Estimate e = best_estimate(r);
  const Tally& t = r.tally;
  std::string text = fmt::format("{} vs {}: {} of {} game{}\n", shorten(players[0].name, 28),
                                 shorten(players[1].name, 28), standings.games(), scheduled,
                                 scheduled == 1 ? "" : "s");
  text += fmt::format("  Score  +{} ={} -{}, {:.1f} points ({:.2f} %), {:.1f} % draws\n", t.wins,
                      t.draws, t.losses, t.points(), 100 * e.score,
                      t.games() ? 100.0 * t.draws / t.games() : 0.0);
  text += fmt::format("  Elo    {}   nElo {}   LOS {:.2f} %\n", plus_minus(e.elo, e.elo_error),
                      plus_minus(e.nelo, e.nelo_error), 100 * e.los);
  if (pair_count(r.pairs) > 0)
    text += fmt::format("  Pairs  0: {}  1/2: {}  1: {}  3/2: {}  2: {}\n", r.pairs[0], r.pairs[1],
                        r.pairs[2], r.pairs[3], r.pairs[4]);
  if (sprt) {
    const SprtState state = sprt_state(*sprt, r.pairs);
    text += fmt::format("  SPRT   LLR {:.2f} ({:.2f}, {:.2f}) [{:g}, {:g}] {}\n", state.llr,
                        sprt->lower_bound(), sprt->upper_bound(), sprt->elo0, sprt->elo1,
                        sprt->model == SprtSettings::Model::logistic ? "logistic" : "normalised");
    text += "         " + explain(*sprt, state) + "\n";
  }
  if (standings.faults() > 0)
    text += fmt::format("  Faults {} games ended by a crash, stall, illegal move or time loss\n",
                        standings.faults());
  return text;
}

std::string tournament_report(const std::vector<Player>& players, const Standings& standings,
                              int scheduled) {
  const std::vector<Rating> rating = ratings(standings);
  std::vector<int> order(players.size());
  std::iota(order.begin(), order.end(), 0);
  const auto elo = [&](int player) { return rating[static_cast<std::size_t>(player)].elo; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return elo(a) > elo(b); });

  constexpr std::size_t kName = 20;
  std::string text = fmt::format("{} of {} games\n\n", standings.games(), scheduled);
  text += fmt::format("  #  {:<20} {:>16} {:>7} {:>6} {:>7} {:>7}\n", "player", "Elo", "points",
                      "games", "score", "draws");
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto p = static_cast<std::size_t>(order[i]);
    const Tally& t = standings.total(order[i]);
    const double games = std::max(1, t.games());
    text += fmt::format(" {:>2}  {:<20} {:>16} {:>7.1f} {:>6} {:>5.1f} % {:>5.1f} %\n", i + 1,
                        shorten(players[p].name, kName), plus_minus(rating[p].elo, rating[p].error),
                        t.points(), t.games(), 100 * t.points() / games, 100 * t.draws / games);
  }
  // The crosstable: points against each opponent, as many columns as fit.
  const std::size_t columns = std::min<std::size_t>(order.size(), 8);
  text += fmt::format("\n     {:<20}", "points against");
  for (std::size_t i = 0; i < columns; ++i) text += fmt::format(" {:>6}", i + 1);
  text += '\n';
  for (std::size_t i = 0; i < order.size(); ++i) {
    text += fmt::format(" {:>2}  {:<20}", i + 1,
                        shorten(players[static_cast<std::size_t>(order[i])].name, kName));
    for (std::size_t k = 0; k < columns; ++k) {
      const Tally t = standings.between(order[i], order[k]).tally;
      text += i == k || t.games() == 0 ? fmt::format(" {:>6}", "-")
                                       : fmt::format(" {:>6.1f}", t.points());
    }
    text += '\n';
  }
  if (standings.faults() > 0)
    text += fmt::format("\n{} games ended by a crash, stall, illegal move or time loss\n",
                        standings.faults());
  return text;
}

std::string json_report(const std::vector<Player>& players, const Schedule& schedule,
                        const Standings& standings, const std::optional<SprtSettings>& sprt) {
  json::Value out;
  out["games"] = standings.games();
  out["scheduled"] = schedule.size();
  out["faults"] = standings.faults();
  const std::vector<Rating> rating = ratings(standings);
  for (std::size_t i = 0; i < players.size(); ++i) {
    json::Value p = tally_json(standings.total(static_cast<int>(i)));
    p["name"] = players[i].name;
    p["limits"] = players[i].limits.text();
    p["rating"] = rating[i].elo;
    p["rating_error"] = rating[i].error;
    out["players"].push_back(p);
  }
  for (std::size_t i = 0; i < schedule.encounters().size(); ++i) {
    const EncounterResult& r = standings.encounter(static_cast<int>(i));
    json::Value e = tally_json(r.tally);
    const auto [a, b] = schedule.encounters()[i];
    e["players"] = {players[static_cast<std::size_t>(a)].name,
                    players[static_cast<std::size_t>(b)].name};
    e["pentanomial"] = r.pairs;
    e.update(estimate_json(best_estimate(r)));
    out["encounters"].push_back(e);
  }
  if (sprt) {
    const SprtState state = sprt_state(*sprt, standings.encounter(0).pairs);
    const char* const decisions[] = {"open", "h0", "h1"};
    out["sprt"] = {{"elo0", sprt->elo0},
                   {"elo1", sprt->elo1},
                   {"llr", state.llr},
                   {"lower_bound", sprt->lower_bound()},
                   {"upper_bound", sprt->upper_bound()},
                   {"decision", decisions[static_cast<int>(state.decision)]},
                   {"reason", explain(*sprt, state)}};
  }
  return json::to_text(out);
}

}  // namespace rookery::match
