// `rookery suite`: lets an agent solve the positions of an EPD file.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "base/printable.h"
#include "base/progress.h"
#include "base/read_file.h"
#include "cli/agent_arguments.h"
#include "cli/arguments.h"
#include "cli/stop_signal.h"
#include "cli/typed_agent.h"
#include "notation/epd.h"
#include "notation/san.h"

namespace rookery::cli {

namespace {

bool contains(const std::vector<chess::Move>& moves, chess::Move move) {
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

/// The number of moves to mate that the record asks for; 0 if it does not.
int wanted_mate(const notation::EpdRecord& record) {
  const std::string_view text = record.operand("dm");
  int moves = 0;
  std::from_chars(text.data(), text.data() + text.size(), moves);
  return moves;
}

bool is_solved(const notation::EpdRecord& record, const search::SearchResult& result) {
  if (!record.best_moves.empty() && !contains(record.best_moves, result.best)) return false;
  if (contains(record.avoid_moves, result.best)) return false;
  const int mate = wanted_mate(record);
  return mate == 0 || result.info.score.mate == mate;
}

std::string wanted_text(const notation::EpdRecord& record) {
  std::string text;
  for (chess::Move m : record.best_moves) text += " " + notation::to_san(record.position, m);
  for (chess::Move m : record.avoid_moves) text += " not " + notation::to_san(record.position, m);
  if (const int mate = wanted_mate(record)) text += fmt::format(" mate in {}", mate);
  return text.substr(1);
}

Result<std::vector<notation::EpdRecord>, Error> read_suite(const std::string& path) {
  const auto text = read_file(path, FileKind::positions);
  if (!text) return Unexpected{text.error()};
  std::istringstream in(*text);
  std::vector<notation::EpdRecord> records;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty() || line[0] == '#') continue;
    auto record = notation::parse_epd(line);
    if (!record)
      return Unexpected{Error{fmt::format("{}:{}: {}", path, number, record.error().message)}};
    if (record->best_moves.empty() && record->avoid_moves.empty() && wanted_mate(*record) == 0)
      return Unexpected{Error{fmt::format(
          "{}:{}: nothing to solve; expected an operation bm, am or dm", path, number)}};
    records.push_back(*std::move(record));
  }
  if (records.empty()) return Unexpected{Error{path + ": has no position"}};
  return records;
}

}  // namespace

int run_suite(Arguments arguments) {
  Parser parser("suite",
                "Lets an agent solve the positions of an EPD file: best moves (bm), moves\n"
                "to avoid (am), moves to mate (dm).",
                "  rookery suite tactics.epd --movetime 1000\n"
                "  rookery suite mates.epd --agent tuned --nodes 1000000 --json");
  std::string path, agent_name = "rookery";
  int depth = 0;
  std::uint64_t nodes = 0;
  std::int64_t move_time = 1000;
  double least = 0;
  bool as_json = false;
  parser.add_option("FILE", path, "EPD file")->required();
  parser.add_option("--agent", agent_name, "Agent")->capture_default_str();
  auto* depth_option = parser.add_option("--depth", depth, "Plies")->check(CLI::Range(1, 245));
  auto* nodes_option =
      parser.add_option("--nodes", nodes, "Nodes for each position")->check(CLI::PositiveNumber);
  parser.add_option("--movetime", move_time, "Milliseconds for each position [1000]")
      ->check(CLI::PositiveNumber)
      ->excludes(depth_option)
      ->excludes(nodes_option);
  parser.add_option("--least", least, "Exit with status 1 if fewer per cent are solved")
      ->check(CLI::Range(0.0, 100.0));
  parser.add_flag("--json", as_json, "Print one JSON object");
  if (const auto status = parser.run(arguments)) return *status;

  const auto records = read_suite(path);
  if (!records) return fail("suite: " + records.error().message);
  auto agent = make_typed_agent(agent_name);
  if (!agent) return fail("suite: " + agent.error().message, 2);
  search::Limits limits;
  if (*depth_option) limits.depth = depth;
  if (*nodes_option) limits.nodes = nodes;
  if (!*depth_option && !*nodes_option) limits.move_time = search::Milliseconds(move_time);

  const std::atomic<bool>& stop = stop_signal();
  std::size_t tried = 0, solved = 0;
  json::Value missed = json::Value::array();
  std::string report;
  {
    Progress progress("positions", records->size());
    for (const notation::EpdRecord& record : *records) {
      if (stop) break;
      (*agent)->new_game();
      search::Control control;
      search::NullSink sink;
      const auto result = (*agent)->think(chess::Game(record.position), limits, control, sink);
      if (result.failure) return fail("suite: " + *result.failure);
      progress.update(++tried);
      if (is_solved(record, result)) {
        ++solved;
        continue;
      }
      const std::string fen = notation::to_fen(record.position);
      const std::string played = notation::to_san(record.position, result.best);
      missed.push_back({{"id", record.id()}, {"fen", fen}, {"played", played}});
      report += fmt::format("{}{}: {}\n  wanted {}; played {}, score {}\n",
                            record.id().empty() ? "position " : "",
                            record.id().empty() ? std::to_string(tried) : printable(record.id()),
                            fen, wanted_text(record), played, score_text(result.info.score));
    }
  }
  const double percent =
      100.0 * static_cast<double>(solved) / static_cast<double>(std::max<std::size_t>(1, tried));
  if (as_json)
    print_json({{"positions", tried},
                {"solved", solved},
                {"agent", (*agent)->name()},
                {"missed", missed}});
  else
    fmt::print("{}{} of {} solved ({:.1f} %)\n", report, solved, tried, percent);
  if (tried < records->size()) return fail("suite: stopped before the end");
  return percent < least ? 1 : 0;
}

}  // namespace rookery::cli
