// `rookery compare`: the search methods side by side on one position.
#include <fmt/format.h>

#include <optional>

#include "cli/agent_arguments.h"
#include "cli/arguments.h"
#include "cli/typed_agent.h"
#include "json/search.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "notation/words.h"
#include "play/roster.h"

namespace rookery::cli {

namespace {

/// Every other search is measured against plain minimax.
constexpr const char* kReference = "minimax";

struct Row {
  std::string agent;
  search::SearchResult result;
  bool same_evaluation = false;  ///< as the reference: only then must the values agree
  std::string unit;              ///< of its values
};

bool is_same(const eval::Breakdown& a, const eval::Breakdown& b) {
  if (a.total != b.total || a.terms.size() != b.terms.size()) return false;
  for (std::size_t i = 0; i < a.terms.size(); ++i)
    if (a.terms[i].name != b.terms[i].name || a.terms[i].white != b.terms[i].white ||
        a.terms[i].black != b.terms[i].black)
      return false;
  return true;
}

}  // namespace

int run_compare(Arguments arguments) {
  Parser parser("compare", "Lets several agents search one position to the same depth.",
                "  rookery compare --depth 4\n"
                "  rookery compare --depth 3 --agents alphabeta,considerable --json --fen FEN");
  std::string fen;
  int depth = 4;
  std::vector<std::string> names;
  bool as_json = false;
  parser.add_option("--fen", fen, "Position; the starting position if absent");
  parser.add_option("--depth", depth, "Plies")->check(CLI::Range(1, 60))->capture_default_str();
  parser
      .add_option("--agents", names,
                  "Agents beside minimax, separated by commas; all that search if absent")
      ->delimiter(',');
  parser.add_flag("--json", as_json, "Print one JSON object for each agent");
  if (const auto status = parser.run(arguments)) return *status;

  const auto position = read_position(fen);
  if (!position) return fail("compare: " + position.error().message, 2);
  const bool all = names.empty();
  if (all)
    for (const play::RosterEntry& entry : play::roster()) names.emplace_back(entry.name);
  std::erase(names, kReference);
  names.insert(names.begin(), kReference);

  std::vector<Row> rows;
  std::optional<eval::Breakdown> reference;
  for (const std::string& name : names) {
    auto agent = make_typed_agent(name);
    if (!agent) return fail("compare: " + agent.error().message, 2);
    const auto breakdown = (*agent)->explain(*position);
    if (all && !breakdown) continue;  // does not evaluate, so does not search
    if (name == kReference) reference = breakdown;
    search::Limits limits;
    limits.depth = depth;
    search::Control control;
    search::NullSink sink;
    rows.push_back({name, (*agent)->think(chess::Game(*position), limits, control, sink),
                    breakdown && reference && is_same(*breakdown, *reference),
                    std::string(breakdown ? breakdown->unit : "its own units")});
    if (!rows.back().result.best) return fail("compare: there is no legal move here");
  }

  const search::SearchInfo& base = rows.front().result.info;
  if (!as_json)
    fmt::print("{:<20}{:<7}{:>12}{:>12}{:>10}{:>12}\n", "agent", "move", "value", "nodes", "ratio",
               "time ms");
  bool marked = false;
  for (const Row& row : rows) {
    const search::SearchInfo& info = row.result.info;
    const bool differs = info.score.own_units != base.score.own_units;
    const double ratio = static_cast<double>(info.nodes) / static_cast<double>(base.nodes);
    const double milliseconds = static_cast<double>(info.time.count()) / 1e6;
    if (as_json) {
      print_json({{"agent", row.agent},
                  {"bestmove", notation::to_uci(row.result.best)},
                  {"info", json::to_json(info, *position)},
                  {"nodes_ratio", ratio},
                  {"same_evaluation", row.same_evaluation},
                  {"differs", differs}});
      continue;
    }
    const char* mark = !differs ? "" : row.same_evaluation ? " !" : " *";
    marked |= differs;
    fmt::print("{:<20}{:<7}{:>12}{:>12}{:>10.4f}{:>12.2f}{}\n", row.agent,
               notation::to_san(*position, row.result.best), score_text(info.score), info.nodes,
               ratio, milliseconds, mark);
    // As many whole moves of the line as there is room for.
    for (std::size_t plies = info.pv.size(); plies > 0; --plies) {
      const std::string line =
          fmt::format("  in {}: {}", row.unit, notation::line_text(*position, info.pv, plies));
      if (line.size() > 79 && plies > 1) continue;
      fmt::print("{}\n", line);
      break;
    }
  }
  if (marked)
    fmt::print("\n! differs from minimax with the same evaluation\n* has its own evaluation\n");
  return 0;
}

}  // namespace rookery::cli
