// LocalMatch: a match of this machine. Its schedule, its results in a database and a PGN file, and
// the end when SPRT has decided.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "base/append_file.h"
#include "match/openings.h"
#include "match/pgn.h"
#include "match/source.h"
#include "match/spec.h"
#include "match/standings.h"
#include "match/store.h"
#include "match/view.h"

namespace rookery::match {

/// Where the games are kept; empty = nowhere.
struct MatchFiles {
  std::string database, pgn;
  bool resume = false;  ///< go on with the match of the database
};

class LocalMatch final : public GameSource, public MatchView {
 public:
  /// `openings` are those of the spec. To resume, loads the games that were played and puts the PGN
  /// file right if the program was killed while it wrote. The error says what cannot be read,
  /// written or resumed.
  static Result<std::unique_ptr<LocalMatch>, Error> open(MatchSpec spec,
                                                         std::vector<Opening> openings,
                                                         const MatchFiles& files);

  const MatchSpec& spec() const override { return spec_; }
  const Schedule& schedule() const override { return schedule_; }
  const Opening& opening(const Fixture& fixture) const;

  std::optional<Fixture> claim() override;
  bool complete(const Fixture& fixture, const play::PlayedGame& game) override;
  void give_back(const Fixture& fixture) override;

  // For those who watch, on any thread.
  Standings standings() const override;
  /// Those of the database, in the order of the schedule.
  Result<std::vector<StoredGame>, Error> games() const;
  /// Why nothing more could be stored.
  std::optional<std::string> failure() const;
  std::vector<std::string> take_faults() override;

 private:
  LocalMatch(MatchSpec spec, std::vector<Opening> openings);
  Result<Ok, Error> load(const MatchFiles& files);
  Result<Ok, Error> mend_pgn(const std::string& path, const std::vector<StoredGame>& games) const;
  Result<Ok, Error> keep(const Fixture& fixture, const play::PlayedGame& game);
  bool is_decided() const;

  const MatchSpec spec_;
  const Schedule schedule_;
  const std::vector<Opening> openings_;
  const std::vector<std::uint32_t> opening_order_;
  const std::string date_;
  std::optional<ResultStore> store_;
  AppendFile pgn_;
  std::string pgn_path_;

  mutable std::mutex mutex_;
  Standings standings_;
  std::set<int> todo_;
  std::vector<std::string> faults_;
  std::optional<std::string> failure_;
};

}  // namespace rookery::match
