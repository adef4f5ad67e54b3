#include "cluster/submission.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <thread>

#include "base/sha256.h"
#include "cluster/proof.h"

namespace rookery::cluster {
namespace {

std::optional<std::string> too_few_openings(const match::Schedule& schedule, std::size_t openings) {
  const int round = 2 * static_cast<int>(schedule.encounters().size());
  const int rounds = (schedule.size() + round - 1) / round;
  if (static_cast<std::size_t>(rounds) <= openings) return std::nullopt;
  return fmt::format(
      "{} games need {} openings and there are {}: none is played twice in a test. Fewer games, or "
      "'rookery openings --count {} > more.epd' and --openings more.epd",
      schedule.size(), rounds, openings, rounds);
}

}  // namespace

Result<QueuedMatchSpec, Error> make_queued(match::MatchSpec match,
                                           const std::vector<match::Opening>& openings,
                                           double speed, JobStore& store) {
  QueuedMatchSpec spec;
  bool timed = false;
  for (const match::Player& player : match.players) {
    auto queued = to_queue(player, store);
    if (!queued) return Unexpected{queued.error()};
    timed |= player.limits.is_timed();
    spec.players.push_back(std::move(*queued));
  }
  const std::string text = openings_text(openings);
  spec.openings = sha256(text);
  if (auto put = store.put_blob(spec.openings, text); !put)
    return Unexpected{Error{put.error().message}};
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  if (timed) spec.speed = speed > 0 ? speed : measure_speed(cores).nps;
  spec.plan = std::move(match);
  spec.date = fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)));
  return spec;
}

Result<std::unique_ptr<QueuedMatch>, Error> submit_match(
    JobStore& store, match::MatchSpec match, const std::vector<match::Opening>& openings,
    const SubmissionOptions& options) {
  if (const auto few = too_few_openings(match.schedule(), openings.size()))
    return Unexpected{Error{*few}};
  const auto spec = make_queued(std::move(match), openings, options.speed, store);
  if (!spec) return Unexpected{spec.error()};
  NewTest test;
  test.kind = "match";
  for (const auto& player : spec->players)
    test.name += (test.name.empty() ? "" : " vs ") + player.name;
  test.tags = options.tags;
  test.units = spec->units();
  test.priority = options.priority;
  test.share = options.share;
  auto submitted = QueuedMatch::submit(store, *spec, test);
  if (!submitted) return Unexpected{Error{submitted.error().message}};
  return std::move(*submitted);
}

}  // namespace rookery::cluster
