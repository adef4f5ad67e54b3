#include "tui/menu.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/rng.h"
#include "notation/fen.h"
#include "play/levels.h"
#include "play/roster.h"

namespace rookery::tui {

namespace {

constexpr const char* kModes[] = {"you against the engine", "two people", "watch two engines"};
constexpr const char* kColorNames[] = {"White", "Black", "random"};
constexpr const char* kClocks[] = {"none", "1+0", "3+2", "5+3", "10+5", "15+10", "30+0", "90+30"};
constexpr int kClockCount = std::size(kClocks);
enum Start { kNormal, kFen, kRandom960, kNumbered960, kStartCount };
constexpr const char* kStarts[] = {"normal", "FEN", "Chess960, random", "Chess960 by number"};

std::optional<int> parse_960(const std::string& text) {
  int number = -1;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || rest != end || number < 0 || number > 959) return std::nullopt;
  return number;
}

}  // namespace

Menu::Menu() {
  for (const play::Level& level : play::levels()) {
    const std::string strength = play::strength_text(level);
    opponents_.push_back({play::NamedSpec::of_level(level.number, 0),
                          fmt::format("{} {}", level.number, level.name),
                          strength.empty() ? std::string(level.character)
                                           : fmt::format("{}; {}", strength, level.character)});
  }
  const auto add = [this](std::string_view name, std::string label, std::string about) {
    if (auto named = play::NamedSpec::parse(name))
      opponents_.push_back({*std::move(named), std::move(label), std::move(about)});
  };
  for (const char* level : {"easy", "hard"})
    add(fmt::format("quiescent:level={}", level), fmt::format("quiescent, {}", level),
        fmt::format("Document 003's game at its level '{}'", level));
  for (const play::RosterEntry& entry : play::roster())
    add(entry.name, std::string(entry.name), fmt::format("{} ({})", entry.idea, entry.origin));
  for (const play::OwnEngine& engine : play::own_engines().list)
    add(engine.name, engine.name, "from your config.toml");
}

void Menu::set_start(const std::string& fen) {
  start_ = kFen;
  start_text_ = fen;
}

void Menu::choose(const play::Preferences& preferences) {
  if (preferences.opponent == "human") mode_ = static_cast<int>(Mode::two_people);
  const auto wanted = play::PlayerSpec::from_file(preferences.opponent);
  for (std::size_t i = 0; i < opponents_.size(); ++i) {
    const play::PlayerSpec& offered = opponents_[i].player;
    const bool same_level =
        wanted.level() && offered.level() && wanted.level()->number == offered.level()->number;
    if (same_level || (!wanted.level() && offered == wanted)) opponent_ = static_cast<int>(i);
  }
  color_ = preferences.color == "black" ? 1 : preferences.color == "either" ? 2 : 0;
  clock_ = 0;
  for (int i = 0; i < kClockCount; ++i)
    if (preferences.clock == kClocks[i]) clock_ = i;
  if (clock_ == 0 && preferences.clock != kClocks[0] &&
      play::parse_time_control(preferences.clock)) {
    clock_ = kClockCount;
    clock_text_ = preferences.clock;
  }
}

json::Value Menu::chosen() const {
  json::Value out = {{"clock", clock_ < kClockCount ? std::string(kClocks[clock_]) : clock_text_}};
  if (static_cast<Mode>(mode_) == Mode::two_people) out["opponent"] = "human";
  if (static_cast<Mode>(mode_) == Mode::against_engine) {
    const play::PlayerSpec& player = opponents_[static_cast<std::size_t>(opponent_)].player;
    out["opponent"] = player.level() ? fmt::format("rookery:level={}", player.level()->number)
                                     : player.saved_text();
    out["color"] = color_ == 1 ? "black" : color_ == 2 ? "either" : "white";
  }
  return out;
}

std::vector<Menu::Row> Menu::rows() const {
  std::vector<Row> rows;
  const auto add = [&](std::initializer_list<Row> more) {
    for (const Row row : more) rows.push_back(row);  // GCC 12 warns at the link of an insert
  };
  if (resumable_ && !players_only_) add({Row::resume});
  add({Row::mode});
  switch (static_cast<Mode>(mode_)) {
    case Mode::against_engine:
      add({Row::opponent, Row::color});
      break;
    case Mode::two_engines:
      add({Row::white, Row::black});
      break;
    case Mode::two_people:
      break;
  }
  if (!players_only_) add({Row::clock, Row::start});
  add({Row::begin});
  if (!players_only_) add({Row::games, Row::load, Row::edit});
  add({Row::quit});
  return rows;
}

void Menu::select(int step) {
  const int count = static_cast<int>(rows().size());
  selected_ = static_cast<std::size_t>((static_cast<int>(selected_) + step + count) % count);
}

void Menu::ask_players_only(std::optional<chess::Color> missing) {
  players_only_ = missing.has_value();
  if (missing) {
    mode_ = static_cast<int>(Mode::against_engine);
    color_ = missing == chess::Color::white ? 1 : 0;
  }
  select_row(missing ? Row::opponent : Row::begin);
}

void Menu::select_row(Row row) {
  const auto all = rows();
  const auto found = std::find(all.begin(), all.end(), row);
  if (found != all.end()) selected_ = static_cast<std::size_t>(found - all.begin());
}

int* Menu::choice(Row row, int& count) {
  count = static_cast<int>(opponents_.size());
  switch (row) {
    case Row::mode:
      count = std::size(kModes);
      return &mode_;
    case Row::opponent:
      return &opponent_;
    case Row::white:
      return &white_;
    case Row::black:
      return &black_;
    case Row::color:
      count = std::size(kColorNames);
      return &color_;
    case Row::clock:
      count = kClockCount + 1;
      return &clock_;
    case Row::start:
      count = kStartCount;
      return &start_;
    default:
      return nullptr;
  }
}

void Menu::change(int step) {
  const Row row = selected();
  int count = 0;
  if (int* chosen = choice(row, count)) *chosen = (*chosen + step + count) % count;
  select_row(row);  // the mode changes which rows there are
}

std::string Menu::label(Row row) const {
  switch (row) {
    case Row::mode:
      return "Game";
    case Row::opponent:
      return "Opponent";
    case Row::color:
      return "You play";
    case Row::white:
      return "White";
    case Row::black:
      return "Black";
    case Row::clock:
      return "Clock";
    case Row::start:
      return "Start";
    case Row::begin:
      return players_only_ ? "Go on with the game" : "Start the game";
    case Row::resume:
      return "Resume your last game";
    case Row::games:
      return "Your games";
    case Row::load:
      return "Open a file";
    case Row::edit:
      return "Put up a position";
    case Row::quit:
      return "Quit";
  }
  return "";
}

std::string Menu::value(Row row) const {
  const auto opponent = [this](int i) { return opponents_[static_cast<std::size_t>(i)].label; };
  switch (row) {
    case Row::mode:
      return kModes[mode_];
    case Row::opponent:
      return opponent(opponent_);
    case Row::color:
      return kColorNames[color_];
    case Row::white:
      return opponent(white_);
    case Row::black:
      return opponent(black_);
    case Row::clock:
      if (clock_ < kClockCount) return kClocks[clock_];
      return clock_text_.empty() ? "other (Enter)" : clock_text_;
    case Row::start:
      if (!wants_text(row)) return kStarts[start_];
      return start_text_.empty() ? fmt::format("{} (Enter)", kStarts[start_])
                                 : fmt::format("{}: {}", kStarts[start_], start_text_);
    default:
      return "";
  }
}

std::string Menu::about() const {
  const auto opponent = [this](int i) { return opponents_[static_cast<std::size_t>(i)].about; };
  switch (selected()) {
    case Row::mode:
      return "Who sits at the board.";
    case Row::opponent:
      return opponent(opponent_);
    case Row::color:
      return "Your pieces; random draws one when the game starts.";
    case Row::white:
      return opponent(white_);
    case Row::black:
      return opponent(black_);
    case Row::clock:
      return "Minutes for the game + seconds added for each move.";
    case Row::start:
      return "The first position: normal, any FEN, or one of 960.";
    case Row::begin:
      return "Good luck.";
    case Row::resume:
      return "It was not finished; every move was kept.";
    case Row::games:
      return "All that are kept: go on with one, or look at it again.";
    case Row::load:
      return "A saved game, any PGN file, or a file with a FEN.";
    case Row::edit:
      return "Any pieces on any squares, to play from there.";
    case Row::quit:
      return "Back to the shell.";
  }
  return "";
}

bool Menu::wants_text(Row row) const {
  return (row == Row::clock && clock_ == kClockCount) ||
         (row == Row::start && (start_ == kFen || start_ == kNumbered960));
}

Result<Ok, Error> Menu::check_text(Row row) const {
  if (row == Row::clock) {
    const auto control = play::parse_time_control(clock_text_);
    if (!control) return Unexpected{control.error()};
    return Ok{};
  }
  play::GameSetup scratch;
  return set_start(scratch, 0);
}

Result<Ok, Error> Menu::set_start(play::GameSetup& setup, std::uint64_t seed) const {
  switch (start_) {
    case kFen: {
      const auto position = notation::parse_fen(start_text_);
      if (!position) return Unexpected{Error{position.error().message}};
      setup.start = *position;
      setup.chess960 = notation::needs_chess960(*position);
      break;
    }
    case kRandom960:
    case kNumbered960: {
      const auto number = start_ == kRandom960
                              ? std::optional(static_cast<int>(Rng(seed).below(960)))
                              : parse_960(start_text_);
      if (!number)
        return Unexpected{Error{"a Chess960 number is 0 to 959 (518 is the normal one)"}};
      setup.start = chess::Position::chess960(*number);
      setup.chess960 = true;
      break;
    }
    default:
      break;
  }
  return Ok{};
}

Result<play::GameSetup, Error> Menu::setup(std::uint64_t seed) const {
  const auto spec = [&](int i) {
    return i < static_cast<int>(play::levels().size())
               ? play::PlayerSpec(play::NamedSpec::of_level(i + 1, seed % 100'000))
               : opponents_[static_cast<std::size_t>(i)].player;
  };
  play::GameSetup setup;
  if (static_cast<Mode>(mode_) == Mode::against_engine) {
    const bool black = color_ == 2 ? seed >> 40 & 1 : color_ == 1;
    setup.players[black ? 0 : 1] = spec(opponent_);
  } else if (static_cast<Mode>(mode_) == Mode::two_engines) {
    setup.players[0] = spec(white_);
    setup.players[1] = spec(black_);
  }
  const auto clock = play::parse_time_control(clock_ < kClockCount ? kClocks[clock_] : clock_text_);
  if (!clock) return Unexpected{clock.error()};
  setup.clock = *clock;
  if (const auto started = set_start(setup, seed); !started) return Unexpected{started.error()};
  return setup;
}

bool Menu::plays_black(const play::GameSetup& setup) {
  return !setup.is_human(chess::Color::white) && setup.is_human(chess::Color::black);
}

}  // namespace rookery::tui
