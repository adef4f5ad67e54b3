// Levels: the flagship's search at twelve strengths, for people, and at any Elo, for chess GUIs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "search/agent.h"

namespace rookery::play {

/// How far and how clearly a weakened player sees. Weakness is shallow sight and a little error in
/// judgement, never a deliberate blunder: between two moves the error is bounded by twice the
/// noise, less than a rook, so a hanging queen and a mate are always seen.
struct Sight {
  /// Sees what a move wins, but dangers only dimly: whatever the move allows counts no more than
  /// this many centipawns. 0 = sees all dangers.
  int danger = 0;
  int depth = 0;            ///< plies; 0 = no limit
  std::uint64_t nodes = 0;  ///< 0 = no limit
  int noise = 0;            ///< centipawns, the bound of the error in judging a move
  bool network = false;     ///< judges by the network, not by the classical evaluation

  bool is_full() const { return danger == 0 && depth == 0 && nodes == 0 && noise == 0; }
  friend bool operator==(const Sight&, const Sight&) = default;
};

struct Level {
  int number = 0;
  std::string_view name;
  std::string_view character;  ///< one line for a person
  /// Its place on the scale of UCI_Elo: what was measured, or between and beyond it
  /// (docs/levels.md).
  int elo = 0;
  /// Measured, docs/results/levels.md; 0 = not on this scale.
  int puzzles = 0;  ///< the rating of puzzles of which half are solved
  int matches = 0;  ///< against Stockfish's UCI_Elo
  Sight sight;

  int measured() const { return matches ? matches : puzzles; }
};

/// What was measured of a level's strength, and by what: "solves puzzles of 915", "plays at about
/// 1480"; empty if nothing was.
std::string strength_text(const Level& level);

/// Weakest first; the last one is the whole engine.
std::span<const Level> levels();

/// A strength between two levels: each move is seen by the one or by the other, so that the whole
/// lies where it should and no step is larger than another.
struct Strength {
  Sight sight, stronger;
  double share = 0;  ///< of the moves that are seen by the stronger
};
Strength strength_for_elo(int elo);
inline constexpr int kMaxLimitedElo = 3200;
int min_limited_elo();

/// Null if there is no such level.
const Level* find_level(int number);

/// Two agents in one: `full` when nothing limits it, `limited` through a Sight. They are two so
/// that a level keeps its measured strength when the full one learns something new. A limited move
/// is decided by seed, position and what `limited` knows from the game so far.
/// Options: those of the full agent; UCI_LimitStrength and UCI_Elo, for chess GUIs; level, seed and
/// the parts of a Sight, for specs.
class LimitedAgent final : public search::Agent {
 public:
  LimitedAgent(std::unique_ptr<search::Agent> full, std::unique_ptr<search::Agent> limited)
      : full_(std::move(full)), limited_(std::move(limited)) {}

  std::string_view name() const override { return full_->name(); }
  void new_game() override { full_->new_game(), limited_->new_game(); }
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) override;
  std::optional<eval::Breakdown> explain(const chess::Position& position) const override {
    return judge().explain(position);
  }
  std::string network() const override { return judge().network(); }
  bool record(search::SearchTrace* trace) override {
    return full_->record(trace) && limited_->record(trace);
  }

 private:
  std::vector<search::Option> option_table() override;
  const search::Agent& judge() const {
    return sight().is_full() || sight().network ? *full_ : *limited_;
  }
  /// As it is for this position.
  Sight sight(const chess::Position& position) const;
  /// One agent for a whole game: which of the two, when a strength lies between them.
  Sight sight() const { return limit_strength_ ? strength_for_elo(elo_).sight : sight_; }

  std::unique_ptr<search::Agent> full_, limited_;
  Sight sight_;  // of the level; full unless one was set
  std::uint64_t seed_ = 0;
  bool limit_strength_ = false;
  int elo_ = 1500;
};

}  // namespace rookery::play
