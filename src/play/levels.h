// Levels: the flagship's search at ten strengths, for people, and at any Elo, for chess GUIs.
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
/// noise, less than a minor piece, so a hanging queen and a mate are always seen.
struct Sight {
  /// Sees what a move wins, but dangers only dimly: whatever the move allows counts no more than
  /// this many centipawns. 0 = sees all dangers.
  int danger = 0;
  int depth = 0;            ///< plies; 0 = no limit
  std::uint64_t nodes = 0;  ///< 0 = no limit
  int noise = 0;            ///< centipawns, the bound of the error in judging a move

  bool is_full() const { return danger == 0 && depth == 0 && nodes == 0 && noise == 0; }
  friend bool operator==(const Sight&, const Sight&) = default;
};

struct Level {
  int number = 0;
  std::string_view name;
  std::string_view character;  ///< one line for a person
  int elo = 0;                 ///< measured, docs/levels.md
  Sight sight;
};

/// Ten, weakest first; the last one is the whole engine.
std::span<const Level> levels();
/// The sight that plays at about this strength; beyond the last measured level, full.
Sight limits_for_elo(int elo);
inline constexpr int kMaxLimitedElo = 2300;
int min_limited_elo();

/// Null if there is no such level.
const Level* find_level(int number);

/// Two agents in one: `full` when nothing limits it, `limited` through a Sight. They are two so
/// that a level keeps its measured strength when the full one learns something new. A limited move
/// is decided by seed, position and what `limited` knows from the game so far.
/// Options: level (1 to 10) and seed, for specs; UCI_LimitStrength and UCI_Elo, for chess GUIs; and
/// those of the full agent.
class LimitedAgent final : public search::Agent {
 public:
  LimitedAgent(std::unique_ptr<search::Agent> full, std::unique_ptr<search::Agent> limited)
      : full_(std::move(full)), limited_(std::move(limited)) {}

  std::string_view name() const override { return full_->name(); }
  void new_game() override { full_->new_game(), limited_->new_game(); }
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) override;
  std::optional<eval::Breakdown> explain(const chess::Position& position) const override {
    return (sight().is_full() ? full_ : limited_)->explain(position);
  }
  bool record(search::SearchTrace* trace) override {
    return full_->record(trace) && limited_->record(trace);
  }
  std::vector<search::OptionSpec> options() const override;
  Result<Ok, Error> set_option(std::string_view option, std::string_view value) override;

 private:
  Sight sight() const { return limit_strength_ ? limits_for_elo(elo_) : sight_; }

  std::unique_ptr<search::Agent> full_, limited_;
  Sight sight_;  // of the level; full unless one was set
  std::uint64_t seed_ = 0;
  bool limit_strength_ = false;
  int elo_ = 1500;
};

}  // namespace rookery::play
