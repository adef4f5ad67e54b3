// What is in files of self-play games.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "search/win_draw_loss.h"
#include "train/chances.h"
#include "train/data.h"

namespace rookery::train {

struct DataStats {
  std::uint64_t files = 0, bytes = 0, broken_bytes = 0;
  std::uint64_t games = 0, illegal_games = 0, duplicate_games = 0;
  std::uint64_t plies = 0;      ///< of whole games, openings included
  std::uint64_t positions = 0;  ///< with a score
  std::uint64_t kept = 0;       ///< after the filters of training
  std::uint64_t in_check = 0, noisy = 0, decided = 0,
                early = 0;                  ///< why others are not (first reason)
  std::array<std::uint64_t, 3> results{};   ///< by Verdict
  std::array<std::uint64_t, 12> reasons{};  ///< by chess::EndReason
  /// Games played out past an adjudication, and those in which it was wrong.
  std::uint64_t adjudications_checked = 0, adjudications_wrong = 0;
  double mean_absolute_score = 0;  ///< of kept positions
  /// Best K in result = 1 / (1 + exp(-score / K)) over kept positions; 0 without any.
  double sigmoid_scale = 0;
  search::ChanceModel chances{};  ///< fitted to kept positions
};

DataStats collect_stats(std::span<const GameFile> files);

/// Fits K from sums by score, so that any amount of data takes the same memory.
class SigmoidFit {
 public:
  void add(int score, int result /* 0, 1, 2, same view as the score */);
  /// Least squares by golden section in 50..2000; 0 without data.
  double scale() const;

 private:
  static constexpr int kLimit = 3000;
  struct Bin {
    std::uint64_t count = 0;
    double result = 0, square = 0;
  };
  std::array<Bin, kLimit + 1> bins_{};  // by absolute score, results turned to match
};

}  // namespace rookery::train
