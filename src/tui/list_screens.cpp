// What events do in the list of games, in a replay and in the position editor.
#include <fmt/format.h>

#include "notation/fen.h"
#include "tui/app.h"
#include "tui/canvas.h"

namespace rookery::tui {

using play::TimePoint;
using Type = Event::Type;

void App::show_games() {
  if (!options_.state) return say(play::kNotKept, true);
  replay_.reset();
  games_ = std::make_unique<GamesList>(*options_.state);
  screen_ = Screen::games;
  message_.clear();
}

void App::leave_list() {
  games_.reset();
  replay_.reset();
  message_.clear();
  if (!session_) return show_menu();
  screen_ = Screen::game;
}

void App::show_replay(play::GameRecord record) {
  leave_game();
  flipped_ = Menu::plays_black(record.setup);
  replay_ = std::make_unique<Replay>(std::move(record), options_.agents, wake_, options_.review);
  screen_ = Screen::replay;
  message_.clear();
}

void App::review_game() {
  if (screen_ == Screen::game) {
    if (session_->game().ply() == 0) return say("There is no move to judge yet.", true);
    if (!session_->outcome()) return say("The review comes after the end.", true);
    replay_ = std::make_unique<Replay>(session_->record(), options_.agents, wake_, options_.review);
    screen_ = Screen::replay;
  } else if (screen_ != Screen::replay) {
    return say("'review' is for a game.", true);
  }
  replay_->review();
  say("Judging the moves, from the last one back.");
}

void App::handle_games(const Event& event, const Layout& layout, TimePoint now) {
  message_.clear();
  const int page = layout.height - 8;
  switch (event.type) {
    case Type::up:
    case Type::wheel_up:
      return games_->select(-1);
    case Type::down:
    case Type::wheel_down:
      return games_->select(1);
    case Type::page_up:
      return games_->select(-page);
    case Type::page_down:
      return games_->select(page);
    case Type::home:
      return games_->select(-1'000'000);
    case Type::end:
      return games_->select(1'000'000);
    case Type::enter:
      return open_selected_game(now);
    case Type::escape:
      if (games_->filter().empty()) return leave_list();
      return games_->set_filter("");
    case Type::interrupt:
      return leave_list();
    case Type::remove:
      if (const auto gone = games_->put_away(); !gone)
        say(gone.error().message, true);
      else
        say("Put away; the file is in the folder 'put-away'.");
      return;
    case Type::backspace: {
      std::u32string chars = decode_utf8(games_->filter());
      if (!chars.empty()) chars.pop_back();
      return games_->set_filter(encode_utf8(chars));
    }
    case Type::function:
      handle_line(event, now);
      return;
    case Type::character:
      if (event.ch == U'?' && games_->filter().empty()) return run(Command::help, "", now);
      return games_->set_filter(games_->filter() + encode_utf8(std::u32string(1, event.ch)));
    default:
      return;
  }
}

void App::open_selected_game(TimePoint now) {
  if (games_->rows().empty()) return;
  const GamesList::Row row = games_->rows()[games_->selected()];
  if (row.entry && row.entry->games > 1) {
    if (const auto opened = open_file(row.entry->file, now); !opened)
      say(opened.error().message, true);
    return;
  }
  auto record = games_->load();
  if (!record) return say(record.error().message, true);
  if (!row.unfinished || record->game.outcome()) {
    show_replay(*std::move(record));
    return;
  }
  if (session_ && autosave_->file() == row.entry->file) return leave_list();
  if (play::GameLibrary::is_locked(*row.entry))
    return say("Another program plays this game now.", true);
  // Whatever was put aside is under way again, and offered after a crash.
  std::filesystem::path file = row.entry->file;
  const auto current = *options_.state / play::shelf_name(play::Shelf::current) / file.filename();
  std::error_code error;
  std::filesystem::create_directories(current.parent_path(), error);
  std::filesystem::rename(file, current, error);
  if (!error) file = current;
  games_.reset();
  start_game(*std::move(record), now, file);
  if (session_) say("Here is your game again.");
}

void App::handle_replay(const Event& event, TimePoint now) {
  switch (event.type) {
    case Type::right:
    case Type::wheel_down:
      if (!replay_->forward())
        say("The end.");
      else
        message_.clear();
      return;
    case Type::left:
    case Type::wheel_up:
      message_.clear();
      replay_->back();
      return;
    case Type::up:
    case Type::down:
      if (!replay_->sideways(event.type == Type::down ? 1 : -1))
        say("There is no variation at this move.");
      return;
    case Type::home:
      return replay_->to_start();
    case Type::end:
      return replay_->to_end();
    case Type::page_up:
    case Type::page_down:
      for (int i = 0; i < 10; ++i)
        if (!(event.type == Type::page_down ? replay_->forward() : replay_->back())) break;
      return;
    case Type::interrupt:
      return quit();
    default:
      break;
  }
  if (handle_line(event, now)) return;
  if (event.type == Type::escape) {
    if (games_) {  // back to the file's list
      replay_.reset();
      screen_ = Screen::games;
      return;
    }
    return leave_list();
  }
  if (event.type != Type::enter) return;
  play::GameRecord record = replay_->record_from_here();
  if (record.game.outcome()) return say("The game is over here; go back a move.", true);
  const chess::Color other = ~record.game.position().side_to_move();
  ask_who_plays(std::move(record), other, "Play on from here: against whom?", {});
}

void App::handle_editor(const Event& event, const Layout& layout) {
  message_.clear();
  if (handle_arrow(event)) return;
  switch (event.type) {
    case Type::mouse_press:
      if (const auto square = layout.square_under(event.x, event.y, flipped_)) cursor_ = *square;
      return;
    case Type::function:
      if (event.ch == 7) flipped_ = !flipped_;
      if (event.ch == 1) dialog_ = HelpPage{};
      return;
    case Type::escape:
    case Type::interrupt:
      screen_ = session_ ? Screen::game : Screen::menu;
      return;
    case Type::enter: {
      const auto position = editor_.position();
      if (!position) return say("Not possible: " + position.error().message, true);
      show_menu();
      menu_.set_start(notation::to_fen(*position));
      return say("Your position is the start; choose who plays.");
    }
    default:
      if (!editor_.handle(event, cursor_)) say("Letters are pieces: PNBRQK, pnbrqk.", true);
  }
}

}  // namespace rookery::tui
