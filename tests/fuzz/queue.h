// What must hold for any bytes that come out of a queue: others put them there.
#pragma once

#include <fstream>

#include "base/sha256.h"
#include "cluster/address.h"
#include "cluster/queue_json.h"
#include "cluster/wire.h"
#include "cluster/work.h"
#include "cluster/worker_home.h"
#include "fuzz/json_doors.h"

namespace rookery::fuzz {

/// What is accepted says the same of itself when it is read again.
template <class Parse>
void accepted_comes_back(std::string_view text, const Parse& parse) {
  const auto value = parse(text);
  if (!value) return require(!value.error().message.empty(), "an error has a reason", text);
  const std::string written = json::to_text(cluster::to_json(*value));
  const auto again = parse(written);
  require(again.has_value(), "what was written can be read", written);
  require(json::to_text(cluster::to_json(*again)) == written, "the same comes back", written);
}

/// Results that a worker kept on its disk.
inline void fuzz_spool(std::string_view text) {
  static const auto home = [] {
    auto opened = cluster::WorkerHome::open(fuzz_folder() / "home", "queue");
    require(opened.has_value(), "a home can be made");
    return std::move(*opened);
  }();
  const auto path = fuzz_folder() / "home/worker-1" / (sha256("queue").substr(0, 16) + ".results");
  std::ofstream(path, std::ios::binary) << text;
  for (const auto& spooled : home->spooled()) {
    require(spooled.result.unit >= 0 && spooled.lease.job >= 0, "numbers are in range", text);
    require(spooled.result.summary.size() <= cluster::kMaxSummary &&
                spooled.result.data.size() <= cluster::kMaxData,
            "sizes are bounded", text);
  }
}

/// The first line says what the rest is.
inline void fuzz_queue(std::string_view text) {
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string_view kind = text.substr(0, line);
  const std::string_view rest = text.substr(std::min(line + 1, text.size()));
  if (kind == "match") {
    accepted_comes_back(rest, cluster::parse_match_spec);
    if (const auto spec = cluster::parse_match_spec(rest)) {
      for (const std::string* hash : {&spec->openings, &spec->players[0].network})
        require(hash->find_first_not_of("0123456789abcdef") == hash->npos, "no path is named",
                rest);
      const auto schedule = spec->plan.schedule();
      for (const std::int64_t unit : {std::int64_t{0}, spec->units() - 1})
        require(!spec->games_of(unit, schedule).empty(), "a unit has games", rest);
    }
  } else if (kind == "selfplay") {
    accepted_comes_back(rest, cluster::parse_selfplay_spec);
    if (const auto spec = cluster::parse_selfplay_spec(rest))
      require(spec->units() >= 1, "there is work", rest);
  } else if (kind == "spsa") {
    accepted_comes_back(rest, cluster::parse_spsa_detail);
  } else if (kind == "games") {
    const auto games = cluster::parse_games_summary(rest);
    if (!games) return require(!games.error().message.empty(), "an error has a reason", rest);
    const std::string written = cluster::games_summary(*games);
    require(written.size() <= cluster::kMaxSummary, "a summary is small", written);
    const auto again = cluster::parse_games_summary(written);
    require(again.has_value() && again->size() == games->size(), "games come back", written);
  } else if (kind == "openings") {
    const auto openings = cluster::parse_openings(rest);
    if (!openings) return require(!openings.error().message.empty(), "an error has a reason", rest);
    const std::string written = cluster::openings_text(*openings);
    const auto again = cluster::parse_openings(written);
    require(again.has_value() && cluster::openings_text(*again) == written, "openings come back",
            written);
  } else if (kind == "worker") {
    cluster::WorkerRecord worker;
    worker.info = worker.name = worker.note = rest;
    (void)json::to_text(cluster::to_json(worker));
  } else if (kind == "address") {
    const auto address = cluster::parse_address(std::string(rest));
    if (!address) require(!address.error().message.empty(), "an error has a reason", rest);
  } else if (kind == "spool") {
    fuzz_spool(rest);
  }
  const auto work = cluster::make_work(std::string(kind), std::string(rest), {});
  if (!work) return require(!work.error().message.empty(), "an error has a reason", text);
  for (const std::string& hash : (*work)->files())
    require(hash.size() == 64 || hash.empty(), "files are hashes", text);
}

}  // namespace rookery::fuzz
