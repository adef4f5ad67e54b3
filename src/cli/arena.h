// What `rookery match` and `rookery tournament` share: their options and the run itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "match/schedule.h"

namespace rookery::cli {

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
  bool resume = false, as_json = false, in_process = false;
};

void add_arena_options(Parser& parser, ArenaOptions& options);
/// Plays and reports; the exit status.
int run_arena(const ArenaOptions& options, const std::vector<std::string>& players,
              match::Format format);

}  // namespace rookery::cli
