// The subcommands: each takes the arguments after its own name and returns the exit status.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace rookery::cli {

using Arguments = std::span<const std::string>;

int run_agents(Arguments arguments);
int run_chances(Arguments arguments);
int run_compare(Arguments arguments);
int run_eval(Arguments arguments);
int run_explain(Arguments arguments);
int run_bench(Arguments arguments);
int run_lichess(Arguments arguments);
int run_perft(Arguments arguments);
int run_selfplay(Arguments arguments);
int run_train(Arguments arguments);
int run_grade(Arguments arguments);
int run_learn(Arguments arguments);
int run_lesson(Arguments arguments);
int run_pgn(Arguments arguments);
int run_tune(Arguments arguments);
int run_suite(Arguments arguments);
int run_think(Arguments arguments);
int run_tree(Arguments arguments);
int run_match(Arguments arguments);
int run_openings(Arguments arguments);
int run_syzygy(Arguments arguments);
int run_tournament(Arguments arguments);
int run_uci(Arguments arguments);
int run_practice(Arguments arguments);
int run_review(Arguments arguments);
int run_play(Arguments arguments);
int run_web(Arguments arguments);
int run_manual(Arguments arguments);
int run_queue(Arguments arguments);
int run_worker(Arguments arguments);

/// The table of main.cpp, for those who describe it.
struct CommandSummary {
  const char* name;
  const char* summary;
  int (*run)(Arguments);
};
std::vector<CommandSummary> command_summaries();

}  // namespace rookery::cli
