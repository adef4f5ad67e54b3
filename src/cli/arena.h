// What `rookery match` and `rookery tournament` share: their options and the run itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "match/schedule.h"

namespace rookery::cli {

/// What a command that works through a queue may be asked for.
struct QueueOptions {
  std::string url;  ///< empty = here
  std::string tags;
  int priority = 0;
  double share = 1, speed = 0;
};

struct ArenaOptions {
  int games = 100, concurrency = 1;
  std::string time_control, move_time, nodes, depth;
  std::string openings, order = "random";
  int plies = 0;
  std::uint64_t seed = 1;
  std::vector<std::string> draw, resign, sprt;
  bool has_draw = false, has_resign = false, has_sprt = false;
  int max_moves = 0, time_margin = 50;
  std::string pgn, database, event = "Rookery match";
  QueueOptions queue;
  bool resume = false, as_json = false, in_process = false;
};

void add_arena_options(Parser& parser, ArenaOptions& options);
/// Plays and reports; the exit status.
int run_arena(const ArenaOptions& options, const std::vector<std::string>& players,
              match::Format format);

}  // namespace rookery::cli
