// `rookery eval`: an agent's static evaluation of a position, term by term.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "cli/agent_arguments.h"
#include "cli/arguments.h"
#include "cli/typed_agent.h"
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

}  // namespace

int run_eval(Arguments arguments) {
  Parser parser("eval", "Evaluates a position without searching, term by term.",
                "  rookery eval --agent rookery --fen FEN\n"
                "  rookery eval --agent location\n"
                "  rookery eval --agent seven-terms --json");
  std::string agent_name, fen;
  bool as_json = false;
  parser.add_option("--agent", agent_name, "Agent; 'rookery agents' lists them")->required();
  parser.add_option("--fen", fen, "Position; the starting position if absent");
  parser.add_flag("--json", as_json, "Print one JSON object");
  if (const auto status = parser.run(arguments)) return *status;

  const auto position = read_position(fen);
  if (!position) return fail("eval: " + position.error().message, 2);
  auto agent = make_typed_agent(agent_name);
  if (!agent) return fail("eval: " + agent.error().message, 2);
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
