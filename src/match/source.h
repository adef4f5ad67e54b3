// GameSource: where the games of a match come from and where their results go.
#pragma once

#include <optional>

#include "match/schedule.h"
#include "play/played_game.h"

namespace rookery::match {

/// Called by several threads at once. Every fixture that was claimed is completed or given back,
/// once.
class GameSource {
 public:
  virtual ~GameSource() = default;
  /// The next game to be played; none if there is no further one.
  virtual std::optional<Fixture> claim() = 0;
  /// False: enough (SPRT has decided, or nothing can be stored any more). Running games need not
  /// be finished.
  virtual bool complete(const Fixture& fixture, const play::PlayedGame& game) = 0;
  /// It could not be played, or not to its end, for reasons that are not the players'.
  virtual void give_back(const Fixture& fixture) = 0;
};

}  // namespace rookery::match
