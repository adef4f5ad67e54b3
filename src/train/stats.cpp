#include "train/stats.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_set>

#include "base/rng.h"
#include "train/positions.h"

namespace rookery::train {

void SigmoidFit::add(int score, int result) {
  if (score < 0) {
    score = -score;
    result = 2 - result;
  }
  if (score > kLimit) return;
  Bin& bin = bins_[score];
  ++bin.count;
  bin.result += result / 2.0;
  bin.square += result * result / 4.0;
}

double SigmoidFit::scale() const {
  std::uint64_t total = 0;
  for (const Bin& bin : bins_) total += bin.count;
  if (total == 0) return 0;
  const auto error = [&](double k) {
    double sum = 0;
    for (int score = 0; score <= kLimit; ++score) {
      const Bin& bin = bins_[score];
      const double p = 1 / (1 + std::exp(-score / k));
      sum += bin.square - 2 * p * bin.result + p * p * static_cast<double>(bin.count);
    }
    return sum;
  };
  double low = 50, high = 2000;
  const double golden = (std::sqrt(5.0) - 1) / 2;
  while (high - low > 0.1) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    if (error(a) < error(b))
      high = b;
    else
      low = a;
  }
  return (low + high) / 2;
}

void ChanceFit::add(int score, double material, int result) {
  const int bin = static_cast<int>(std::lround(score / double{kScoreStep}));
  if (std::abs(bin) > kScoreBins) return;
  const int share = static_cast<int>(std::lround(material * kMaterialBins));
  ++bins_[bin + kScoreBins][share].results[result];
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

DataStats collect_stats(std::span<const GameFile> files) {
  DataStats stats;
  std::unordered_set<std::uint64_t> seen;
  SigmoidFit fit;
  ChanceFit chances;
  double absolute = 0;
  GameRecord game;
  for (const GameFile& file : files) {
    ++stats.files;
    stats.bytes += file.file_size();
    stats.broken_bytes += file.file_size() - file.intact_size();
    for (std::size_t i = 0; i < file.games(); ++i) {
      file.read(i, game);
      ++stats.games;
      ++stats.results[static_cast<int>(game.result)];
      ++stats.reasons[static_cast<int>(game.reason)];
      stats.plies += game.opening.size() + game.moves.size();
      if (game.played_out && game.adjudicated != Verdict::none) {
        ++stats.adjudications_checked;
        stats.adjudications_wrong += game.adjudicated != game.result;
      }
      std::uint64_t chain = game.start;
      for (chess::Move m : game.opening) chain = SplitMix64(chain ^ m.to_bits()).next();
      for (const ScoredMove& m : game.moves) chain = SplitMix64(chain ^ m.move.to_bits()).next();
      stats.duplicate_games += !seen.insert(chain).second;
      const bool legal = replay(game, [&](const chess::Position& p, int ply, const ScoredMove& m) {
        ++stats.positions;
        if (is_kept(p, ply, m)) {
          ++stats.kept;
          absolute += std::abs(m.score);
          fit.add(m.score, static_cast<int>(game.result));
          // Scores and results are White's; the model looks from the side to move.
          const bool black = p.side_to_move() == chess::Color::black;
          const int result = static_cast<int>(game.result);
          chances.add(black ? -m.score : m.score, search::material_share(p),
                      black ? 2 - result : result);
        } else if (ply < kFirstPly) {
          ++stats.early;
        } else if (p.in_check()) {
          ++stats.in_check;
        } else if (m.move.is_noisy()) {
          ++stats.noisy;
        } else {
          ++stats.decided;
        }
      });
      stats.illegal_games += !legal;
    }
  }
  if (stats.kept > 0) stats.mean_absolute_score = absolute / static_cast<double>(stats.kept);
  stats.sigmoid_scale = fit.scale();
  stats.chances = chances.model();
  return stats;
}

}  // namespace rookery::train
