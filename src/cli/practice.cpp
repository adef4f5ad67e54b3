// `rookery practice`: positions of the user's own games, asked again until they are known.
#include <fmt/format.h>

#include <ctime>
#include <iostream>

#include "analysis/puzzles.h"
#include "base/printable.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/stop_signal.h"
#include "engine/engine.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "notation/words.h"
#include "play/progress.h"
#include "play/user_folders.h"

namespace rookery::cli {

namespace {

constexpr std::uint64_t kNodes = 150'000;
constexpr const char* kHelp =
    "  Type a move (Nf3 or g1f3), 'h' for a hint, 's' to see it, 'q' to end.\n";

std::string board_text(const chess::Position& position) {
  const bool flipped = position.side_to_move() == chess::Color::black;
  return notation::board_rows(position, flipped, "  ") +
         fmt::format("     {}\n", notation::file_letters(flipped));
}

/// One session at the keyboard: exercises that are due, the longest waiting first.
class PracticeSession {
 public:
  explicit PracticeSession(play::Practice practice) : practice_(std::move(practice)) {}

  int run() {
    int asked = 0;
    while (!stop_signal()) {
      const auto exercise = practice_.next(std::time(nullptr));
      if (!exercise) break;
      ++asked;
      const auto solved = ask(*exercise);
      if (!solved) return 0;  // the one at hand stays as it was
      const auto graded = practice_.grade(exercise->id, *solved, std::time(nullptr));
      if (!graded) return fail("practice: " + graded.error().message);
      fmt::print("{}\n\n", analysis::comes_back_text(*graded, std::time(nullptr)));
    }
    if (asked > 0)
      fmt::print("That was all for now.\n");
    else if (practice_.all().empty())
      fmt::print(
          "Nothing to practise yet: 'rookery review GAMES --player YOU --practice' collects\n"
          "the key moments of your games.\n");
    else
      fmt::print("Nothing is due now.\n");
    return 0;
  }

 private:
  /// Whether it was solved without help at the first try; none if the input ended.
  std::optional<bool> ask(const play::Exercise& exercise) {
    const auto position = notation::parse_fen(exercise.fen);  // Practice has checked both
    const auto best = notation::parse_uci_move(*position, exercise.best);
    const chess::Game game(*position, notation::needs_chess960(*position));
    fmt::print("{}\n{}{}\n{}", printable(exercise.game), board_text(*position),
               printable(exercise.prompt), kHelp);
    int hints = 0;
    bool first = true;
    for (std::string line; prompt(line);) {
      if (line == "q") return std::nullopt;
      if (line == "s") {
        fmt::print("It was {}.\n", notation::to_san(*position, *best));
        return false;
      }
      if (line == "h") {
        first = false;
        fmt::print("{}\n", analysis::hint_text(*position, *best, ++hints));
        continue;
      }
      const auto move = read(*position, line);
      if (!move) {
        fmt::print("'{}' is not a move here.\n{}", printable(line), kHelp);
        continue;
      }
      const analysis::Grade grade = analysis::grade(analyst_, game, *best, *move);
      fmt::print("{}\n", analysis::grade_text(*position, grade, *best, *move));
      if (grade.right) return first;
      first = false;
    }
    return std::nullopt;
  }

  static bool prompt(std::string& line) {
    fmt::print("> ");
    std::fflush(stdout);
    return static_cast<bool>(std::getline(std::cin, line)) && !stop_signal();
  }
  static std::optional<chess::Move> read(const chess::Position& position, const std::string& text) {
    if (const auto uci = notation::parse_uci_move(position, text)) return *uci;
    if (const auto san = notation::parse_san(position, text)) return *san;
    return std::nullopt;
  }

  play::Practice practice_;
  engine::Engine engine_{"rookery", engine::EvaluatorKind::network};
  search::Control control_;
  analysis::Analyst analyst_{engine_, {kNodes}, control_};
};

}  // namespace

int run_practice(Arguments arguments) {
  Parser parser("practice",
                "Asks for the better move in positions of your own games. What is solved comes\n"
                "back after days, then weeks; what is not, after ten minutes. Any move that is\n"
                "as good as the best is right.",
                "  rookery review games.pgn --player \"Ann\" --practice\n"
                "  rookery practice");
  if (const auto status = parser.run(arguments)) return *status;
  const auto state = play::state_directory();
  if (!state) return fail(std::string("practice: ") + play::kNotKept);
  return PracticeSession(play::Practice(*state)).run();
}

}  // namespace rookery::cli
