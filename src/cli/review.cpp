// `rookery review`: what happened in games, and why.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "analysis/json.h"
#include "analysis/level_finder.h"
#include "base/atomic_file.h"
#include "base/progress.h"
#include "base/read_file.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/stop_signal.h"
#include "engine/engine.h"
#include "notation/pgn_tree.h"
#include "report/html.h"
#include "report/pgn.h"
#include "report/terminal.h"

namespace rookery::cli {

namespace {

struct ReviewArguments {
  std::vector<std::string> files;
  std::string html, pgn, player;
  analysis::ReviewOptions options;
  bool as_json = false;
};

struct Source {
  std::string file;
  std::size_t number;  ///< in its file, from 1
  chess::GameTree tree;
};

std::unique_ptr<search::Agent> make_reviewer() {
  auto agent = std::make_unique<engine::Engine>("rookery", engine::EvaluatorKind::network);
  [[maybe_unused]] const auto set = agent->set_option("Hash", "64");
  return agent;
}

bool is_of(const chess::GameTree& tree, const std::string& player) {
  return player.empty() || tree.tag("White") == player || tree.tag("Black") == player;
}

/// Every game with a move; broken ones up to their fault, which is told.
Result<std::vector<Source>, Error> read_sources(const ReviewArguments& arguments) {
  std::vector<Source> sources;
  for (const std::string& file : arguments.files) {
    const auto text = read_file(file, FileKind::games);
    if (!text) return Unexpected{text.error()};
    notation::PgnReader reader(*text);
    for (std::size_t number = 1; auto game = notation::read_game_tree(reader); ++number) {
      if (game->error)
        fail(fmt::format("review: {}: game {}: {}; reviewed up to there", file, number,
                         game->error->text()));
      if (game->tree.main_line().empty() || !is_of(game->tree, arguments.player)) continue;
      sources.push_back({file, number, std::move(game->tree)});
    }
  }
  return sources;
}

class ReviewRun {
 public:
  explicit ReviewRun(ReviewArguments arguments) : arguments_(std::move(arguments)) {
    if (!arguments_.html.empty()) html_ = report::html_begin("Review");
  }

  int run(std::vector<Source> sources) {
    search::Control control;
    std::size_t done = 0;
    for (Source& source : sources) {
      if (stop_signal()) break;
      const report::ReviewedGame reviewed =
          review(std::move(source), control, done, sources.size());
      if (!reviewed.review.complete) break;
      ++done;
      keep(reviewed, done);
    }
    // Stopped before the first game was finished, an older file is worth more than an empty one.
    if (done > 0)
      if (const auto written = write(); !written) return fail("review: " + written.error().message);
    if (done < sources.size())
      return fail(fmt::format("review: stopped after {} of {} games", done, sources.size()), 130);
    return 0;
  }

 private:
  report::ReviewedGame review(Source source, search::Control& control, std::size_t number,
                              std::size_t games) {
    report::ReviewedGame reviewed{source.tree, source.tree.game(), {}, {}};
    Progress progress(games == 1 ? "plies" : fmt::format("game {} of {}", number + 1, games),
                      2 * reviewed.game.ply());
    const analysis::ReviewTools tools{make_reviewer, analysis::lowest_level_that_finds,
                                      [&](std::size_t done, std::size_t) {
                                        if (stop_signal()) control.stop();
                                        progress.update(done);
                                      }};
    reviewed.review = analysis::review_game(reviewed.game, arguments_.options, tools, control);
    return reviewed;
  }

  void keep(const report::ReviewedGame& reviewed, std::size_t number) {
    if (!arguments_.pgn.empty()) pgn_ += notation::to_pgn(report::annotated(reviewed));
    if (!arguments_.html.empty()) html_ += report::html_game(reviewed, number);
    if (arguments_.as_json) {
      nlohmann::json object = analysis::to_json(reviewed.review, reviewed.game);
      for (const auto& [name, value] : reviewed.tree.tags()) object["tags"][name] = value;
      fmt::print("{}\n", object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    } else {
      const char* locale = std::getenv("LC_ALL") ? std::getenv("LC_ALL") : std::getenv("LANG");
      const bool unicode =
          locale && std::string_view(locale).find("UTF-8") != std::string_view::npos;
      fmt::print("{}{}", number > 1 ? "\n" : "", report::summary(reviewed, unicode));
    }
    std::fflush(stdout);
  }

  Result<Ok, Error> write() {
    if (!arguments_.pgn.empty())
      if (auto written = write_file(arguments_.pgn, pgn_); !written) return written;
    if (!arguments_.html.empty())
      if (auto written = write_file(arguments_.html, html_ + report::html_end()); !written)
        return written;
    return Ok{};
  }

  ReviewArguments arguments_;
  std::string pgn_, html_;
};

}  // namespace

int run_review(Arguments arguments) {
  Parser parser("review",
                "Judges every move of games and says why the bad ones are bad. A sentence\n"
                "is printed only if its proof has been searched.",
                "  rookery review mygame.pgn\n"
                "  rookery review games.pgn --player \"Ann\" --html review.html\n"
                "  rookery review games.pgn --pgn annotated.pgn --json");
  ReviewArguments a;
  a.options.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
  bool no_levels = false;
  parser.add_option("FILE", a.files, "PGN files")->required();
  parser.add_option("--nodes", a.options.nodes, "Nodes for each position")
      ->check(CLI::Range(std::uint64_t{1'000}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  parser.add_option("--threads", a.options.threads, "Threads; the result is the same for any")
      ->check(CLI::Range(1, 64));
  parser.add_option("--player", a.player, "Only games of this player");
  parser.add_option("--html", a.html, "Write one HTML file, to keep or send");
  parser.add_option("--pgn", a.pgn, "Write the games with evaluations, signs and better lines");
  parser.add_flag("--no-levels", no_levels, "Do not ask which level sees the better move");
  parser.add_flag("--json", a.as_json, "Print one JSON object for each game");
  if (const auto status = parser.run(arguments)) return *status;
  a.options.levels = !no_levels;
  a.options.explain_nodes = std::max<std::uint64_t>(1'000, a.options.nodes * 2 / 5);

  auto sources = read_sources(a);
  if (!sources) return fail("review: " + sources.error().message, 2);
  if (sources->empty())
    return fail("review: no game with a move in it" +
                    (a.player.empty() ? std::string() : fmt::format(" by '{}'", a.player)),
                2);
  return ReviewRun(std::move(a)).run(*std::move(sources));
}

}  // namespace rookery::cli
