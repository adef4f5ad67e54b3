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
          chances.add_scored(p, m, game.result);
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
