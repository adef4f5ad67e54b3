// `rookery eval`: an agent's static evaluation of a position, term by term.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "cli/agent_arguments.h"
#include "cli/arguments.h"
#include "cli/typed_agent.h"
#include "course/heat.h"
#include "json/search.h"

namespace rookery::cli {

namespace {

/// The board with what the network gives for each piece, in centipawns.
void print_pieces(const chess::Position& position, const eval::Breakdown& breakdown) {
  fmt::print("network: what each piece is worth to White, by removing it\n\n");
  for (int rank = 7; rank >= 0; --rank) {
    std::string pieces = fmt::format("{}  ", rank + 1), values = "   ";
    for (int file = 0; file < 8; ++file) {
      const chess::Square s = make_square(chess::file_at(file), chess::rank_at(rank));
      const chess::Piece piece = position.piece_on(s);
      pieces += fmt::format("{:>8}", piece == chess::Piece::none ? '.' : piece_char(piece));
      const auto worth = std::find_if(breakdown.pieces.begin(), breakdown.pieces.end(),
                                      [&](const auto& p) { return p.square == s; });
      values += worth == breakdown.pieces.end() ? fmt::format("{:>8}", "")
                                                : fmt::format("{:>+8.0f}", worth->value);
    }
    fmt::print("{}\n{}\n", pieces, values);
  }
  fmt::print("   {:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n\n", 'a', 'b', 'c', 'd', 'e', 'f', 'g',
             'h');
  fmt::print("by output bucket, the one for this number of pieces in brackets:\n ");
  for (std::size_t i = 0; i < breakdown.bucket_outputs.size(); ++i)
    fmt::print(fmt::runtime(i == breakdown.bucket ? " [{:+.0f}]" : " {:+.0f}"),
               breakdown.bucket_outputs[i]);
  fmt::print("\n\nThe terms are the classical evaluation's, for comparison.\n");
}

/// Six boards of numbers; on a terminal the squares are coloured from blue (little) to red (much).
int print_heat(const search::Agent& agent, const std::string& name, bool as_json) {
  const auto heat = course::heat_maps(agent);
  if (!heat) return fail("eval: " + name + " has no evaluation", 2);
  if (as_json) {
    json::Value maps = json::Value::array();
    for (const course::HeatMap& map : heat->maps)
      maps.push_back({{"piece", std::string(1, map.piece)}, {"squares", map.squares}});
    print_json({{"agent", agent.name()}, {"unit", heat->unit}, {"maps", std::move(maps)}});
    return 0;
  }
  const bool coloured = ::isatty(STDOUT_FILENO);
  fmt::print("{}: what a white piece adds on each square ({})\n", agent.name(), heat->unit);
  for (const course::HeatMap& map : heat->maps) {
    double least = 1e300, most = -1e300;
    for (const double v : map.squares)
      if (!std::isnan(v)) least = std::min(least, v), most = std::max(most, v);
    fmt::print("\n{}\n", map.piece);
    for (int rank = 7; rank >= 0; --rank) {
      fmt::print("{}  ", rank + 1);
      for (int file = 0; file < 8; ++file) {
        const double v = map.squares[static_cast<std::size_t>(8 * rank + file)];
        const std::string text = std::isnan(v)
                                     ? fmt::format("{:>8}", '.')
                                     : fmt::format("{:>8}", number_text(std::round(v * 100) / 100));
        if (!coloured || std::isnan(v)) {
          fmt::print("{}", text);
          continue;
        }
        // The six steps of the 256 colours from blue to red.
        const int step =
            most > least ? static_cast<int>(std::lround(5 * (v - least) / (most - least))) : 0;
        fmt::print("\x1b[48;5;{}m\x1b[38;5;231m{}\x1b[0m", 16 + 36 * step + (5 - step), text);
      }
      fmt::print("\n");
    }
    fmt::print("   {:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}{:>8}\n", 'a', 'b', 'c', 'd', 'e', 'f', 'g',
               'h');
  }
  return 0;
}

}  // namespace

int run_eval(Arguments arguments) {
  Parser parser("eval", "Evaluates a position without searching, term by term.",
                "  rookery eval --agent rookery --fen FEN\n"
                "  rookery eval --agent location\n"
                "  rookery eval --agent seven-terms --json\n"
                "  rookery eval --agent michniewski --heat");
  std::string agent_name = "rookery", fen;
  bool as_json = false, heat = false;
  parser.add_option("--agent", agent_name, "Agent; 'rookery agents' lists them")
      ->capture_default_str();
  parser.add_option("--fen", fen, "Position; the starting position if absent");
  parser.add_flag("--json", as_json, "Print one JSON object");
  parser.add_flag("--heat", heat, "Boards of what each kind of piece is worth on each square");
  if (const auto status = parser.run(arguments)) return *status;

  const auto position = read_position(fen);
  if (!position) return fail("eval: " + position.error().message, 2);
  auto agent = make_typed_agent(agent_name);
  if (!agent) return fail("eval: " + agent.error().message, 2);
  if (heat) return print_heat(**agent, agent_name, as_json);
  const auto breakdown = (*agent)->explain(*position);
  if (!breakdown) return fail("eval: " + agent_name + " has no evaluation", 2);

  if (as_json) {
    json::Value object = json::to_json(*breakdown);
    object["agent"] = (*agent)->name();
    object["fen"] = notation::to_fen(*position);
    print_json(object);
    return 0;
  }
  if (!breakdown->pieces.empty()) print_pieces(*position, *breakdown);
  fmt::print("{} ({}; the last column is White's view)\n\n", (*agent)->name(), breakdown->unit);
  fmt::print("{:<22}{:>14}{:>14}{:>14}\n", "term", "White", "Black", "difference");
  for (const eval::Term& term : breakdown->terms)
    fmt::print("{:<22}{:>14}{:>14}{:>14}\n", term.name, number_text(term.white),
               number_text(term.black), number_text(term.white - term.black));
  if (!breakdown->pieces.empty())
    fmt::print("{:<22}{:>42}\n", "total of the terms", number_text(breakdown->classical_total));
  fmt::print("{:<22}{:>42}\n", breakdown->pieces.empty() ? "total" : "network",
             number_text(breakdown->total));
  return 0;
}

}  // namespace rookery::cli
