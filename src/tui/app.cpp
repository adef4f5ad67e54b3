// App: what all screens share. Beginning, leaving and keeping games; the typed line.
#include "tui/app.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/atomic_file.h"
#include "base/nearest.h"
#include "base/read_file.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/words.h"
#include "play/levels.h"
#include "play/typed_path.h"
#include "play/words.h"
#include "tui/canvas.h"
#include "tui/theme.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;
using chess::Square;
using play::TimePoint;
using Type = Event::Type;

namespace {

/// A level answers a person after a moment: at once would be uncanny.
constexpr play::Milliseconds kLevelPause{700};
constexpr std::size_t kLongestLine = 200;

std::optional<int> number_of_960(const chess::Position& start) {
  for (int n = 0; n < 960; ++n)
    if (chess::Position::chess960(n).key() == start.key()) return n;
  return std::nullopt;
}

}  // namespace

analysis::ReviewOptions usual_review() {
  analysis::ReviewOptions options;
  options.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 8u));
  return options;
}

std::vector<Destination> destinations(const chess::Game& game, Square from) {
  std::vector<Destination> found;
  for (const Move m : chess::legal_moves(game.position())) {
    if (m.from() != from) continue;
    // People move the king two squares; in Chess960, where that can mean two things, onto the rook.
    const bool two_squares = m.is_castling() && !game.is_chess960();
    const Color c = game.position().side_to_move();
    found.emplace_back(
        two_squares ? chess::Position::castled_king(c, chess::Position::castling_side(m)) : m.to(),
        m);
  }
  return found;
}

App::App(Options options, std::function<void()> wake, TimePoint now)
    : options_(std::move(options)), wake_(std::move(wake)), coach_(wake_, options_.review) {
  if (options_.state) preferences_ = play::load_preferences(*options_.state);
  menu_.choose(preferences_);
  theme_ = options_.theme.value_or(theme_named(preferences_.board));
  if (options_.record) {
    start_game(*std::exchange(options_.record, std::nullopt), now, options_.resumed_file);
  } else if (options_.file) {
    if (const auto opened = open_file(*options_.file, now); !opened)
      say(opened.error().message, true);
  } else {
    offer_resumption();
  }
}

App::~App() = default;

void App::say(std::string message, bool is_error) {
  message_ = std::move(message);
  message_is_error_ = is_error;
}

void App::remember(const json::Value& patch) {
  if (auto changed = play::patched(preferences_, patch)) preferences_ = *std::move(changed);
  if (options_.state) (void)play::change_preferences(*options_.state, patch);
}

// ---- games begin and end

void App::offer_resumption() {
  unfinished_ = play::Autosave::find_unfinished(options_.state);
  menu_.set_resumable(unfinished_.has_value());
  if (!unfinished_) return;
  const auto record = play::load_record(*unfinished_);
  if (!record) return;
  menu_.select_row(Menu::Row::resume);
  dialog_ = Question{Question::Purpose::resume, "Resume your unfinished game?",
                     fmt::format("{} - {}, {}. No leaves it in the list of games.",
                                 record->setup.player(Color::white).title(),
                                 record->setup.player(Color::black).title(),
                                 notation::move_count_text(record->game))};
}

void App::start_game(play::GameRecord record, TimePoint now,
                     const std::optional<std::filesystem::path>& adopt) {
  leave_game();
  if (const auto missing = record.missing_player()) {
    const std::string title = record.setup.player(*missing).title();
    return ask_who_plays(std::move(record), *missing,
                         fmt::format("{} is '{}' in the file, whom nobody here knows: "
                                     "who shall play?",
                                     notation::color_name(*missing), title),
                         adopt);
  }
  autosave_ = std::make_unique<play::Autosave>(options_.state);
  if (adopt && !autosave_->adopt(*adopt))
    autosave_ = std::make_unique<play::Autosave>(options_.state);
  session_ = std::make_unique<play::Session>(std::move(record), options_.agents, wake_);
  screen_ = Screen::game;
  flipped_ = Menu::plays_black(session_->setup());
  cursor_ = flipped_ ? Square::e7 : Square::e2;
  message_.clear();
  chess960_number_.reset();
  if (session_->setup().chess960) chess960_number_ = number_of_960(session_->setup().start);
  session_->set_evaluating(shows_evaluation_);
  if (!session_->has_human()) {
    session_->set_pace(pace());
  } else if (const auto person = session_->only_human(); person && preferences_.human_pause) {
    const play::Level* level = session_->setup().player(~*person).level();
    if (level && !level->sight.is_full()) session_->set_pace(kLevelPause);
  }
  session_->begin(now);
  after_change();
  if (!autosave_->keeps()) say(play::kNotKept, true);
}

void App::ask_who_plays(play::GameRecord record, Color asked, std::string why,
                        const std::optional<std::filesystem::path>& adopt) {
  show_menu();
  say(std::move(why), true);
  waiting_ = std::move(record);
  waiting_file_ = adopt;
  menu_.ask_players_only(asked);
}

void App::leave_game() {
  if (std::exchange(waiting_, std::nullopt)) menu_.ask_players_only({});
  session_.reset();
  replay_.reset();
  autosave_.reset();
  in_hand_.reset();
  typed_.clear();
  queued_.clear();
  list_scroll_ = 0;
  dialog_ = {};
}

void App::show_menu() {
  leave_game();
  replay_.reset();
  games_.reset();
  screen_ = Screen::menu;
  unfinished_ = play::Autosave::find_unfinished(options_.state);
  menu_.set_resumable(unfinished_.has_value());
  menu_.select_row(Menu::Row::begin);
  message_.clear();
}

void App::resume(TimePoint now) {
  auto record = play::load_record(*unfinished_);
  if (!record) return say(record.error().message, true);
  const auto file = *unfinished_;
  start_game(std::move(*record), now, file);
  if (session_) say("Here is your game again.");
}

void App::rematch(TimePoint now) {
  play::GameSetup setup = session_->setup();
  std::swap(setup.players[0], setup.players[1]);
  for (play::PlayerSpec& player : setup.players)
    if (const play::Level* level = player.level())
      player = play::NamedSpec::of_level(level->number, next_seed() % 100'000);
  start_game(play::GameRecord(std::move(setup)), now);
  say("A new game, colours changed.");
}

Result<Ok, Error> App::open_file(const std::filesystem::path& path, TimePoint now) {
  const auto text = read_file(path, FileKind::game);
  if (!text) return Unexpected{text.error()};
  if (play::list_games(*text, 2).size() > 1) {
    games_ = std::make_unique<GamesList>(path, *text);
    screen_ = Screen::games;
    return Ok{};
  }
  auto record = play::load_record(path);
  if (!record) return Unexpected{record.error()};
  if (record->game.outcome()) {
    games_.reset();
    show_replay(*std::move(record));
    return Ok{};
  }
  start_game(*std::move(record), now);
  if (session_) say("Opened " + path.string() + ".");
  return Ok{};
}

Farewell App::farewell() const {
  if (!session_ || session_->outcome() || session_->game().ply() == 0) return {};
  if (autosave_->keeps() && autosave_->problem().empty())
    return {fmt::format("Your game is kept: 'rookery' offers it again.\n{}",
                        autosave_->file().string()),
            0};
  return {fmt::format("Your game is not kept: {}",
                      autosave_->keeps() ? autosave_->problem() : play::kNotKept),
          1};
}

void App::quit() {
  if (session_ && !session_->outcome() && session_->game().ply() > 0) {
    if (!autosave_->keeps() || !autosave_->problem().empty()) {
      dialog_ = Prompt{Prompt::Purpose::rescue, "Not kept! Save it where? (Esc: leave without)", "",
                       autosave_->keeps() ? autosave_->problem() : play::kNotKept};
      return;
    }
    dialog_ =
        Question{Question::Purpose::quit, "Quit?", "The game is kept and offered again next time."};
    return;
  }
  done_ = true;
}

void App::forget_hint() {
  coach_.cancel();
  hint_reason_.clear();
}

void App::after_change() {
  forget_hint();
  list_scroll_ = 0;
  const auto saved = autosave_->save(session_->record());
  if (!session_->failure().empty()) return say(session_->failure(), true);
  if (!saved) return say("Not kept: " + saved.error().message, true);
  const auto& plies = session_->record().plies;
  if (session_->outcome() || plies.empty() || !plies.back().info) return message_.clear();
  say(play::evaluated_text(*plies.back().info));
}

// ---- time passes

bool App::update(TimePoint now) {
  bool changed = replay_ && replay_->poll();
  if (!session_) return changed;
  const auto ply = session_->game().ply();
  const bool ended = session_->outcome().has_value();
  const bool hint_was_coming = session_->is_hint_coming();
  changed |= session_->poll(now);
  if (hint_was_coming && !session_->is_hint_coming()) {
    message_.clear();
    if (const auto& hint = session_->hint(); hint && !hint->pv.empty())
      coach_.explain(session_->game(), hint->pv[0]);
  }
  if (auto text = coach_.take_explanation()) {
    hint_reason_ = *std::move(text);
    changed = true;
  }
  if (session_->game().ply() != ply || session_->outcome().has_value() != ended) {
    if (session_->outcome() || queued_.empty()) in_hand_.reset();
    if (std::holds_alternative<PromotionPicker>(dialog_)) dialog_ = {};
    after_change();
    bell_rings_ |= preferences_.bell && session_->has_human() &&
                   (session_->is_human_turn() || session_->outcome());
    play_queued(now);
  }
  return changed;
}

std::optional<play::Milliseconds> App::next_update(TimePoint now) const {
  return session_ ? session_->until_next_change(now) : std::nullopt;
}

// ---- events

void App::handle(const Event& event, const Layout& layout, TimePoint now) {
  if (!layout.fits()) {
    if (event.type == Type::interrupt) done_ = true;  // a question could not be seen
    return;
  }
  if (!std::holds_alternative<std::monostate>(dialog_)) return handle_dialog(event, layout, now);
  switch (screen_) {
    case Screen::menu:
      return handle_menu(event, now);
    case Screen::game:
      return handle_game(event, layout, now);
    case Screen::games:
      return handle_games(event, layout, now);
    case Screen::replay:
      return handle_replay(event, now);
    case Screen::editor:
      return handle_editor(event, layout);
  }
}

bool App::handle_line(const Event& event, TimePoint now) {
  switch (event.type) {
    case Type::function:
      for (const CommandInfo& info : kCommands)
        if (info.function == static_cast<int>(event.ch)) return run(info.command, "", now), true;
      return true;
    case Type::character:
      // No move and no other word begins with it, and nobody is to move any more.
      if (typed_.empty() && event.ch == U'v' &&
          (screen_ == Screen::replay || (screen_ == Screen::game && session_->outcome())))
        return run(Command::review, "", now), true;
      for (const CommandInfo& info : kCommands)
        if (typed_.empty() && info.sign != 0 && info.sign == event.ch)
          return run(info.command, "", now), true;
      if (event.ch >= U' ' && event.ch != 0x7F && typed_.size() < kLongestLine &&
          !(typed_.empty() && event.ch == U' '))
        typed_ += encode_utf8(std::u32string(1, event.ch));
      return true;
    case Type::backspace:
    case Type::remove:
      if (std::u32string chars = decode_utf8(typed_); !chars.empty()) {
        chars.pop_back();
        typed_ = encode_utf8(chars);
      }
      return true;
    case Type::tab:
      complete_typed();
      return true;
    case Type::enter:
      if (typed_.empty()) return false;
      submit_typed(now);
      return true;
    case Type::escape:
      if (typed_.empty()) return false;
      typed_.clear();
      return true;
    default:
      return false;
  }
}

void App::complete_typed() {
  if (const auto space = typed_.find(' '); space != typed_.npos) {
    const CommandInfo* info = find_command(typed_.substr(0, space));
    if (info && (info->command == Command::save || info->command == Command::open ||
                 info->command == Command::write))
      typed_ = typed_.substr(0, space + 1) + play::completed_path(typed_.substr(space + 1));
    return;
  }
  std::vector<std::string_view> words;
  for (const CommandInfo& info : kCommands)
    if (!typed_.empty() && info.word.starts_with(typed_)) words.push_back(info.word);
  if (words.size() == 1) typed_ = words[0];
}

void App::submit_typed(TimePoint now) {
  std::string text = std::exchange(typed_, "");
  text.resize(text.find_last_not_of(' ') + 1);
  if (text.empty()) return;
  const auto space = text.find(' ');
  const std::string word = text.substr(0, space);
  const std::string rest =
      space == text.npos ? "" : text.substr(text.find_first_not_of(' ', space));
  if (const CommandInfo* info = find_command(word)) {
    const bool takes_name = info->command == Command::save || info->command == Command::open ||
                            info->command == Command::write;
    if (!rest.empty() && !takes_name)
      return say(fmt::format("'{}' stands alone; nothing was done.", info->word), true);
    return run(info->command, rest, now);
  }
  // A move has a digit, or castles; all else was meant as a word.
  const bool like_a_move = text.find_first_of("0123456789") != text.npos ||
                           text.starts_with("O-O") || text.starts_with("o-o");
  if (like_a_move && screen_ == Screen::game) return submit_move(text, now);
  std::vector<std::string_view> words;
  for (const CommandInfo& info : kCommands) words.push_back(info.word);
  const std::string near = did_you_mean(word, words);
  say(fmt::format("No word '{}'{}", word, near.empty() ? "; F1 or 'help' lists them." : near),
      true);
}

void App::run(Command command, const std::string& argument, TimePoint now) {
  switch (command) {
    case Command::open:
    case Command::games:
    case Command::edit:
    case Command::colors:
    case Command::bell:
    case Command::menu:
    case Command::help:
    case Command::quit:
      return run_anywhere(command, argument, now);
    case Command::flip:
      flipped_ = !flipped_;
      return;
    case Command::review:
      return review_game();
    default:
      if (screen_ == Screen::game) return run_in_game(command, argument, now);
      say(fmt::format("'{}' is for a game; start one first.", info_of(command).word), true);
  }
}

void App::run_anywhere(Command command, const std::string& argument, TimePoint now) {
  switch (command) {
    case Command::open:
      if (argument.empty()) {
        dialog_ = Prompt{Prompt::Purpose::open, "Open which file? (Tab completes)", "", ""};
      } else if (const auto opened = open_file(play::name_to_open(argument), now); !opened) {
        say(opened.error().message, true);
      }
      return;
    case Command::games:
      return show_games();
    case Command::edit:
      editor_ = screen_ == Screen::game     ? Editor(session_->position())
                : screen_ == Screen::replay ? Editor(replay_->position())
                                            : Editor();
      message_.clear();
      screen_ = Screen::editor;
      return;
    case Command::colors:
      theme_ = (theme_ + 1) % themes().size();
      remember({{"board", std::string(themes()[theme_].name)}});
      return say(fmt::format("Colours: {}.", themes()[theme_].name));
    case Command::bell:
      remember({{"bell", !preferences_.bell}});
      bell_rings_ |= preferences_.bell;
      return say(preferences_.bell ? "The bell sounds when it is your turn." : "The bell is off.");
    case Command::menu:
      return show_menu();
    case Command::help:
      dialog_ = HelpPage{};
      return;
    default:
      return quit();
  }
}

// ---- files

void App::ask_to_save(Prompt::Purpose purpose, const std::string& name, TimePoint now) {
  Prompt prompt{purpose, "", name, ""};
  prompt.title = purpose == Prompt::Purpose::write ? "Write to which file? (.fen or .pgn)"
                                                   : "Save under which name? (Tab completes)";
  if (name.empty())
    dialog_ = prompt;
  else
    submit_prompt(prompt, now);
}

std::string App::file_text(const std::string& name) const {
  return std::filesystem::path(name).extension() == ".fen"
             ? notation::to_fen(session_->position()) + "\n"
             : play::record_to_pgn(session_->record());
}

bool App::save_to(const std::string& name, bool overwrite) {
  const auto text = file_text(name);
  const auto saved = overwrite ? write_file(name, text) : play::write_new_file(name, text);
  say(saved ? "Saved " + name + "." : saved.error().message, !saved);
  return saved.has_value();
}

}  // namespace rookery::tui
