// `rookery bench`: fixed positions to a fixed depth; the node count is the search's signature.
#include "play/bench.h"

#include <fmt/format.h>

#include <cmath>

#include "base/progress.h"
#include "cli/arguments.h"
#include "cli/typed_agent.h"

namespace rookery::cli {

int run_bench(Arguments arguments) {
  Parser parser("bench", "Searches fixed positions; prints one node count, the signature.",
                "  rookery bench\n  rookery bench --depth 10 --agent tuned");
  std::string spec = "rookery";
  int depth = play::kBenchDepth;
  bool as_json = false;
  parser.add_option("--agent", spec, "Agent");
  parser.add_option("--depth", depth, "Depth in plies")->check(CLI::Range(1, 60));
  parser.add_flag("--json", as_json, "Print one JSON object");
  if (const auto status = parser.run(arguments)) return *status;

  auto agent = make_typed_agent(spec);
  if (!agent) return fail(agent.error().message, 2);
  play::BenchResult result;
  {
    Progress progress("positions", play::bench_positions().size());
    search::Control control;
    result = play::run_bench(**agent, depth, control, [&](int done, std::uint64_t) {
      progress.update(static_cast<std::uint64_t>(done));
    });
  }
  const double rate = static_cast<double>(result.nodes) / std::max(result.seconds, 1e-9);
  if (as_json)
    print_json({{"nodes", result.nodes},
                {"depth", depth},
                {"time_ms", json::number(std::round(result.seconds * 1e3))},
                {"nps", static_cast<std::uint64_t>(rate)}});
  else
    fmt::print("{} nodes {:.0f} nodes/s\n", result.nodes, rate);
  return 0;
}

}  // namespace rookery::cli
