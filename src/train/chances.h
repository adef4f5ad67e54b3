// What a score means: the chances to win, draw and lose, fitted to games of self-play.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/win_draw_loss.h"
#include "train/data.h"

namespace rookery::train {

/// Fits the chances to win and lose by score and material, from counts in bins.
class ChanceFit {
 public:
  void add(int score, double material, int result /* 0, 1, 2, same view as the score */);
  /// A position of a game, seen from the side to move; scores and results are White's.
  void add_scored(const chess::Position& position, const ScoredMove& m, Verdict result);
  /// Maximum likelihood with each number in kLeast..kMost; all zero without data.
  search::ChanceModel model() const;
  /// False if the games were too few or too much alike to tell: a number is at its limit.
  static bool is_settled(const search::ChanceModel& model);

  /// Positions with about the same score, in multiples of the one that wins half of the games with
  /// their material: what became of them, and what a model says.
  struct Observed {
    double score = 0;  ///< mean; 1 = half are won
    std::uint64_t positions = 0;
    double win = 0, loss = 0, fitted_win = 0, fitted_loss = 0;  ///< shares
  };
  std::vector<Observed> compare(const search::ChanceModel& model) const;

  static constexpr double kLeast = 1, kMost = 2000;  ///< centipawns

 private:
  static constexpr int kScoreStep = 20, kScoreBins = 75, kMaterialBins = 26;
  struct Bin {
    std::uint64_t results[3] = {};
  };
  std::array<std::array<Bin, kMaterialBins + 1>, 2 * kScoreBins + 1> bins_{};
};

/// Everything about some games that their scores' meaning depends on.
struct ChanceReport {
  search::ChanceModel model{};
  bool is_settled = false;  ///< enough games to tell
  std::string network;      ///< name of the one that played; empty if there were several or none
  std::uint64_t nodes = 0;  ///< of a move; the fewest of any file
  std::uint64_t games = 0, positions = 0;
  std::vector<ChanceFit::Observed> observed;
};

/// From the positions that training would keep; decided ones would say nothing.
ChanceReport fit_chances(std::span<const GameFile> files);
/// The text of a .wdl file: `key: value` lines.
std::string chances_text(const ChanceReport& report);
/// Observed and fitted shares over the score.
std::string chances_svg(std::span<const ChanceFit::Observed> points);

}  // namespace rookery::train
