// QueuedMatch: a match whose games others play. Puts it into the queue, follows it, ends it.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/job_store.h"
#include "cluster/wire.h"
#include "match/view.h"

namespace rookery::cluster {

/// What one worker brought to a match, from the first player's view if there are two.
struct Contribution {
  match::Pentanomial pairs{};
  int games = 0, faults = 0, time_losses = 0;
  std::int64_t nodes = 0, time_ms = 0;
};

/// Results count in the order in which they were stored, up to the one that decides: whoever reads
/// them, here or in the store itself (JobStore::claim), comes to the same end, and who comes first
/// writes it down. Not thread-safe.
class QueuedMatch final : public match::MatchView {
 public:
  /// The same spec again is the same test.
  static Stored<std::unique_ptr<QueuedMatch>> submit(JobStore& store, const QueuedMatchSpec& spec,
                                                     NewTest test);
  static Stored<std::unique_ptr<QueuedMatch>> attach(JobStore& store, Id id);

  /// Reads what is new. Decides, if `decide`: ends the test when SPRT or the schedule says so, and
  /// takes out whoever sends what is no result.
  Stored<Ok> follow(bool decide);

  Id id() const { return record_.id; }
  const TestRecord& record() const { return record_; }
  /// Ended, and all that is stored has been read: others may have ended it.
  bool is_over() const { return record_.state == "ended" && read_ >= record_.done; }
  const match::MatchSpec& spec() const override { return spec_.plan; }
  const match::Schedule& schedule() const override { return schedule_; }
  match::Standings standings() const override { return *standings_; }
  std::vector<std::string> take_faults() override { return std::exchange(faults_, {}); }
  const std::map<Id, Contribution>& contributions() const { return contributions_; }
  /// How games ended, and how many did.
  const std::map<std::string, int>& terminations() const { return terminations_; }

  /// The last games that came in, newest last.
  struct RecentGame {
    match::Fixture fixture;
    double points = 0;  ///< White's
    std::string termination, fault;
    Id worker = 0;
  };
  const std::deque<RecentGame>& recent() const { return recent_; }

  /// The games of one unit; none if they are not there or no PGN.
  Stored<std::optional<std::string>> pgn_of_unit(std::int64_t unit);
  /// The games that are there, in the order of the schedule. Left out are those that are no PGN;
  /// `left_out` counts them.
  Stored<std::string> pgn(int& left_out);

 private:
  QueuedMatch(JobStore& store, QueuedMatchSpec spec, TestRecord record);
  void start_again();
  /// Why it is no result of this match; none if it is.
  std::optional<std::string> take(const StoredResult& result);
  std::optional<std::string> why_over() const;

  JobStore& store_;
  const QueuedMatchSpec spec_;
  const match::Schedule schedule_;
  TestRecord record_;
  int purges_ = 0;
  std::int64_t cursor_ = 0, read_ = 0;
  bool decided_ = false;
  std::optional<match::Standings> standings_;
  std::vector<std::string> faults_;
  std::map<Id, Contribution> contributions_;
  std::map<std::string, int> terminations_;
  std::deque<RecentGame> recent_;
};

/// The worker whose pairs fit those of the others least, by chi-square: the probability that chance
/// alone makes such a difference. None without enough pairs.
struct Outlier {
  Id worker = 0;
  double chi_square = 0, probability = 1;
};
std::vector<Outlier> outliers(const std::map<Id, Contribution>& contributions);

}  // namespace rookery::cluster
