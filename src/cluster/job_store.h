// JobStore: the queue. Tests are put in, workers take leases on their units and complete each once.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cluster/address.h"
#include "cluster/store_error.h"

namespace rookery::cluster {

using Milliseconds = std::chrono::milliseconds;
/// Numbers of tests, workers, jobs and units.
using Id = std::int64_t;

/// What is put in. A unit is the smallest piece of work, played by one worker: a pair of games of a
/// match, a handful of games of self-play.
struct NewTest {
  std::string token;  ///< putting in the same one twice makes one test
  std::string kind;   ///< "match", "spsa", "selfplay"
  std::string name;
  std::string spec;  ///< JSON
  std::string tags;  ///< that a worker must have, separated by spaces
  std::int64_t units = 0;
  int priority = 0;
  double share = 1;
};

struct TestRecord {
  Id id = 0;
  std::string kind, name, spec, detail, tags;
  std::string state;  ///< "running", "paused", "ended"
  std::string why;    ///< it ended
  int priority = 0;
  double share = 1;
  std::int64_t units = 0, handed_out = 0, done = 0;
  std::int64_t leased_threads = 0;
  int purges = 0;  ///< grows when results were taken out: read all again
  std::int64_t created = 0, ended = 0;
};

/// A worker proves with its secret that it is the one that registered.
struct WorkerKey {
  Id id = 0;
  std::string secret;
};

struct WorkerRecord {
  Id id = 0;
  std::string instance;  ///< random, kept by the worker between its starts
  std::string secret;    ///< never read back
  std::string name, tags;
  std::string info;  ///< JSON: version, bench signature, nodes a second
  int threads = 1;
  std::int64_t last_seen = 0, last_result = 0;
  std::int64_t results = 0, refused = 0;
  std::int64_t leased_units = 0, oldest_lease = 0;  ///< of the leases it holds now
  std::string note;                                 ///< why it gave work back
  std::optional<std::string> aside;                 ///< why it gets no work
};

struct Lease {
  Id job = 0, test = 0;
  int generation = 0;
  std::string key;     ///< random; who has it may complete
  std::string detail;  ///< of the test when it was taken
  std::vector<std::int64_t> units;
};

enum class LeaseState {
  valid,
  paused,  ///< the test is; finish what was begun
  ended,   ///< the test is: nothing more counts
  stale,   ///< it ran out and somebody else has it
};

struct UnitResult {
  std::int64_t unit = 0;
  std::string summary;  ///< JSON, small: read by whoever decides
  std::string data;     ///< PGN or games of self-play
};
struct StoredResult {
  std::int64_t unit = 0;
  Id worker = 0;
  std::string summary;
};
struct ResultPage {
  std::vector<StoredResult> results;
  std::int64_t cursor = 0;  ///< for the next page
};
struct StoredData {
  std::int64_t unit = 0;
  Id worker = 0;
  std::string data;
};
struct Event {
  std::int64_t time = 0;
  std::string what;
};

inline constexpr std::size_t kMaxSummary = 8 * 1024, kMaxData = 1024 * 1024;
inline constexpr int kMaxUnitsOfLease = 256;

/// Not thread-safe. Times are the store's own, in milliseconds since 1970.
class JobStore {
 public:
  enum class Role { owner, worker };
  /// An owner makes the tables if there are none, and brings older ones up to date; a worker does
  /// not. Tables of a newer program are refused, either way.
  static Stored<std::unique_ptr<JobStore>> open(const Address& address, Role role);
  virtual ~JobStore() = default;

  // What workers ask.
  virtual Stored<Id> register_worker(const WorkerRecord& worker) = 0;
  /// At most `want` units of a running test, by priority and share; leases that ran out come first.
  /// Not of the tests in `except`. None if there is nothing. Also ends matches that are decided,
  /// about a second after they are, so that they end while nobody watches.
  virtual Stored<std::optional<Lease>> claim(const WorkerKey& worker, int want, Milliseconds lease,
                                             std::span<const Id> except) = 0;
  /// A sign of life; each lease that is still ours is so for another `lease`.
  virtual Stored<std::vector<LeaseState>> beat(const WorkerKey& worker,
                                               std::span<const Lease> leases,
                                               Milliseconds lease) = 0;
  /// Each unit counts once, however often it is sent. Only if `valid` or `paused` is returned have
  /// they been taken.
  virtual Stored<LeaseState> complete(const WorkerKey& worker, const Lease& lease,
                                      std::span<const UnitResult> results) = 0;
  /// Others may have it at once. `reason` is shown with the worker.
  virtual Stored<Ok> give_back(const WorkerKey& worker, const Lease& lease,
                               const std::string& reason) = 0;
  /// Kind and spec of a test.
  virtual Stored<std::pair<std::string, std::string>> test_spec(const WorkerKey& worker,
                                                                Id test) = 0;
  virtual Stored<std::optional<std::string>> blob(const WorkerKey& worker,
                                                  const std::string& hash) = 0;

  // What owners ask.
  virtual Stored<Id> submit(const NewTest& test) = 0;
  virtual Stored<std::vector<TestRecord>> tests() = 0;
  virtual Stored<std::optional<TestRecord>> test(Id id) = 0;
  /// From one of `from` to `to`; false if it was in none of them. Two who decide at once: one does.
  virtual Stored<bool> change_state(Id test, const std::vector<std::string>& from,
                                    const std::string& to, const std::string& why) = 0;
  virtual Stored<bool> set_priority(Id test, int priority, double share) = 0;
  /// More units for a test that grows as it goes, with what they need to know.
  virtual Stored<Ok> extend(Id test, std::int64_t units, const std::string& detail) = 0;
  /// The results since `cursor` (0 = all), none left out and none twice.
  virtual Stored<ResultPage> results_after(Id test, std::int64_t cursor) = 0;
  virtual Stored<std::vector<StoredData>> data(Id test, std::int64_t first, std::int64_t count) = 0;
  virtual Stored<std::vector<WorkerRecord>> workers() = 0;
  /// No more work for it; an empty reason takes it back in.
  virtual Stored<bool> set_aside(Id worker, const std::string& reason) = 0;
  /// Takes out its results, of all tests or one, to be played again by others: matches that had
  /// ended by them go on. How many there were.
  virtual Stored<std::int64_t> purge(Id worker, std::optional<Id> test,
                                     const std::string& reason) = 0;
  virtual Stored<Ok> put_blob(const std::string& hash, const std::string& data) = 0;
  virtual Stored<std::vector<Event>> events() = 0;
  /// Hashes of tokens: a page that was started with one may change things.
  virtual Stored<Ok> add_token(const std::string& hash) = 0;
  virtual Stored<bool> has_token(const std::string& hash) = 0;
  /// Lets a role of the database work, and nothing else.
  virtual Stored<Ok> allow_worker(const std::string& role) = 0;
};

/// Thirty-two hexadecimal digits from the system's source of randomness.
std::string random_key();

}  // namespace rookery::cluster
