#include "cli/queued_arena.h"

#include <fmt/format.h>

#include <thread>

#include "base/append_file.h"
#include "base/printable.h"
#include "base/system_error.h"
#include "cli/match_display.h"
#include "cli/stop_signal.h"
#include "cluster/submission.h"
#include "match/report.h"

namespace rookery::cli {
namespace {

using namespace std::chrono_literals;
using cluster::StoreError;

constexpr std::chrono::milliseconds kFollowEvery = 250ms, kAwayPause = 2s;
constexpr auto kAlonePatience = 10s;

int write_pgn(cluster::QueuedMatch& match, const std::string& path) {
  int left_out = 0;
  const auto text = match.pgn(left_out);
  if (!text) return fail(text.error().message);
  if (left_out > 0)
    fmt::print(stderr, "{} units of games are no PGN and were left out\n", left_out);
  AppendFile file;
  if (!file.open(path) || !file.append(*text)) return fail(write_error(path).message);
  return 0;
}

}  // namespace

void add_queue_options(Parser& parser, QueueOptions& o) {
  auto* queue = parser.add_option("--queue", o.url,
                                  "Let workers play: postgresql://USER@HOST/DATABASE or a file");
  parser.add_option("--priority", o.priority, "In the queue: higher comes first [0]")->needs(queue);
  parser.add_option("--share", o.share, "Of the workers, among tests of equal priority [1]")
      ->check(CLI::Range(0.001, 1000.0))
      ->needs(queue);
  parser.add_option("--tags", o.tags, "That a worker must have, separated by spaces")->needs(queue);
  parser
      .add_option("--speed", o.speed,
                  "Nodes a second for which the time control is meant [this machine's]")
      ->check(CLI::Range(1.0, 1e12))
      ->needs(queue);
}

Result<std::unique_ptr<cluster::JobStore>, Error> open_queue(const std::string& url) {
  const auto address = cluster::parse_address(url);
  if (!address) return Unexpected{address.error()};
  auto store = cluster::JobStore::open(*address, cluster::JobStore::Role::owner);
  if (!store) return Unexpected{Error{store.error().message}};
  return std::move(*store);
}

int run_queued_arena(const ArenaOptions& o, match::MatchSpec match_spec,
                     std::vector<match::Opening> openings) {
  auto store = open_queue(o.queue.url);
  if (!store) return fail(store.error().message, 2);
  auto submitted =
      cluster::submit_match(**store, std::move(match_spec), openings,
                            {o.queue.tags, o.queue.priority, o.queue.share, o.queue.speed});
  if (!submitted) return fail(submitted.error().message, 2);
  cluster::QueuedMatch& match = **submitted;
  if (!o.as_json) {
    fmt::print("test {} of {}\n", match.id(), o.queue.url);
    std::fflush(stdout);
  }

  MatchDisplay display(match, o.as_json);
  const std::atomic<bool>& stopped = stop_signal();
  using Clock = std::chrono::steady_clock;
  auto last_sign = Clock::now();
  bool is_away = false, told_alone = false;
  while (!stopped) {
    const int before = match.standings().games();
    const auto followed = match.follow(true);
    if (!followed && followed.error().kind != StoreError::Kind::away)
      return fail(followed.error().message);
    if (is_away != !followed)
      display.incident(followed
                           ? "the database is back"
                           : "the database is away, trying again: " + followed.error().message);
    is_away = !followed;
    if (followed && match.is_over()) break;
    if (match.standings().games() != before || match.record().leased_threads > 0)
      last_sign = Clock::now();
    if (!told_alone && !is_away && Clock::now() - last_sign > kAlonePatience) {
      told_alone = true;
      display.incident(match.record().state == "paused"
                           ? "the test is paused: 'rookery queue URL resume' goes on"
                           : "nobody works on it yet: 'rookery worker URL' on any machine does");
    }
    display.show(false);
    const auto until = Clock::now() + (is_away ? kAwayPause : kFollowEvery);
    while (!stopped && Clock::now() < until) std::this_thread::sleep_for(50ms);
  }
  display.show(true);
  if (o.as_json)
    fmt::print("{}\n", match::json_report(match.spec().players, match.schedule(), match.standings(),
                                          match.spec().sprt));
  else if (match.is_over())
    fmt::print("ended: {}\n", printable_lines(match.record().why));
  if (stopped)
    return fail(
        fmt::format("the test goes on in the queue; the same command shows it again, "
                    "'rookery queue URL cancel {}' ends it",
                    match.id()));
  if (!o.pgn.empty()) return write_pgn(match, o.pgn);
  return 0;
}

}  // namespace rookery::cli
