// `rookery play`: a game in the terminal, or in plain lines.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "base/rng.h"
#include "cli/arguments.h"
#include "notation/fen.h"
#include "play/levels.h"
#include "play/roster.h"
#include "play/save.h"
#include "play/typed_path.h"
#include "tui/plain.h"
#include "tui/run.h"
#include "tui/terminal.h"
#include "tui/theme.h"

namespace rookery::cli {

namespace {

struct Flags {
  std::string file, opponent, color = "white", white, black, clock = "none", fen, chess960, theme;
  int level = 0;
  int move_time = 0;
  std::uint64_t seed = 0;
  bool resume = false, plain = false, moves_only = false, ascii = false, unicode = false;
  bool no_colors = false;
};

constexpr int kDefaultLevel = 3;
/// What says which game it is to be.
constexpr const char* kGameFlags[] = {"FILE",    "--level", "--opponent", "--color", "--white",
                                      "--black", "--clock", "--movetime", "--fen",   "--chess960"};

/// What says who plays it; may replace what a file says.
constexpr const char* kPlayerFlags[] = {"--level", "--opponent", "--color", "--white", "--black"};

/// The players by color.
Result<Ok, Error> set_players(const Flags& flags, play::GameSetup& setup) {
  const auto set = [&](std::size_t color, const std::string& text) -> Result<Ok, Error> {
    if (text.empty()) return Ok{};
    auto player = play::PlayerSpec::from_command_line(text);
    if (!player) return Unexpected{player.error()};
    setup.players[color] = *std::move(player);
    return Ok{};
  };
  if (!flags.white.empty() || !flags.black.empty()) {
    if (const auto white = set(0, flags.white); !white) return white;
    return set(1, flags.black);
  }
  const bool black = flags.color == "black" || (flags.color == "random" && (flags.seed & 1));
  if (!flags.opponent.empty()) return set(black ? 0 : 1, flags.opponent);
  setup.players[black ? 0 : 1] =
      play::NamedSpec::of_level(flags.level ? flags.level : kDefaultLevel, flags.seed % 100'000);
  return Ok{};
}

Result<play::GameSetup, Error> make_setup(const Flags& flags) {
  play::GameSetup setup;
  if (const auto players = set_players(flags, setup); !players) return Unexpected{players.error()};
  const auto clock = play::parse_time_control(flags.clock);
  if (!clock) return Unexpected{Error{"--clock: " + clock.error().message}};
  setup.clock = *clock;
  if (flags.move_time) setup.move_time = play::Milliseconds(flags.move_time);
  if (!flags.fen.empty()) {
    const auto position = notation::parse_fen(flags.fen);
    if (!position) return Unexpected{Error{"--fen: " + position.error().message}};
    setup.start = *position;
    setup.chess960 = notation::needs_chess960(*position);
  }
  if (!flags.chess960.empty()) {
    int number = static_cast<int>(Rng(flags.seed).below(960));
    if (flags.chess960 != "random") {
      const auto digits = std::all_of(flags.chess960.begin(), flags.chess960.end(),
                                      [](char c) { return c >= '0' && c <= '9'; });
      number = digits && flags.chess960.size() <= 3 ? std::stoi(flags.chess960) : 960;
      if (number > 959)
        return Unexpected{
            Error{fmt::format("--chess960: '{}' is not 0 to 959 or random", flags.chess960)}};
    }
    setup.start = chess::Position::chess960(number);
    setup.chess960 = true;
  }
  return setup;
}

}  // namespace

int run_play(Arguments arguments) {
  Parser parser("play", "Plays a game in the terminal. Without arguments, a menu comes first.",
                "  rookery play\n"
                "  rookery play --level 3 --color black --clock 5+3\n"
                "  rookery play --white location --black melsh\n"
                "  rookery play --white human --black human --chess960 random\n"
                "  rookery play game.pgn\n"
                "  printf 'e4\\nquit\\n' | rookery play --plain --level 1");
  Flags flags;
  auto* file = parser.add_option("FILE", flags.file,
                                 "A saved game, any PGN, or a file with a FEN, to go on with");
  auto* level =
      parser
          .add_option("--level", flags.level,
                      fmt::format("Strength of the opponent, 1 to {}", play::levels().size()))
          ->check(CLI::Range(1, static_cast<int>(play::levels().size())));
  auto* opponent =
      parser.add_option("--opponent", flags.opponent, "Any agent: see 'rookery agents'")
          ->excludes(level);
  auto* color = parser.add_option("--color", flags.color, "You play white, black or random")
                    ->check(CLI::IsMember({"white", "black", "random"}));
  for (auto* option : {parser.add_option("--white", flags.white, "White: human or any agent"),
                       parser.add_option("--black", flags.black, "Black: human or any agent")})
    option->excludes(level)->excludes(opponent)->excludes(color);
  parser.add_option("--clock", flags.clock, "Minutes+seconds, such as 5+3 or 300s+3; or none")
      ->excludes(file);
  parser.add_option("--movetime", flags.move_time, "Milliseconds a move for agents, if no clock")
      ->check(CLI::Range(1, 86'400'000))
      ->excludes(file);
  auto* fen = parser.add_option("--fen", flags.fen, "Start from this position")->excludes(file);
  parser.add_option("--chess960", flags.chess960, "Start position 0 to 959, or random")
      ->excludes(fen)
      ->excludes(file);
  auto* resume = parser.add_flag("--resume", flags.resume, "Go on with the last unfinished game");
  for (const char* name : kGameFlags)
    if (std::find(std::begin(kPlayerFlags), std::end(kPlayerFlags), std::string_view(name)) ==
        std::end(kPlayerFlags))
      resume->excludes(parser.get_option(name));
  parser.add_option("--seed", flags.seed, "Makes random choices and levels repeatable");
  parser.add_flag("--plain", flags.plain, "Lines of text, for scripts and screen readers");
  parser.add_flag("--moves-only", flags.moves_only, "Plain, and print only the opponent's moves");
  auto* ascii = parser.add_flag("--ascii", flags.ascii, "Letters for pieces");
  parser.add_flag("--unicode", flags.unicode, "Chess pieces, whatever the locale says")
      ->excludes(ascii);
  parser.add_flag("--no-colors", flags.no_colors, "As with NO_COLOR set");
  std::vector<std::string> theme_names;
  for (const tui::Theme& t : tui::themes()) theme_names.emplace_back(t.name);
  parser.add_option("--theme", flags.theme, "Colours of the board")
      ->check(CLI::IsMember(theme_names));
  if (const auto status = parser.run(arguments)) return *status;

  // Flags about looks leave the menu in place; flags about the game start it.
  bool has_game_flag = flags.resume;
  for (const char* name : kGameFlags) has_game_flag |= parser.count(name) > 0;
  if (!parser.count("--seed"))
    flags.seed =
        static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());

  const bool on_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  const bool can_draw = on_terminal && tui::can_draw();
  const bool plain = flags.plain || flags.moves_only || !can_draw;
  if (on_terminal && !can_draw && !flags.plain && !flags.moves_only)
    fmt::print(stderr, "rookery: play: this terminal cannot draw; lines of text instead\n");

  std::optional<play::GameRecord> record;
  std::optional<std::filesystem::path> resumed;
  if (flags.resume) {
    resumed = play::Autosave::find_unfinished(play::state_directory());
    if (!resumed) return fail("there is no unfinished game to resume");
  }
  const std::filesystem::path path = play::name_to_open(flags.file);
  const bool names_players = std::any_of(std::begin(kPlayerFlags), std::end(kPlayerFlags),
                                         [&](const char* name) { return parser.count(name) > 0; });
  if (resumed || !flags.file.empty()) {
    auto loaded = play::load_record(resumed ? *resumed : path);
    if (!loaded) return fail(loaded.error().message);
    record = std::move(*loaded);
    // A game of another program, or a FEN, names no players for us: the flags do.
    if (names_players) {
      record->setup.players[0] = record->setup.players[1] = play::PlayerSpec();
      if (const auto players = set_players(flags, record->setup); !players)
        return fail("play: " + players.error().message, 2);
    }
  } else if (has_game_flag || plain) {
    auto setup = make_setup(flags);
    if (!setup) return fail("play: " + setup.error().message, 2);
    record = play::GameRecord(*setup);
  }

  const bool unicode =
      flags.unicode || (!flags.ascii && tui::locale_is_utf8() && tui::has_chess_font());
  if (plain) {
    if (const auto missing = record->missing_player()) {
      if (!isatty(STDIN_FILENO))
        return fail(
            fmt::format("play: {} is '{}' in the file, whom nobody here knows; say who plays "
                        "with --opponent, --level, --white or --black",
                        *missing == chess::Color::white ? "White" : "Black",
                        record->setup.player(*missing).title()),
            2);
      if (!tui::ask_for_players(*record, stdin, stdout)) return 1;
    }
    tui::PlainOptions options{std::move(*record)};
    options.resumed_file = resumed;
    options.unicode = unicode && !flags.moves_only && on_terminal;
    options.moves_only = flags.moves_only;
    return tui::run_plain(std::move(options), stdin, stdout);
  }
  tui::Options options;
  // The screen lets choose among several games and shows those that have ended.
  if (!flags.file.empty() && !names_players)
    options.file = path;
  else
    options.record = std::move(record);
  options.resumed_file = resumed;
  options.unicode = unicode;
  options.colour = !flags.no_colors && tui::colour_is_wanted();
  options.seed = flags.seed;
  if (!flags.theme.empty())
    options.theme = static_cast<std::size_t>(
        std::find(theme_names.begin(), theme_names.end(), flags.theme) - theme_names.begin());
  const tui::Farewell farewell = tui::run_terminal(std::move(options));
  if (farewell.status != 0) return fail("play: " + farewell.text, farewell.status);
  if (!farewell.text.empty()) fmt::print("{}\n", farewell.text);
  return 0;
}

}  // namespace rookery::cli
