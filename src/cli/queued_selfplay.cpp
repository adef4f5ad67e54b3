#include "cli/queued_selfplay.h"

#include <fmt/format.h>

#include <thread>

#include "base/progress.h"
#include "cli/queued_arena.h"
#include "cli/stop_signal.h"
#include "cluster/proof.h"
#include "cluster/queued_selfplay.h"

namespace rookery::cli {

using namespace std::chrono_literals;

Result<SelfplayTotals, Error> run_queued_selfplay(const QueueOptions& queue,
                                                  const std::string& folder, int files,
                                                  const std::string& player,
                                                  const train::SelfplayOptions& options) {
  auto store = open_queue(queue.url);
  if (!store) return Unexpected{store.error()};
  auto queued = cluster::to_queue({player, player, {}, false}, **store);
  if (!queued) return Unexpected{queued.error()};
  cluster::QueuedSelfplay spec;
  spec.options = options;
  spec.player = std::move(*queued);
  spec.files = files;
  cluster::NewTest test;
  test.kind = "selfplay";
  test.name = fmt::format("{}, {} games, seed {}", player,
                          options.games * static_cast<std::uint64_t>(files), options.seed);
  test.tags = queue.tags;
  test.units = spec.units();
  test.priority = queue.priority;
  test.share = queue.share;
  const auto id = cluster::SelfplayCollector::submit(**store, spec, test);
  if (!id) return Unexpected{Error{id.error().message}};
  auto opened = cluster::SelfplayCollector::open(**store, *id, folder);
  if (!opened) return Unexpected{Error{opened.error().message}};
  cluster::SelfplayCollector& run = **opened;
  Progress bar("games", run.wanted());
  bar.set_earlier(run.earlier());
  const std::atomic<bool>& stopped = stop_signal();
  while (!stopped) {
    const auto all = run.fetch(true);
    if (!all && all.error().kind != cluster::StoreError::Kind::away)
      return Unexpected{Error{all.error().message}};
    bar.update(run.games(), !all ? "the database is away"
                            : run.record().state == "paused"
                                ? "paused"
                                : fmt::format("{} threads", run.record().leased_threads));
    if (all && *all) break;
    if (all && run.record().state == "ended")
      return Unexpected{Error{"the test was ended: " + run.record().why}};
    for (int i = 0; i < (all ? 10 : 40) && !stopped; ++i) std::this_thread::sleep_for(50ms);
  }
  return SelfplayTotals{run.games(), run.positions(), run.kept()};
}

int export_selfplay(cluster::JobStore& store, const cluster::TestRecord& test,
                    const std::string& folder) {
  auto opened = cluster::SelfplayCollector::open(store, test.id, folder);
  if (!opened) return fail(opened.error().message);
  const auto all = (*opened)->fetch(false);
  if (!all) return fail(all.error().message);
  fmt::print("{} of {} games in {}\n", (*opened)->games(), (*opened)->wanted(), folder);
  return 0;
}

}  // namespace rookery::cli
