#include "cluster/queued_selfplay.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/sha256.h"
#include "train/positions.h"

namespace rookery::cluster {
namespace {

using Kind = StoreError::Kind;
constexpr std::int64_t kUnitsAtOnce = 64;  // units fetched at once

}  // namespace

Stored<Id> SelfplayCollector::submit(JobStore& store, const QueuedSelfplay& spec, NewTest test) {
  test.spec = json::to_text(to_json(spec));
  test.token = sha256(test.kind + test.spec + test.tags);
  return store.submit(test);
}

Stored<std::unique_ptr<SelfplayCollector>> SelfplayCollector::open(JobStore& store, Id test,
                                                                   const std::string& folder) {
  auto record = store.test(test);
  if (!record) return Unexpected{record.error()};
  if (!*record) return Unexpected{StoreError{Kind::refused, fmt::format("no test {}", test)}};
  auto spec = parse_selfplay_spec((*record)->spec);
  if (!spec) return Unexpected{StoreError{Kind::broken, spec.error().message}};
  std::unique_ptr<SelfplayCollector> run(
      new SelfplayCollector(store, std::move(*spec), std::move(**record)));
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const train::SelfplayOptions& options = run->spec_.options;
  for (int file = 0; file < run->spec_.files; ++file) {
    auto writer = train::GameWriter::open(train::selfplay_path(folder, options.seed, file),
                                          options.settings(file));
    if (!writer) return Unexpected{StoreError{Kind::broken, writer.error().message}};
    run->earlier_ += writer->games();
    run->writers_.push_back(std::move(*writer));
  }
  return run;
}

std::uint64_t SelfplayCollector::games() const {
  std::uint64_t sum = 0;
  for (const auto& writer : writers_) sum += writer.games();
  return sum;
}

Stored<bool> SelfplayCollector::fetch(bool decide) {
  auto record = store_.test(record_.id);
  if (!record) return Unexpected{record.error()};
  if (!*record) return Unexpected{StoreError{Kind::refused, "the test is gone"}};
  record_ = std::move(**record);
  for (int file = 0; file < spec_.files; ++file)
    if (auto fetched = fetch_file(file, decide); !fetched) return Unexpected{fetched.error()};
  if (games() < wanted()) return false;
  if (decide && record_.state != "ended")
    if (auto ended =
            store_.change_state(record_.id, {"running", "paused"}, "ended", "all games are played");
        !ended)
      return Unexpected{ended.error()};
  return true;
}

/// As far as there is no gap.
Stored<Ok> SelfplayCollector::fetch_file(int file, bool decide) {
  train::GameWriter& writer = writers_[static_cast<std::size_t>(file)];
  const auto chunk = static_cast<std::uint64_t>(spec_.chunk);
  while (writer.games() < spec_.options.games) {
    const std::int64_t base = file * spec_.chunks();
    std::int64_t next = base + static_cast<std::int64_t>(writer.games() / chunk);
    const auto page =
        store_.data(record_.id, next, std::min(kUnitsAtOnce, base + spec_.chunks() - next));
    if (!page) return Unexpected{page.error()};
    const std::uint64_t before = writer.games();
    for (const StoredData& unit : *page) {
      if (unit.unit != next) break;
      const std::uint64_t first = static_cast<std::uint64_t>(next - base) * chunk;
      const auto records = train::decode_records(unit.data);
      if (!records || records->size() != std::min(chunk, spec_.options.games - first)) {
        const std::string reason =
            fmt::format("unit {} of test {}: these are not its games", unit.unit, record_.id);
        if (!decide) return Unexpected{StoreError{Kind::broken, reason}};
        if (auto aside = store_.set_aside(unit.worker, reason); !aside)
          return Unexpected{aside.error()};
        auto purged = store_.purge(unit.worker, record_.id, reason);
        if (!purged) return Unexpected{purged.error()};
        return Ok{};
      }
      // A run that was killed may have written a part of the chunk.
      for (std::uint64_t i = writer.games() - first; i < records->size(); ++i) {
        const train::GameRecord& game = (*records)[i];
        if (auto written = writer.append(game); !written)
          return Unexpected{StoreError{Kind::broken, written.error().message}};
        positions_ += game.moves.size();
        train::replay(game, [&](const chess::Position& p, int ply, const train::ScoredMove& m) {
          kept_ += train::is_kept(p, ply, m);
        });
      }
      ++next;
    }
    if (writer.games() == before) break;
  }
  return Ok{};
}

}  // namespace rookery::cluster
