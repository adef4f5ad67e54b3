#include "cli/arena.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <map>
#include <unordered_set>

#include "base/append_file.h"
#include "base/atomic_file.h"
#include "base/read_file.h"
#include "cli/stop_signal.h"
#include "cli/typed_agent.h"
#include "match/pgn.h"
#include "match/report.h"
#include "match/runner.h"
#include "match/store.h"

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

/// The games of a PGN file that are none of these, without what a killed program wrote of one.
std::string games_of_others(std::string_view file, const std::vector<match::StoredGame>& ours) {
  std::unordered_set<std::string_view> known;
  for (const match::StoredGame& g : ours) known.insert(g.pgn);
  std::string others;
  while (!file.empty()) {
    const auto next = file.find("\n[Event ", 1);
    const std::string_view game = file.substr(0, next == file.npos ? next : next + 1);
    const bool is_torn = next == file.npos && std::any_of(ours.begin(), ours.end(), [&](auto& g) {
                           return g.pgn.starts_with(game);
                         });
    if (!known.contains(game) && !is_torn) others += game;
    file.remove_prefix(game.size());
  }
  return others;
}

/// A block of text that is redrawn in place on a terminal; elsewhere a line now and then.
class LiveTable {
 public:
  explicit LiveTable(bool wanted) : terminal_(wanted && isatty(STDOUT_FILENO)) {}
  bool is_terminal() const { return terminal_; }
  void draw(const std::string& text) {
    erase();
    fmt::print("{}", text);
    std::fflush(stdout);
    lines_ = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
  }
  void erase() {
    if (lines_ > 0) fmt::print("\x1b[{}A\x1b[J", lines_);
    lines_ = 0;
  }

 private:
  bool terminal_;
  int lines_ = 0;
};

/// Everything that decides what is played, for --resume to compare.
std::string settings_text(const ArenaOptions& o, const std::vector<match::Player>& players,
                          match::Format format, std::size_t openings) {
  std::string text;
  for (const match::Player& p : players)
    text += fmt::format("player {}: {} ({})\n", p.name, p.agent, p.limits.text());
  const auto words = [](bool has, const std::vector<std::string>& list) {
    return has ? "on " + fmt::format("{}", fmt::join(list, " ")) : std::string("off");
  };
  text +=
      fmt::format("{}, {} games each\nopenings {} ({}), {}, plies {}, seed {}\n",
                  format == match::Format::gauntlet ? "gauntlet" : "round robin", o.games,
                  o.openings.empty() ? "built in" : o.openings, openings, o.order, o.plies, o.seed);
  text +=
      fmt::format("draw {}, resign {}, max moves {}, time margin {}\n", words(o.has_draw, o.draw),
                  words(o.has_resign, o.resign), o.max_moves, o.time_margin);
  return text;
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
  parser.add_option("--event", o.event, "Event tag of the PGN");
  parser.add_flag("--json", o.as_json, "Print one JSON object at the end, nothing else");
}

int run_arena(const ArenaOptions& o, const std::vector<std::string>& specs, match::Format format) {
  // What is asked for.
  match::PlayerLimits common;
  const std::pair<const char*, const std::string*> limits[] = {
      {"tc", &o.time_control}, {"st", &o.move_time}, {"nodes", &o.nodes}, {"depth", &o.depth}};
  for (const auto& [key, value] : limits)
    if (!value->empty())
      if (const auto set = match::set_limit(common, key, *value); !set)
        return fail(set.error().message, 2);
  std::vector<match::Player> players;
  for (const std::string& spec : specs) {
    auto player = match::parse_player(spec, common);
    if (!player) return fail(player.error().message, 2);
    if (auto agent = make_typed_agent(player->agent); !agent)
      return fail(fmt::format("player '{}': {}", spec, agent.error().message), 2);
    const std::string name = player->name;
    for (int n = 2; std::ranges::any_of(
             players, [&](const match::Player& p) { return p.name == player->name; });
         ++n)
      player->name = fmt::format("{} #{}", name, n);
    players.push_back(std::move(*player));
  }
  match::RunnerSettings settings;
  settings.concurrency = o.concurrency;
  settings.rules.max_moves = o.max_moves;
  settings.rules.time_margin = std::chrono::milliseconds(o.time_margin);
  if (o.has_draw) {
    int after = 40, moves = 8;
    play::DrawRule rule;
    if (const auto error =
            read_words(o.draw, {{"after", &after}, {"moves", &moves}, {"score", &rule.score}}))
      return fail("--draw: " + *error, 2);
    if (moves < 1 || moves > 10'000 || after > 10'000)
      return fail("--draw: moves must be 1 to 10000, and after at most that", 2);
    rule.after = 2 * after - 1;
    rule.plies = 2 * moves;
    settings.rules.adjudication.draw = rule;
  }
  if (o.has_resign) {
    int moves = 4;
    play::ResignRule rule;
    if (const auto error = read_words(o.resign, {{"moves", &moves}, {"score", &rule.score}}))
      return fail("--resign: " + *error, 2);
    if (moves < 1 || moves > 10'000) return fail("--resign: moves must be 1 to 10000", 2);
    rule.plies = 2 * moves;
    settings.rules.adjudication.resign = rule;
  }
  std::optional<match::SprtSettings> sprt;
  if (o.has_sprt) {
    const auto parsed = match::parse_sprt(o.sprt);
    if (!parsed) return fail(parsed.error().message, 2);
    sprt = *parsed;
  }
  if (o.openings.empty()) {
    settings.openings = match::builtin_openings();
  } else {
    auto loaded = match::load_openings(o.openings, o.plies);
    if (!loaded) return fail(loaded.error().message, 2);
    settings.openings = std::move(*loaded);
  }
  settings.opening_order =
      match::opening_order(settings.openings.size(), o.order == "random", o.seed);
  settings.players = players;

  // What is there already.
  const match::Schedule schedule(static_cast<int>(players.size()), format, o.games);
  match::Standings standings(static_cast<int>(players.size()), schedule);
  std::optional<match::ResultStore> store;
  std::vector<match::StoredGame> old_games;
  if (!o.database.empty()) {
    auto opened = match::ResultStore::open(
        o.database, settings_text(o, players, format, settings.openings.size()), o.resume);
    if (!opened) return fail(opened.error().message);
    store = std::move(*opened);
    auto games = store->load();
    if (!games) return fail(games.error().message);
    old_games = std::move(*games);
    for (const match::StoredGame& g : old_games)
      standings.add(schedule.fixture(g.game), g.white_points, !g.fault.empty());
  }
  AppendFile pgn;
  if (!o.pgn.empty()) {
    // The store is the truth: a game that was stored but not written out, or only in part, when
    // the program was killed is put right here.
    if (o.resume) {
      std::string text;
      std::error_code none;
      if (std::filesystem::exists(o.pgn, none)) {  // not if it was killed at once
        const auto before = read_file(o.pgn, FileKind::games);
        if (!before) return fail(before.error().message);
        text = games_of_others(*before, old_games);
      }
      for (const match::StoredGame& g : old_games) text += g.pgn;
      if (const auto written = write_file(o.pgn, text); !written)
        return fail(written.error().message);
    }
    if (!pgn.open(o.pgn)) return fail(fmt::format("cannot write '{}'", o.pgn));
  }

  // The run: games end on the runner's threads, everything is printed on this one.
  std::mutex mutex;
  std::vector<std::string> messages;
  std::optional<std::string> fatal;
  const match::PgnTags tags{o.event,
                            fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))};
  const auto decided = [&] {
    return sprt && match::sprt_state(*sprt, standings.encounter(0).pairs).decision !=
                       match::SprtDecision::open;
  };
  match::Runner::Events events;
  events.game_over = [&](const match::Fixture& f, const match::GameRecord& record) {
    const match::Player& white = players[static_cast<std::size_t>(f.white)];
    const match::Player& black = players[static_cast<std::size_t>(f.black)];
    const double points = !record.outcome.winner                          ? 0.5
                          : *record.outcome.winner == chess::Color::white ? 1.0
                                                                          : 0.0;
    const std::string text =
        store || !o.pgn.empty() ? match::to_pgn(tags, f, white, black, record) : "";
    std::lock_guard lock(mutex);
    if (store) {
      const auto added = store->add({f.game, white.name, black.name, points, record.termination,
                                     record.fault, static_cast<int>(record.game.ply()), text});
      if (!added) fatal = added.error().message;
    }
    if (!fatal && !o.pgn.empty() && !pgn.append(text))
      fatal = fmt::format("cannot write '{}'", o.pgn);
    if (fatal) return false;
    standings.add(f, points, !record.fault.empty());
    if (!record.fault.empty())
      messages.push_back(fmt::format("game {}: {}", f.game + 1, record.fault));
    return !decided();
  };
  events.incident = [&](const std::string& text) {
    std::lock_guard lock(mutex);
    messages.push_back(text);
  };
  const auto report = [&] {
    return players.size() == 2 ? match::match_report(players, standings, schedule.size(), sprt)
                               : match::tournament_report(players, standings, schedule.size());
  };

  const std::atomic<bool>& interrupted = stop_signal();
  LiveTable table(!o.as_json);
  const int progress_step = std::max(1, schedule.size() / 20);
  int shown = table.is_terminal() ? -1 : standings.games();
  const auto show = [&](bool last) {
    std::lock_guard lock(mutex);
    if (!messages.empty()) table.erase();
    for (const std::string& message : messages) fmt::print(stderr, "{}\n", message);
    messages.clear();
    if (o.as_json) return;
    if (last || (table.is_terminal() && standings.games() != shown)) {
      shown = standings.games();
      table.draw(report());
    } else if (standings.games() >= shown + progress_step) {
      shown = standings.games();
      fmt::print("{} of {} games\n", shown, schedule.size());
      std::fflush(stdout);
    }
  };
  {
    match::Runner runner(settings, schedule, make_typed_agent, events);
    if (!decided()) runner.start([&](int game) { return standings.has(game); });
    while (!runner.wait(200ms)) {
      if (interrupted) runner.stop();
      show(false);
    }
  }
  show(true);
  if (o.as_json) fmt::print("{}\n", match::json_report(players, schedule, standings, sprt));
  if (fatal) return fail(*fatal);
  if (interrupted)
    return fail(store ? "stopped; --resume goes on with the rest" : "stopped before the end");
  return 0;
}

}  // namespace rookery::cli
