// `rookery pgn`: checks and rewrites PGN files; makes files of random games for measurements.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/progress.h"
#include "base/rng.h"
#include "base/system_error.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "cli/arguments.h"
#include "cli/stop_signal.h"
#include "notation/pgn_tree.h"
#include "notation/pgn_writer.h"

namespace rookery::cli {

namespace {

constexpr std::size_t kFlushSize = 1 << 18;

/// Where the games go: a file that appears only when all is done, or standard output.
class Output {
 public:
  static Result<Output, Error> open(const std::string& path) {
    Output output;
    if (path == "-") return output;
    auto file = AtomicFile::create(path);
    if (!file) return Unexpected{file.error()};
    output.file_.emplace(std::move(*file));
    return output;
  }
  /// Takes the text away.
  Result<Ok, Error> write(std::string& text) {
    if (file_) {
      auto written = file_->write(text);
      if (!written) return written;
    } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
      return Unexpected{Error{"cannot write to standard output"}};
    }
    text.clear();
    return Ok{};
  }
  Result<Ok, Error> finish() {
    if (file_) return file_->commit();
    if (std::fflush(stdout) != 0) return Unexpected{Error{"cannot write to standard output"}};
    return Ok{};
  }

 private:
  std::optional<AtomicFile> file_;
};

/// By a signal: nothing of the output file is left, and main() ends with the signal's status.
constexpr int kStopped = 1;

/// A writer that also counts, and says on stderr what is wrong.
class Rewriter final : public notation::PgnWriter {
 public:
  Rewriter(const std::string& path, Progress& progress) : path_(path), progress_(progress) {}
  std::uint64_t moves = 0, broken = 0;

  void move(const chess::Position& before, chess::Move move,
            const chess::Position& after) override {
    ++moves;
    PgnWriter::move(before, move, after);
  }
  void error(const notation::PgnError& error) override {
    ++broken;
    progress_.finish();
    fmt::print(stderr, "{}: {}\n", printable(path_), printable(error.text()));
    PgnWriter::error(error);
  }

 private:
  const std::string& path_;
  Progress& progress_;
};

int rewrite(const std::string& path, const std::string& out_path, bool as_json) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      path == "-" ? fdopen(dup(0), "rb") : std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) return fail(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  std::optional<Output> output;
  if (!out_path.empty()) {
    auto opened = Output::open(out_path);
    if (!opened) return fail(opened.error().message);
    output.emplace(std::move(*opened));
  }

  const std::atomic<bool>& stop = stop_signal();
  Progress progress("games", 0);
  Rewriter rewriter(path, progress);
  notation::PgnReader reader(file.get());
  std::string& text = rewriter.text();
  while (!stop && reader.read_game(rewriter)) {
    if (text.size() < kFlushSize) continue;
    progress.update(reader.games());
    if (!output)
      text.clear();
    else if (const auto written = output->write(text); !written)
      return fail(written.error().message);
  }
  const Error read_error = system_error(fmt::format("read {} to its end", path));
  progress.finish();
  if (stop) return kStopped;
  if (std::ferror(file.get())) return fail(read_error.message);
  if (output) {
    auto done = output->write(text);
    if (done) done = output->finish();
    if (!done) return fail(done.error().message);
  }
  if (as_json)
    print_json(
        {{"games", reader.games()}, {"broken_games", rewriter.broken}, {"moves", rewriter.moves}});
  else if (out_path != "-")
    fmt::print("{}, {} of them broken, {}\n", counted(reader.games(), "game"), rewriter.broken,
               counted(rewriter.moves, "move"));
  return rewriter.broken == 0 ? 0 : 1;
}

/// Random moves with some greed, so that games have captures, checks and promotions in them.
chess::Game random_game(Rng& rng, bool chess960) {
  using namespace chess;
  Game game(chess960 ? Position::chess960(static_cast<int>(rng.below(960))) : Position::initial(),
            chess960);
  const std::size_t length = 20 + rng.below(120);
  while (game.ply() < length && !game.outcome()) {
    const MoveList moves = legal_moves(game.position());
    Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    for (int tries = 0; tries < 3 && !move.is_noisy(); ++tries)
      move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    game.play(move);
  }
  return game;
}

int generate(std::uint64_t games, std::uint64_t seed, bool chess960, const std::string& out_path) {
  auto output = Output::open(out_path.empty() ? "-" : out_path);
  if (!output) return fail(output.error().message);
  const std::atomic<bool>& stop = stop_signal();
  Rng rng(seed);
  Progress progress("games", games);
  std::string text;
  for (std::uint64_t i = 1; i <= games; ++i) {
    if (stop) return kStopped;
    const chess::Game game = random_game(rng, chess960);
    auto pgn = chess::GameTree::from_game(game);
    if (const auto outcome = game.outcome()) pgn.set_result(chess::result_text(*outcome));
    pgn.set_tag("Event", "Random games");
    pgn.set_tag("Round", std::to_string(i));
    pgn.set_tag("White", "Random A");
    pgn.set_tag("Black", "Random B");
    text += notation::to_pgn(pgn);
    if (text.size() < kFlushSize && i < games) continue;
    progress.update(i);
    if (const auto written = output->write(text); !written) return fail(written.error().message);
  }
  const auto done = output->finish();
  return done ? 0 : fail(done.error().message);
}

}  // namespace

int run_pgn(Arguments arguments) {
  Parser parser("pgn",
                "Replays every game of a PGN file, reports broken ones, and writes the others\n"
                "in export format. Status 1 if a game was broken.",
                "  rookery pgn games.pgn                     check\n"
                "  rookery pgn games.pgn --out clean.pgn     check and rewrite\n"
                "  rookery pgn --generate 1000 --seed 7 --out random.pgn");
  std::string in_path, out_path;
  std::uint64_t games = 0, seed = 1;
  bool chess960 = false, as_json = false;
  auto* in_option = parser.add_option("FILE", in_path, "PGN file to read; - for standard input");
  parser.add_option("--out", out_path, "File to write; - for standard output");
  auto* generate_option =
      parser.add_option("--generate", games, "Make this many random games instead")
          ->check(CLI::Range(1, 1'000'000'000))
          ->excludes(in_option);
  parser.add_option("--seed", seed, "Of the random games")->needs(generate_option);
  parser.add_flag("--chess960", chess960, "Random games of Chess960")->needs(generate_option);
  parser.add_flag("--json", as_json, "Print the counts as one JSON object");
  if (const auto status = parser.run(arguments)) return *status;
  if (games > 0) return generate(games, seed, chess960, out_path);
  if (in_path.empty()) return fail("pgn: a file or --generate is needed", 2);
  if (as_json && out_path == "-") return fail("pgn: --json and --out - both print", 2);
  return rewrite(in_path, out_path, as_json);
}

}  // namespace rookery::cli
