#include "train/chances.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "train/positions.h"

namespace rookery::train {

namespace {

/// What stands behind `key` in `key: value` lines or in a list like `rookery, network NAME`.
std::string_view text_after(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + key.size());
  return text.substr(0, text.find_first_of(",\n"));
}

}  // namespace

void ChanceFit::add(int score, double material, int result) {
  const int bin = static_cast<int>(std::lround(score / double{kScoreStep}));
  if (std::abs(bin) > kScoreBins) return;
  const int share = static_cast<int>(std::lround(material * kMaterialBins));
  ++bins_[bin + kScoreBins][share].results[result];
}

void ChanceFit::add_scored(const chess::Position& p, const ScoredMove& m, Verdict verdict) {
  const bool black = p.side_to_move() == chess::Color::black;
  const int result = static_cast<int>(verdict);
  add(black ? -m.score : m.score, search::material_share(p), black ? 2 - result : result);
}

search::ChanceModel ChanceFit::model() const {
  std::uint64_t total = 0;
  for (const auto& row : bins_)
    for (const Bin& bin : row) total += bin.results[0] + bin.results[1] + bin.results[2];
  if (total == 0) return {};
  const auto loss = [&](const search::ChanceModel& model) {
    double sum = 0;
    for (int s = 0; s < 2 * kScoreBins + 1; ++s)
      for (int m = 0; m <= kMaterialBins; ++m) {
        const auto& counts = bins_[s][m].results;
        if (counts[0] + counts[1] + counts[2] == 0) continue;
        const auto p =
            model.chances((s - kScoreBins) * kScoreStep, static_cast<double>(m) / kMaterialBins);
        sum -= static_cast<double>(counts[0]) * std::log(p.loss + 1e-9) +
               static_cast<double>(counts[1]) * std::log(std::max(0.0, 1 - p.win - p.loss) + 1e-9) +
               static_cast<double>(counts[2]) * std::log(p.win + 1e-9);
      }
    return sum;
  };
  // Four numbers, a smooth loss: a pattern search is enough. Games that all end alike are the
  // likelier the further a number goes, so there is a limit to how far, and to how long.
  constexpr int kMostRounds = 500;
  const double worthwhile = 1e-9 * static_cast<double>(total);
  search::ChanceModel best{100, 100, 80, 80};
  double best_loss = loss(best);
  for (double step = 32; step > 0.2; step /= 2) {
    bool better = true;
    for (int round = 0; better && round < kMostRounds; ++round) {
      better = false;
      for (double search::ChanceModel::*number :
           {&search::ChanceModel::a_bare, &search::ChanceModel::a_full,
            &search::ChanceModel::b_bare, &search::ChanceModel::b_full})
        for (const double change : {step, -step}) {
          search::ChanceModel next = best;
          next.*number = std::clamp(next.*number + change, kLeast, kMost);
          if (const double l = loss(next); l < best_loss - worthwhile) {
            best = next;
            best_loss = l;
            better = true;
          }
        }
    }
  }
  return best;
}

bool ChanceFit::is_settled(const search::ChanceModel& m) {
  const auto inside = [](double number) { return number > kLeast && number < kMost; };
  return inside(m.a_bare) && inside(m.a_full) && inside(m.b_bare) && inside(m.b_full);
}

std::vector<ChanceFit::Observed> ChanceFit::compare(const search::ChanceModel& model) const {
  constexpr double kStep = 0.25, kFurthest = 4;
  std::vector<Observed> all(static_cast<std::size_t>(2 * kFurthest / kStep) + 1);
  for (int s = 0; s < 2 * kScoreBins + 1; ++s)
    for (int m = 0; m <= kMaterialBins; ++m) {
      const auto& counts = bins_[s][m].results;
      const std::uint64_t n = counts[0] + counts[1] + counts[2];
      const double material = static_cast<double>(m) / kMaterialBins;
      const double score = (s - kScoreBins) * kScoreStep;
      const double multiple = score / model.half_won(material);
      if (n == 0 || std::abs(multiple) > kFurthest) continue;
      Observed& o = all[static_cast<std::size_t>(std::lround((multiple + kFurthest) / kStep))];
      const auto fitted = model.chances(score, material);
      const auto weight = static_cast<double>(n);
      o.positions += n;
      o.score += multiple * weight;
      o.win += static_cast<double>(counts[2]);
      o.loss += static_cast<double>(counts[0]);
      o.fitted_win += fitted.win * weight;
      o.fitted_loss += fitted.loss * weight;
    }
  std::erase_if(all, [](const Observed& o) { return o.positions == 0; });
  for (Observed& o : all)
    for (double* sum : {&o.score, &o.win, &o.loss, &o.fitted_win, &o.fitted_loss})
      *sum /= static_cast<double>(o.positions);
  return all;
}

ChanceReport fit_chances(std::span<const GameFile> files) {
  ChanceReport report;
  ChanceFit fit;
  GameRecord game;
  bool first = true;
  for (const GameFile& file : files) {
    std::uint64_t nodes = 0;
    const std::string_view digits = text_after(file.settings(), "soft_nodes: ");
    std::from_chars(digits.data(), digits.data() + digits.size(), nodes);
    const std::string_view network = text_after(file.settings(), "network ");
    report.nodes = first ? nodes : std::min(report.nodes, nodes);
    if (first)
      report.network = network;
    else if (report.network != network)
      report.network.clear();
    first = false;
    for (std::size_t i = 0; i < file.games(); ++i) {
      file.read(i, game);
      ++report.games;
      replay(game, [&](const chess::Position& p, int ply, const ScoredMove& m) {
        if (!is_kept(p, ply, m)) return;
        ++report.positions;
        fit.add_scored(p, m, game.result);
      });
    }
  }
  report.model = fit.model();
  report.is_settled = report.positions > 0 && ChanceFit::is_settled(report.model);
  if (report.is_settled) report.observed = fit.compare(report.model);
  return report;
}

std::string chances_text(const ChanceReport& r) {
  return fmt::format(
      "network: {}\na_bare: {:.1f}\na_full: {:.1f}\nb_bare: {:.1f}\nb_full: {:.1f}\nnodes: {}\n"
      "games: {}\npositions: {}\n",
      r.network, r.model.a_bare, r.model.a_full, r.model.b_bare, r.model.b_full, r.nodes, r.games,
      r.positions);
}

}  // namespace rookery::train
