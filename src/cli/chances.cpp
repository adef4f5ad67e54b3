// `rookery chances`: what a score means, fitted to games of self-play.
#include "train/chances.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "cli/arguments.h"

namespace rookery::cli {

namespace {

constexpr std::uint64_t kFewestNodes = 20'000;  ///< shorter searches blunder more than people see

void print_report(const train::ChanceReport& r) {
  fmt::print("{} games, {} positions, {} nodes a move, network {}\n", r.games, r.positions, r.nodes,
             r.network.empty() ? "unknown" : r.network);
  if (!r.is_settled) return fmt::print("too few games, or too much alike, to tell\n");
  fmt::print(
      "win = 1 / (1 + exp((a - score) / b)): a {:.0f}, b {:.0f} at full material,\n"
      "  a {:.0f}, b {:.0f} with bare kings\n\n",
      r.model.a_full, r.model.b_full, r.model.a_bare, r.model.b_bare);
  fmt::print("score / a  positions     won    model    lost    model\n");
  for (const auto& o : r.observed)
    fmt::print("{:>9.2f} {:>10} {:>6.1f}% {:>7.1f}% {:>6.1f}% {:>7.1f}%\n", o.score, o.positions,
               100 * o.win, 100 * o.fitted_win, 100 * o.loss, 100 * o.fitted_loss);
}

nlohmann::json to_json(const train::ChanceReport& r) {
  nlohmann::json observed = nlohmann::json::array();
  for (const auto& o : r.observed)
    observed.push_back({{"score", o.score},
                        {"positions", o.positions},
                        {"win", o.win},
                        {"loss", o.loss},
                        {"model_win", o.fitted_win},
                        {"model_loss", o.fitted_loss}});
  return {{"network", r.network},     {"games", r.games},         {"positions", r.positions},
          {"nodes", r.nodes},         {"settled", r.is_settled},  {"a_bare", r.model.a_bare},
          {"a_full", r.model.a_full}, {"b_bare", r.model.b_bare}, {"b_full", r.model.b_full},
          {"observed", observed}};
}

}  // namespace

int run_chances(Arguments arguments) {
  Parser parser("chances",
                "Fits the chances to win, draw and lose to games of self-play, by score and\n"
                "material. Games of 20,000 nodes a move or more say what a score means.",
                "  rookery selfplay --out games --nodes 20000 --games 2000\n"
                "  rookery chances games --plot chances.svg\n"
                "  rookery chances games --out nets/<hash>.wdl");
  std::vector<std::string> paths;
  std::string out, plot;
  bool as_json = false, any_nodes = false;
  parser.add_option("DATA", paths, "Files of games, or folders of them")->required();
  parser.add_option("--out", out, "Write the model to this file, to be built in");
  parser.add_option("--plot", plot, "Write observed and fitted chances as an SVG");
  parser.add_flag("--any-nodes", any_nodes, "Write it even if the searches were short");
  parser.add_flag("--json", as_json, "Print one JSON object");
  if (const auto status = parser.run(arguments)) return *status;

  auto files = train::open_games(paths);
  if (!files) return fail("chances: " + files.error().message);
  const train::ChanceReport report = train::fit_chances(*files);
  if (as_json)
    fmt::print("{}\n", to_json(report).dump());
  else
    print_report(report);
  if (!out.empty() && !report.is_settled)
    return fail("chances: nothing is written: there are too few games to tell");
  if (!out.empty() && report.nodes < kFewestNodes && !any_nodes)
    return fail(
        fmt::format("chances: nothing is written: games of {} nodes a move, {} are wanted "
                    "(--any-nodes if there are no better)",
                    report.nodes, kFewestNodes));
  if (!out.empty())
    if (auto written = write_file(out, chances_text(report)); !written)
      return fail("chances: " + written.error().message);
  if (!plot.empty())
    if (auto written = write_file(plot, chances_svg(report.observed)); !written)
      return fail("chances: " + written.error().message);
  return 0;
}

}  // namespace rookery::cli
