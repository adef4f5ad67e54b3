// `rookery review`: what happened in games, and why.
#include <fmt/format.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "analysis/review_store.h"
#include "analysis/reviewer.h"
#include "base/progress.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/review_input.h"
#include "cli/review_output.h"
#include "cli/stop_signal.h"
#include "play/user_folders.h"

namespace rookery::cli {

namespace {

constexpr std::size_t kStoredReviews = 20'000;

struct ReviewSettings {
  analysis::ReviewOptions options;
  ReviewFiles files;
  bool fresh = false;  ///< nothing that was reviewed before is used
};

/// Reviews the games of an input, several at once, and gives them to the output in their order.
class ReviewRun {
 public:
  ReviewRun(const ReviewSettings& settings, ReviewInput& input, std::size_t games)
      : settings_(settings), input_(input), games_(games) {
    if (const auto state = play::state_directory())
      store_.emplace(*state / "reviews", ROOKERY_VERSION);
  }

  int run() {
    ReviewOutput output(settings_.files);
    if (const auto begun = output.begin(); !begun) return fail("review: " + begun.error().message);
    const int workers = static_cast<int>(
        std::min<std::size_t>(games_, static_cast<std::size_t>(settings_.options.threads)));
    threads_for_a_game_ = games_ == 1 ? settings_.options.threads : 1;
    std::optional<Error> failure;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < workers; ++i) threads.emplace_back([this] { work(); });
      failure = give_in_order(output);
    }
    if (failure) return fail("review: " + failure->message);
    // Stopped before the first game was finished, an older file is worth more than an empty one.
    if (given_ > 0)
      if (const auto ended = output.end(); !ended) return fail("review: " + ended.error().message);
    if (store_) store_->prune(kStoredReviews);
    if (given_ < games_)
      return fail(fmt::format("review: stopped after {} of {} games{}", given_, games_,
                              store_ ? "; the same command goes on from there" : ""),
                  130);
    return 0;
  }

 private:
  /// How far the workers may be ahead of the output: so much is held in memory.
  std::size_t most_ahead() const { return 4 * static_cast<std::size_t>(settings_.options.threads); }

  void work() {
    for (;;) {
      std::optional<ReviewSource> source;
      std::size_t number = 0;
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_stopped() || taken_ < given_ + most_ahead(); });
        if (is_stopped() || taken_ == games_) return;
        source = input_.next();
        number = taken_++;
      }
      if (!source) return;
      FinishedGame game = review(*std::move(source));
      const std::scoped_lock lock(mutex_);
      if (game.reviewed.review.complete) finished_.emplace(number, std::move(game));
      changed_.notify_all();
      if (is_stopped()) return;
    }
  }

  bool is_stopped() const { return control_.should_stop() || stop_signal(); }

  /// An error ends the run; so does a stop.
  std::optional<Error> give_in_order(ReviewOutput& output) {
    while (given_ < games_) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return is_stopped() || finished_.contains(given_); });
      const auto found = finished_.find(given_);
      if (found == finished_.end()) break;
      const FinishedGame game = std::move(found->second);
      finished_.erase(found);
      lock.unlock();
      progress_.finish();
      if (const auto added = output.add(game); !added) {
        stop();
        return added.error();
      }
      lock.lock();
      ++given_;
      changed_.notify_all();
      if (games_ > 1) progress_.update(given_);
    }
    stop();
    return std::nullopt;
  }

  void stop() {
    control_.stop();
    const std::scoped_lock lock(mutex_);
    changed_.notify_all();
  }

  FinishedGame review(ReviewSource source) {
    FinishedGame game{{source.tree, source.tree.game(), {}}, {}};
    report::ReviewedGame& reviewed = game.reviewed;
    analysis::ReviewOptions options = settings_.options;
    options.threads = threads_for_a_game_;
    auto stored = store_ && !settings_.fresh ? store_->find(reviewed.game, options) : std::nullopt;
    if (stored) {
      reviewed.review = *std::move(stored);
    } else {
      reviewed.review = review_game(reviewed.game, options, tools(), control_);
      if (!reviewed.review.complete) return game;
      // A full disk takes away no more than the next run's head start.
      if (store_) (void)store_->keep(reviewed.game, options, reviewed.review);
    }
    note_clocks(reviewed.review, reviewed.tree);
    if (!settings_.files.puzzles.empty() || settings_.files.practice) find_puzzles(game);
    return game;
  }

  analysis::ReviewTools tools() {
    return analysis::review_tools([this](std::size_t done, std::size_t) {
      if (stop_signal()) {
        control_.stop();
        changed_.notify_all();
      }
      if (games_ == 1) progress_.update(done);
    });
  }

  void find_puzzles(FinishedGame& game) {
    const auto agent = analysis::make_reviewer();
    analysis::Analyst analyst(*agent, settings_.options.position, control_);
    game.puzzles = analysis::find_puzzles(analyst, game.reviewed.review, game.reviewed.game,
                                          side_of(game.reviewed.tree, settings_.files.player));
    if (control_.should_stop()) game.reviewed.review.complete = false;
  }

  const ReviewSettings& settings_;
  ReviewInput& input_;
  const std::size_t games_;
  int threads_for_a_game_ = 1;
  std::optional<analysis::ReviewStore> store_;
  search::Control control_;
  Progress progress_{games_ == 1 ? "plies" : "games", games_ == 1 ? plies() : games_};
  std::mutex mutex_;  // for what follows and the input
  std::condition_variable changed_;
  std::map<std::size_t, FinishedGame> finished_;
  std::size_t taken_ = 0, given_ = 0;

  /// Steps of the only game.
  std::size_t plies() {
    const auto source = input_.next();
    input_.rewind();
    return source ? 2 * source->tree.game().ply() : 0;
  }
};

/// How many games there are; what is wrong in the files is told here, before the work.
std::size_t count_games(ReviewInput& input) {
  std::size_t games = 0;
  while (input.next([](const std::string& fault) { fail("review: " + fault); })) ++games;
  input.rewind();
  return games;
}

}  // namespace

int run_review(Arguments arguments) {
  Parser parser("review",
                "Judges every move of games and says why the bad ones are bad. A sentence\n"
                "is printed only if its proof has been searched. Stopped or killed, the same\n"
                "command goes on where it was.",
                "  rookery review mygame.pgn\n"
                "  rookery review games.pgn --player \"Ann\" --html review.html\n"
                "  rookery review games.pgn --pgn annotated.pgn --json\n"
                "  rookery review lichess:ann --last 20 --practice");
  ReviewSettings s;
  ReviewInput::Request request;
  request.lichess_url = "https://lichess.org";
  s.options.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 64u));
  bool no_levels = false;
  int movetime = 0;
  parser.add_option("FILE", request.names, "PGN files, or lichess:USER")->required();
  auto* nodes = parser.add_option("--nodes", s.options.position.nodes, "Nodes for each position");
  nodes->check(CLI::Range(std::uint64_t{1'000}, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  auto* time = parser.add_option("--movetime", movetime, "Milliseconds for each position instead");
  time->check(CLI::Range(5, 3'600'000))->excludes(nodes);
  parser.add_option("--threads", s.options.threads, "Threads; the result is the same for any")
      ->check(CLI::Range(1, 64));
  parser.add_option("--player", s.files.player,
                    "Only games of this player; ends with what they have in common");
  parser.add_option("--last", request.last, "How many games of a lichess user")
      ->check(CLI::Range(1, 1'000))
      ->capture_default_str();
  parser.add_option("--html", s.files.html, "Write one HTML file, to keep or send");
  parser.add_option("--pgn", s.files.pgn,
                    "Write the games with evaluations, signs and better lines");
  parser.add_option("--puzzles", s.files.puzzles,
                    "Write the key moments as EPD: find the better move");
  parser.add_flag("--practice", s.files.practice, "Keep the key moments for 'rookery practice'");
  parser.add_flag("--no-levels", no_levels, "Do not ask which level sees the better move");
  parser.add_flag("--fresh", s.fresh, "Do not use what was reviewed before");
  parser.add_flag("--json", s.files.as_json, "Print one JSON object for each game");
  parser.add_option("--lichess-url", request.lichess_url)->group("");
  if (const auto status = parser.run(arguments)) return *status;
  s.options.levels = !no_levels;
  if (movetime > 0) s.options.position.move_time = search::Milliseconds(movetime);
  if (s.files.player.empty() && request.names.size() == 1 &&
      request.names[0].starts_with("lichess:"))
    s.files.player = request.names[0].substr(8);

  auto input = ReviewInput::open(request);
  if (!input) return fail("review: " + input.error().message);
  input->set_player(s.files.player);
  const std::size_t games = count_games(*input);
  if (games == 0)
    return fail(
        "review: no game with a move in it" +
            (s.files.player.empty() ? std::string() : fmt::format(" by '{}'", s.files.player)),
        2);
  return ReviewRun(s, *input, games).run();
}

}  // namespace rookery::cli
