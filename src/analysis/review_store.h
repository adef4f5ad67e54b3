// ReviewStore: finished reviews on disk, so that what was killed goes on where it was, and what was
// reviewed once is there at once.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "analysis/review.h"
#include "base/result.h"

namespace rookery::analysis {

/// One file for each game and setting. Any number of programs may use one folder at once.
class ReviewStore {
 public:
  /// `engine` says whose review it is; another one's is not found.
  ReviewStore(std::filesystem::path folder, std::string engine)
      : folder_(std::move(folder)), engine_(std::move(engine)) {}

  /// None if there is none, or one that is damaged.
  std::optional<GameReview> find(const chess::Game& game, const ReviewOptions& options) const;
  Result<Ok, Error> keep(const chess::Game& game, const ReviewOptions& options,
                         const GameReview& review) const;
  /// Removes the oldest beyond so many.
  void prune(std::size_t most) const;

 private:
  std::filesystem::path file(const chess::Game& game, const ReviewOptions& options) const;

  std::filesystem::path folder_;
  std::string engine_;
};

}  // namespace rookery::analysis
