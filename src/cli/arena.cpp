#include "cli/arena.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "cli/match_display.h"
#include "cli/queued_arena.h"
#include "cli/stop_signal.h"
#include "cli/typed_agent.h"
#include "match/local_match.h"
#include "match/report.h"
#include "match/runner.h"
#include "uci/client.h"

namespace rookery::cli {
namespace {

using namespace std::chrono_literals;

/// Reads "key=value" words into the named integers.
std::optional<std::string> read_words(const std::vector<std::string>& words,
                                      const std::map<std::string, int*>& targets) {
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    const auto target = targets.find(word.substr(0, equals));
    const std::string value = equals == word.npos ? "" : word.substr(equals + 1);
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (target == targets.end() || error != std::errc{} || *end != '\0' || number < 0) {
      std::string known;
      for (const auto& [key, unused] : targets) known += (known.empty() ? "" : ", ") + key + "=N";
      return fmt::format("'{}' is none of {}", word, known);
    }
    *target->second = number;
  }
  return std::nullopt;
}

Result<Ok, Error> read_rules(const ArenaOptions& o, match::GameRules& rules) {
  rules.max_moves = o.max_moves;
  rules.time_margin = std::chrono::milliseconds(o.time_margin);
  if (o.has_draw) {
    int after = 40, moves = 8;
    play::DrawRule rule;
    if (const auto error =
            read_words(o.draw, {{"after", &after}, {"moves", &moves}, {"score", &rule.score}}))
      return Unexpected{Error{"--draw: " + *error}};
    if (moves < 1 || moves > 10'000 || after > 10'000)
      return Unexpected{Error{"--draw: moves must be 1 to 10000, and after at most that"}};
    rule.after = 2 * after - 1;
    rule.plies = 2 * moves;
    rules.adjudication.draw = rule;
  }
  if (o.has_resign) {
    int moves = 4;
    play::ResignRule rule;
    if (const auto error = read_words(o.resign, {{"moves", &moves}, {"score", &rule.score}}))
      return Unexpected{Error{"--resign: " + *error}};
    if (moves < 1 || moves > 10'000) return Unexpected{Error{"--resign: moves must be 1 to 10000"}};
    rule.plies = 2 * moves;
    rules.adjudication.resign = rule;
  }
  return Ok{};
}

/// What an agent does when nobody limits it: its own depth; one that does not search needs none.
match::PlayerLimits own_limits(search::Agent& agent) {
  match::PlayerLimits limits;
  const auto options = agent.options();
  if (const search::OptionSpec* depth = search::find_option(options, "depth"))
    limits.depth = std::stoi(depth->default_value);
  else if (!search::find_option(options, "Hash"))
    limits.depth = 1;
  return limits;
}

/// Where the options and players make a match; the error says which does not.
Result<match::MatchSpec, Error> read_spec(const ArenaOptions& o,
                                          const std::vector<std::string>& specs,
                                          match::Format format) {
  match::MatchSpec spec;
  match::PlayerLimits common;
  const std::pair<const char*, const std::string*> limits[] = {
      {"tc", &o.time_control}, {"st", &o.move_time}, {"nodes", &o.nodes}, {"depth", &o.depth}};
  for (const auto& [key, value] : limits)
    if (!value->empty())
      if (const auto set = match::set_limit(common, key, *value); !set)
        return Unexpected{set.error()};
  // Who plays comes before how long: a wrong name is told first.
  std::vector<match::PlayerLimits> own;
  for (const std::string& text : specs) {
    match::PlayerLimits any;
    any.depth = 1;
    const auto player = match::parse_player(text, any);
    if (!player) return Unexpected{player.error()};
    auto agent = make_typed_agent(player->agent);
    if (!agent)
      return Unexpected{Error{fmt::format("player '{}': {}", text, agent.error().message)}};
    own.push_back(common.empty() ? own_limits(**agent) : common);
  }
  for (const std::string& text : specs) {
    auto player = match::parse_player(text, own[spec.players.size()]);
    if (!player) return Unexpected{player.error()};
    const std::string name = player->name;
    for (int n = 2; std::ranges::any_of(
             spec.players, [&](const match::Player& p) { return p.name == player->name; });
         ++n)
      player->name = fmt::format("{} #{}", name, n);
    spec.players.push_back(std::move(*player));
  }
  if (const auto read = read_rules(o, spec.rules); !read) return Unexpected{read.error()};
  if (o.has_sprt) {
    const auto parsed = match::parse_sprt(o.sprt);
    if (!parsed) return Unexpected{parsed.error()};
    spec.sprt = *parsed;
  }
  spec.format = format;
  spec.games = o.games;
  spec.openings = {o.openings, o.plies, o.order == "random", o.seed};
  spec.event = o.event;
  return spec;
}

}  // namespace

void add_arena_options(Parser& parser, ArenaOptions& o) {
  parser.add_option("--games", o.games, "Games of each two players [100]")
      ->check(CLI::Range(1, 10'000'000));
  parser.add_option("--concurrency", o.concurrency, "Games at the same time [1]")
      ->check(CLI::Range(1, 1024));
  parser.add_option("--tc", o.time_control,
                    "Clock: [MOVES/]SECONDS[+SECONDS], e.g. 40/60+0.6, 5m+3");
  parser.add_option("--st", o.move_time, "Seconds for each move");
  parser.add_option("--nodes", o.nodes, "Nodes for each move");
  parser.add_option("--depth", o.depth, "Depth of each search");
  parser.add_flag("--in-process", o.in_process,
                  "Our agents in this process even where that favours them");
  parser.add_option("--time-margin", o.time_margin, "Milliseconds forgiven [50]")
      ->check(CLI::Range(0, 1'000'000));
  parser.add_option("--openings", o.openings, "EPD, FEN or PGN file; built-in ones if absent");
  parser.add_option("--order", o.order, "Openings: random or sequential [random]")
      ->check(CLI::IsMember({"random", "sequential"}));
  parser.add_option("--plies", o.plies, "Moves taken from each PGN game [all]")
      ->check(CLI::Range(0, 1000));
  parser.add_option("--seed", o.seed, "Seed of the random order [1]");
  parser.add_option("--draw", o.draw, "Adjudicate draws: after=40 moves=8 score=10")
      ->expected(0, 3);
  parser.add_option("--resign", o.resign, "Adjudicate wins: moves=4 score=600")->expected(0, 2);
  parser.add_option("--max-moves", o.max_moves, "Draw after this many moves of each side")
      ->check(CLI::Range(1, 100'000));
  parser.add_option("--pgn", o.pgn, "Append the games to this file as they end");
  parser.add_option("--db", o.database, "Keep the results in this SQLite file");
  parser.add_flag("--resume", o.resume, "Go on with the match of --db")->needs("--db");
  add_queue_options(parser, o.queue);
  for (const char* const local : {"--db", "--concurrency", "--in-process"})
    parser.get_option("--queue")->excludes(local);
  parser.add_option("--event", o.event, "Event tag of the PGN");
  parser.add_flag("--json", o.as_json, "Print one JSON object at the end, nothing else");
}

int run_arena(const ArenaOptions& o, const std::vector<std::string>& specs, match::Format format) {
  auto spec = read_spec(o, specs, format);
  if (!spec) return fail(spec.error().message, 2);
  const std::vector<match::Player> players = spec->players;
  auto openings = match::load_openings(spec->openings);
  if (!openings) return fail(openings.error().message);
  if (!o.queue.url.empty()) return run_queued_arena(o, std::move(*spec), std::move(*openings));
  auto opened = match::LocalMatch::open(std::move(*spec), std::move(*openings),
                                        {o.database, o.pgn, o.resume});
  if (!opened) return fail(opened.error().message);
  match::LocalMatch& match = **opened;

  match::RunnerSettings settings;
  settings.players = players;
  settings.opening = [&match](const match::Fixture& f) { return match.opening(f); };
  settings.rules = match.spec().rules;
  settings.concurrency = o.concurrency;
  settings.make_agent = [&](const match::Player& player) -> search::MadeAgent {
    if (!o.in_process)
      if (auto program = match::as_program(player, players, "/proc/self/exe"))
        return std::unique_ptr<search::Agent>(std::make_unique<uci::Client>(std::move(*program)));
    return make_typed_agent(player.agent);
  };
  MatchDisplay display(match, o.as_json);
  const std::atomic<bool>& stopped = stop_signal();
  std::optional<std::string> lack;
  {
    match::Runner runner(settings, match, [&](const std::string& text) { display.incident(text); });
    runner.start();
    while (!runner.wait(200ms)) {
      if (stopped) runner.stop();
      display.show(false);
    }
    lack = runner.lack();
  }
  display.show(true);
  if (o.as_json)
    fmt::print("{}\n",
               match::json_report(players, match.schedule(), match.standings(), match.spec().sprt));
  if (const auto failure = match.failure()) return fail(*failure);
  const char* const how = o.database.empty() ? "" : "; --resume goes on with the rest";
  if (lack) return fail(fmt::format("{}, not all games could be played{}", *lack, how));
  if (stopped) return fail(fmt::format("stopped before the end{}", how));
  return 0;
}

}  // namespace rookery::cli
