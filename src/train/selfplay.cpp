#include "train/selfplay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <new>
#include <optional>

#include "base/threads.h"
#include "chess/movegen.h"
#include "eval/score.h"
#include "play/adjudicator.h"
#include "train/positions.h"

namespace rookery::train {

namespace {

// Adjudication must not teach a bad evaluation's opinion as fact: it speaks late, only when both
// sides have agreed for a while, and one game in ten is played out to check it.
const play::AdjudicationRules kAdjudication{
    play::DrawRule{.after = 70, .plies = 12, .score = 8, .counts_early = false},
    play::ResignRule{.plies = 5, .score = 2000}};
constexpr int kPlayedOutOneIn = 10;
constexpr int kMaxPlies = 400;
constexpr int kMaxOpenings = 1000;

int value_of(const search::Score& score) {
  if (score.mate > 0) return eval::mate_in(2 * score.mate - 1);
  if (score.mate < 0) return eval::mated_in(-2 * score.mate);
  return std::clamp(score.centipawns, -eval::kMateBound + 1, eval::kMateBound - 1);
}

}  // namespace

std::uint64_t game_seed(std::uint64_t seed, int thread, std::uint64_t game) {
  SplitMix64 mix(seed);
  SplitMix64 mixed(mix.next() + static_cast<std::uint64_t>(thread));
  return SplitMix64(mixed.next() + game).next();
}

Result<Ok, Error> prepare_agent(search::Agent& agent, const SelfplayOptions& options) {
  for (const auto& [name, value] :
       {std::pair{"Hash", std::to_string(options.hash_mb)}, std::pair{"Threads", std::string("1")}})
    if (search::find_option(agent.options(), name))
      if (auto set = agent.set_option(name, value); !set) return set;
  return Ok{};
}

Verdict verdict_of(const chess::Outcome& outcome) {
  if (!outcome.winner) return Verdict::draw;
  return *outcome.winner == chess::Color::white ? Verdict::white_wins : Verdict::black_wins;
}

std::uint16_t random_start(Rng& rng, double chess960_share) {
  // Without Chess960 no number is drawn, so that such a run makes the games it always made.
  if (chess960_share <= 0 || rng.uniform() >= chess960_share) return kStandardStart;
  return static_cast<std::uint16_t>(rng.below(960));
}

chess::Game random_opening(Rng& rng, int plies, std::uint16_t start) {
  for (;;) {
    chess::Game game(chess::Position::chess960(start), start != kStandardStart);
    for (int left = plies + static_cast<int>(rng.below(2)); left > 0; --left) {
      const chess::MoveList moves = chess::legal_moves(game.position());
      if (moves.empty()) break;
      game.play(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (!game.outcome()) return game;
  }
}

std::string SelfplayOptions::settings(int thread) const {
  return fmt::format(
      "agent: {}\nsoft_nodes: {}\nrandom_plies: {}\nmax_first_score: {}\nhash_mb: {}\n"
      "seed: {}\nthread: {}\n{}",
      agent, soft_nodes, random_plies, max_first_score, hash_mb, seed, thread,
      chess960_share > 0 ? fmt::format("chess960_share: {}\n", chess960_share) : "");
}

Result<GameRecord, Error> play_game(search::Agent& agent, const SelfplayOptions& options,
                                    std::uint64_t seed) {
  Rng rng(seed);
  search::Control control;
  search::NullSink sink;
  search::Limits limits;
  limits.soft_nodes = options.soft_nodes;
  limits.nodes = options.soft_nodes * 20;  // an explosion of one iteration ends here
  agent.new_game();

  GameRecord record;
  record.played_out = rng.below(kPlayedOutOneIn) == 0;
  record.start = random_start(rng, options.chess960_share);
  std::optional<chess::Game> game;
  play::Adjudicator adjudicator(kAdjudication);
  int openings = 0;
  for (;;) {
    if (!game) {
      if (++openings > kMaxOpenings)
        return Unexpected{
            Error{fmt::format("{} random openings, and the agent finds all of them "
                              "decided (beyond {} centipawns)",
                              kMaxOpenings, options.max_first_score)}};
      game = random_opening(rng, options.random_plies, record.start);
      record.opening.assign(game->moves().begin(), game->moves().end());
    }
    control.reset();
    const search::SearchResult result = agent.think(*game, limits, control, sink);
    if (result.failure) return Unexpected{Error{*result.failure}};
    if (!game->position().is_legal(result.best))
      return Unexpected{Error{"the agent played an illegal move"}};
    int score = value_of(result.info.score);
    if (record.moves.empty() && std::abs(score) > options.max_first_score) {
      game.reset();
      continue;
    }
    if (game->position().side_to_move() == chess::Color::black) score = -score;
    record.moves.push_back({result.best, static_cast<std::int16_t>(score)});
    game->play(result.best);

    if (const auto outcome = game->outcome()) {
      record.result = verdict_of(*outcome);
      record.reason = outcome->reason;
      return record;
    }
    const int ply = static_cast<int>(game->ply());
    if (record.adjudicated == Verdict::none)
      if (const auto verdict = adjudicator.after_move(score, ply))
        record.adjudicated = verdict_of(*verdict);
    const bool too_long = ply >= kMaxPlies;
    if (too_long || (record.adjudicated != Verdict::none && !record.played_out)) {
      // What was called won and could not be won in time was called wrongly.
      record.result = too_long ? Verdict::draw : record.adjudicated;
      record.reason = chess::EndReason::adjudication;
      return record;
    }
  }
}

std::string selfplay_path(const std::string& folder, std::uint64_t seed, int thread) {
  return fmt::format("{}/{:016x}-{:03}.games", folder, seed, thread);
}

Result<Ok, Error> run_selfplay(const std::string& folder, int threads,
                               const SelfplayOptions& options, const search::AgentMaker& make_agent,
                               const std::atomic<bool>& stop, SelfplayProgress& progress) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::mutex mutex;
  std::optional<Error> failed;
  std::atomic<bool> halt{false};

  const auto play = [&](int thread) -> Result<Ok, Error> {
    auto agent = make_agent();
    if (!agent) return Unexpected{agent.error()};
    if (auto set = prepare_agent(**agent, options); !set) return set;
    auto writer =
        GameWriter::open(selfplay_path(folder, options.seed, thread), options.settings(thread));
    if (!writer) return Unexpected{writer.error()};
    progress.games += writer->games();
    progress.earlier_games += writer->games();
    while ((options.games == 0 || writer->games() < options.games) && !halt && !stop) {
      auto game = play_game(**agent, options, game_seed(options.seed, thread, writer->games()));
      if (!game) return Unexpected{game.error()};
      if (auto written = writer->append(*game); !written) return written;
      ++progress.games;
      progress.positions += game->moves.size();
      replay(*game, [&](const chess::Position& p, int ply, const ScoredMove& m) {
        progress.kept += is_kept(p, ply, m);
      });
    }
    return Ok{};
  };

  // With fewer threads than wanted, those that there are play the files of the others too.
  std::atomic<int> next_file{0};
  const auto work = [&] {
    for (int file; !halt && !stop && (file = next_file++) < threads;) {
      Result<Ok, Error> result = Ok{};
      try {
        result = play(file);
      } catch (const std::bad_alloc&) {
        result = Unexpected{Error{"not enough memory; the games played so far are kept"}};
      }
      if (result) continue;
      const std::scoped_lock lock(mutex);
      if (!failed) failed = result.error();
      halt = true;
    }
  };
  progress.threads = run_on_threads(threads, work);
  if (failed) return Unexpected{*failed};
  return Ok{};
}

}  // namespace rookery::train
