// `rookery explain`: why a move is good or bad, with the line that proves it.
#include <fmt/format.h>

#include <iostream>

#include "analysis/explain.h"
#include "analysis/json.h"
#include "cli/agent_arguments.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/stop_signal.h"
#include "engine/engine.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace rookery::cli {

namespace {

Result<chess::Move, Error> read_move(const chess::Position& position, const std::string& text) {
  if (const auto uci = notation::parse_uci_move(position, text)) return *uci;
  const auto san = notation::parse_san(position, text);
  if (!san) return Unexpected{Error{"--move: " + san.error().message}};
  return *san;
}

std::string line_text(chess::Position position, const std::vector<chess::Move>& moves) {
  std::string text;
  for (const chess::Move move : moves) {
    const bool white = position.side_to_move() == chess::Color::white;
    if (white || text.empty())
      text += fmt::format("{}{}{} ", text.empty() ? "" : " ", position.fullmove_number(),
                          white ? "." : "...");
    else
      text += ' ';
    text += notation::to_san(position, move);
    position.make_move(move);
  }
  return text;
}

class Explaining {
 public:
  explicit Explaining(std::uint64_t nodes)
      : engine_("rookery", engine::EvaluatorKind::network), analyst_(engine_, {nodes}, control_) {}

  analysis::Explanation operator()(const chess::Game& game, chess::Move move) {
    analyst_.forget();
    return analysis::explain(analyst_, game, move, analysis::measure(analyst_, game, move));
  }

 private:
  engine::Engine engine_;
  search::Control control_;
  analysis::Analyst analyst_;
};

chess::Game game_at(const chess::Position& position) {
  return chess::Game(position, notation::needs_chess960(position));
}

/// Lines "FEN;MOVE" from standard input, one JSON object a line.
int explain_batch(Explaining& explain) {
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line) && !stop_signal(); ++number) {
    const std::size_t semicolon = line.find(';');
    if (semicolon == line.npos)
      return fail(fmt::format("explain: line {}: expected FEN;MOVE", number), 2);
    const auto position = read_position(line.substr(0, semicolon));
    if (!position)
      return fail(fmt::format("explain: line {}: {}", number, position.error().message), 2);
    const auto move = read_move(*position, line.substr(semicolon + 1));
    if (!move) return fail(fmt::format("explain: line {}: {}", number, move.error().message), 2);
    const chess::Game game = game_at(*position);
    fmt::print("{}\n", analysis::to_json(explain(game, *move), game.is_chess960()).dump());
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int run_explain(Arguments arguments) {
  Parser parser("explain",
                "Says why a move is good or bad, in a sentence whose proof has been searched.",
                "  rookery explain --fen FEN --move Nxe5\n"
                "  rookery explain --move f2f3 --json\n"
                "  rookery explain --batch < lines     (each line: FEN;MOVE)");
  std::string fen, move_text;
  std::uint64_t nodes = 60'000;
  bool as_json = false, batch = false;
  parser.add_option("--fen", fen, "Position; the starting position if absent");
  auto* move_option = parser.add_option("--move", move_text, "The move, as Nf3 or g1f3");
  parser.add_option("--nodes", nodes, "Nodes for each question that is searched")
      ->check(CLI::Range(std::uint64_t{1'000}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  parser.add_flag("--json", as_json, "Print one JSON object");
  auto* batch_option = parser.add_flag("--batch", batch, "Read FEN;MOVE lines, print JSON lines");
  move_option->excludes(batch_option);
  if (const auto status = parser.run(arguments)) return *status;
  Explaining explain(nodes);
  if (batch) return explain_batch(explain);
  if (move_text.empty()) return fail("explain: --move is missing, for example --move Nf3", 2);

  const auto position = read_position(fen);
  if (!position) return fail("explain: " + position.error().message, 2);
  const auto move = read_move(*position, move_text);
  if (!move) return fail("explain: " + move.error().message, 2);
  const chess::Game game = game_at(*position);
  const analysis::Explanation e = explain(game, *move);
  if (as_json) {
    fmt::print("{}\n", analysis::to_json(e, game.is_chess960()).dump());
    return 0;
  }
  fmt::print("{}: {}. Winning chances from {:.0f} to {:.0f} %.\n",
             notation::to_san(*position, *move), analysis::judgement_name(e.judgement),
             e.win_before, e.win_after);
  if (!e.text.empty()) fmt::print("{}\n", e.text);
  if (!e.proof.empty()) fmt::print("Proof: {}\n", line_text(*position, e.proof));
  if (e.best != *move) fmt::print("Best:  {}\n", line_text(*position, e.best_line));
  return 0;
}

}  // namespace rookery::cli
