// `rookery think`: one decision of one agent, and on request the tree it searched.
#include <fmt/format.h>

#include <atomic>

#include "base/atomic_file.h"
#include "chess/make_move.h"
#include "cli/agent_arguments.h"
#include "cli/arguments.h"
#include "cli/stop_signal.h"
#include "cli/typed_agent.h"
#include "json/search.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace rookery::cli {

namespace {

/// One JSON object on a line for each node, in the order in which they were entered. Values are in
/// the agent's units; an open window side, a root's move and what is not known are null.
Result<Ok, Error> write_trace(const search::SearchTrace& trace, const std::string& path) {
  const std::atomic<bool>& stop = stop_signal();  // then nothing of it is left
  auto file = AtomicFile::create(path);
  if (!file) return Unexpected{file.error()};
  const auto value = [&](int v) { return json::number(v * trace.unit()); };
  const auto bound = [&](int v) {
    return std::abs(v) == search::kOpenBound ? json::Value() : value(v);
  };
  std::vector<std::uint32_t> path_to;  // the nodes above
  for (const search::TraceIteration& iteration : trace.iterations())
    for (std::uint32_t id = iteration.first; id < iteration.first + iteration.count; ++id) {
      const search::TraceNode& node = trace.nodes()[id];
      path_to.resize(node.level);
      const json::Value object = {
          {"node", id},
          {"parent", path_to.empty() ? json::Value() : json::Value(path_to.back())},
          {"ply", node.ply},
          {"iteration", iteration.depth},
          {"move", node.move ? json::Value(notation::to_uci(node.move)) : json::Value()},
          {"kind", search::to_text(node.kind)},
          {"alpha", bound(node.alpha)},
          {"beta", bound(node.beta)},
          {"value", value(node.value)},
          {"static",
           node.static_value == search::kNoStatic ? json::Value() : value(node.static_value)},
          {"depth_left", node.depth_left},
          {"reduction", node.reduction},
          {"cut", search::to_text(node.cut)},
          {"skipped", node.skipped},
          {"source", node.source == search::kNoNode ? json::Value() : json::Value(node.source)},
          {"size", node.size},
          {"nodes", node.counted + node.dropped}};
      if (stop) return Unexpected{Error{"stopped"}};
      if (const auto written = file->write(object.dump() + '\n'); !written) return written;
      path_to.push_back(id);
    }
  return file->commit();
}

std::vector<std::string> san_line(chess::Position position, const std::vector<chess::Move>& line) {
  std::vector<std::string> texts;
  for (chess::Move move : line) {
    texts.push_back(notation::to_san(position, move));
    position.make_move(move);
  }
  return texts;
}

}  // namespace

int run_think(Arguments arguments) {
  Parser parser("think", "Lets an agent decide on one move.",
                "  rookery think --movetime 2000\n"
                "  rookery think --agent minimax --depth 4\n"
                "  rookery think --agent considerable --movetime 2000 --json --fen FEN\n"
                "  rookery think --agent alphabeta --depth 3 --trace tree.jsonl");
  std::string agent_name = "rookery", fen, trace_path;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::int64_t move_time = 0;
  std::size_t trace_nodes = 100'000;
  bool as_json = false;
  parser.add_option("--agent", agent_name, "Agent; 'rookery agents' lists them")
      ->capture_default_str();
  parser.add_option("--fen", fen, "Position; the starting position if absent");
  auto* depth_option =
      parser.add_option("--depth", depth, "Plies; the agent's own depth, or 3 s, if absent")
          ->check(CLI::Range(1, 245));
  auto* nodes_option =
      parser.add_option("--nodes", nodes, "Stop at this many nodes")->check(CLI::PositiveNumber);
  auto* time_option = parser.add_option("--movetime", move_time, "Stop after milliseconds")
                          ->check(CLI::PositiveNumber);
  auto* trace_option =
      parser.add_option("--trace", trace_path, "Write the searched tree to a file (JSON lines)");
  parser.add_option("--trace-nodes", trace_nodes, "Nodes to keep at most; the last iterations are")
      ->check(CLI::Range(std::size_t{1}, std::size_t{50'000'000}))
      ->capture_default_str()
      ->needs(trace_option);
  parser.add_flag("--json", as_json, "Print one JSON object");
  if (const auto status = parser.run(arguments)) return *status;

  const auto position = read_position(fen);
  if (!position) return fail("think: " + position.error().message, 2);
  auto agent = make_typed_agent(agent_name);
  if (!agent) return fail("think: " + agent.error().message, 2);

  search::TraceFilter filter;
  filter.max_nodes = trace_nodes;
  filter.skipped_moves = false;
  search::SearchTrace trace(filter);
  if (!trace_path.empty()) {
    if (!(*agent)->record(&trace))
      return fail("think: " + agent_name + " cannot record its tree", 2);
    // Before the search, so that a place that cannot be written is told at once.
    if (const auto place = AtomicFile::create(trace_path); !place)
      return fail(place.error().message);
  }
  search::Limits limits;
  limits.usual_time = search::Milliseconds(3000);  // for agents without a depth of their own
  if (*depth_option) limits.depth = depth;
  if (*nodes_option) limits.nodes = nodes;
  if (*time_option) limits.move_time = search::Milliseconds(move_time);
  search::Control control;
  search::NullSink sink;
  const search::SearchResult result =
      (*agent)->think(chess::Game(*position), limits, control, sink);
  if (result.failure) return fail("think: " + *result.failure);
  if (!trace_path.empty())
    if (const auto written = write_trace(trace, trace_path); !written)
      return fail(written.error().message);

  const search::SearchInfo& info = result.info;
  const double milliseconds = static_cast<double>(info.time.count()) / 1e6;
  if (as_json) {
    print_json({{"agent", (*agent)->name()},
                {"fen", notation::to_fen(*position)},
                {"bestmove", result.best ? json::Value(notation::to_uci(result.best)) : nullptr},
                {"info", json::to_json(info, *position)}});
    return 0;
  }
  if (!result.best) {
    fmt::print("no legal move: {}\n", position->in_check() ? "checkmate" : "stalemate");
    return 0;
  }
  fmt::print("{} plays {} ({})\n", (*agent)->name(), notation::to_san(*position, result.best),
             notation::to_uci(result.best));
  fmt::print("score  {}\ndepth  {}\nnodes  {}\ntime   {:.1f} ms\nline  ", score_text(info.score),
             info.depth, info.nodes, milliseconds);
  std::size_t column = 7;
  for (const std::string& san : san_line(*position, info.pv)) {
    if (column + san.size() + 1 > 79) {
      fmt::print("\n      ");
      column = 7;
    }
    fmt::print(" {}", san);
    column += san.size() + 1;
  }
  fmt::print("\n");
  if (!trace_path.empty())
    fmt::print("trace  {} of {} nodes in {}\n", trace.nodes().size(), trace.entered(), trace_path);
  return 0;
}

}  // namespace rookery::cli
