// `rookery perft`: counts the legal move tree, or checks a whole file of known counts.
#include "chess/perft.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/printable.h"
#include "base/progress.h"
#include "base/read_file.h"
#include "cli/arguments.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::cli {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string speed(std::uint64_t nodes, double seconds) {
  return fmt::format("{} nodes, {:.3f} s, {:.1f} million nodes/s", nodes, seconds,
                     static_cast<double>(nodes) / std::max(seconds, 1e-9) / 1e6);
}

/// A suite is lines of "epd FEN" and, below each, "perft DEPTH NODES"; others are skipped.
int run_suite(const std::string& path, std::uint64_t max_nodes, int threads, bool as_json) {
  const auto text = read_file(path, FileKind::positions);
  if (!text) return fail(text.error().message);
  std::istringstream in(*text);
  const auto start = Clock::now();
  std::uint64_t positions = 0, counts = 0, nodes = 0;
  json::Value wrong = json::Value::array();
  std::optional<chess::Position> position;
  std::string fen;
  Progress progress("positions", 0);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "epd") {
      std::getline(words >> std::ws, fen);
      auto parsed = notation::parse_fen(fen);
      if (!parsed) return fail(fmt::format("{}:{}: {}", path, number, parsed.error().message));
      position = *parsed;
      progress.update(++positions);
    } else if (word == "perft") {
      int depth = 0;
      std::uint64_t expected = 0;
      if (!(words >> depth >> expected) || depth < 1 || !position)
        return fail(
            fmt::format("{}:{}: expected a position and 'perft DEPTH NODES'", path, number));
      if (expected > max_nodes) continue;
      const std::uint64_t counted = chess::perft(*position, depth, threads);
      nodes += counted;
      ++counts;
      if (counted == expected) continue;
      wrong.push_back({{"line", number}, {"expected", expected}, {"counted", counted}});
      progress.finish();
      if (as_json) continue;
      fmt::print("{}:{}: depth {} of {}\n  expected {}, counted {}\n", printable(path), number,
                 depth, printable(fen), expected, counted);
    }
  }
  progress.finish();
  const double seconds = seconds_since(start);
  if (as_json)
    print_json({{"file", path},
                {"positions", positions},
                {"counts", counts},
                {"wrong", wrong},
                {"nodes", nodes},
                {"time_ms", std::round(seconds * 1e6) / 1e3}});
  else
    fmt::print("{}: {} positions, {} counts, {} wrong\n  {}\n", printable(path), positions, counts,
               wrong.size(), speed(nodes, seconds));
  if (counts == 0) return fail("no counts in " + path);
  return wrong.empty() ? 0 : 1;
}

}  // namespace

int run_perft(Arguments arguments) {
  Parser parser("perft", "Counts the leaves of the legal move tree.",
                "  rookery perft 6\n"
                "  rookery perft 4 --divide --fen '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -'\n"
                "  rookery perft --suite known.perft --max-nodes 10000000");
  int depth = 0, threads = 1;
  std::string fen;
  bool divide = false, chess960 = false, as_json = false;
  std::vector<std::string> suites;
  std::uint64_t max_nodes = 10'000'000;
  auto* depth_option = parser.add_option("N", depth, "Depth in plies")->check(CLI::Range(0, 99));
  auto* fen_option = parser.add_option("--fen", fen, "Position; the starting position if absent");
  auto* divide_option = parser.add_flag("--divide", divide, "Count for each move by itself");
  parser.add_flag("--chess960", chess960, "Write castling as king takes rook");
  parser.add_option("--threads", threads, "Threads")->check(CLI::Range(1, 1024));
  parser.add_flag("--json", as_json, "Print one JSON object, or one for each suite");
  auto* suite_option = parser.add_option("--suite", suites, "Check files of known counts")
                           ->excludes(depth_option, fen_option, divide_option);
  parser.add_option("--max-nodes", max_nodes, "Leave out larger counts of a suite")
      ->needs(suite_option);
  if (const auto status = parser.run(arguments)) return *status;

  if (!suites.empty()) {
    int status = 0;
    for (const std::string& path : suites)
      status = std::max(status, run_suite(path, max_nodes, threads, as_json));
    return status;
  }
  if (depth_option->empty()) return fail("perft: a depth or --suite is needed", 2);

  chess::Position position = chess::Position::initial();
  if (!fen.empty()) {
    auto parsed = notation::parse_fen(fen);
    if (!parsed) return fail("perft: --fen: " + parsed.error().message, 2);
    position = *parsed;
  }
  const auto start = Clock::now();
  json::Value moves = json::Value::object();
  std::uint64_t nodes = 0;
  if (divide && depth > 0) {
    for (const auto& [move, below] : chess::perft_divide(position, depth, threads)) {
      const std::string text = notation::to_uci(move, chess960);
      if (as_json)
        moves[text] = below;
      else
        fmt::print("{}: {}\n", text, below);
      nodes += below;
    }
  } else {
    nodes = chess::perft(position, depth, threads);
  }
  const double seconds = seconds_since(start);
  if (!as_json) {
    fmt::print("{}\n", speed(nodes, seconds));
    return 0;
  }
  json::Value object = {
      {"depth", depth}, {"nodes", nodes}, {"time_ms", std::round(seconds * 1e6) / 1e3}};
  if (divide) object["moves"] = moves;
  print_json(object);
  return 0;
}

}  // namespace rookery::cli
