#include "tui/app.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/atomic_file.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "notation/words.h"
#include "play/words.h"
#include "tui/canvas.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Square;
using play::TimePoint;
using Type = Event::Type;

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

Result<Move, Error> parse_typed_move(const chess::Position& position, const std::string& text) {
  if (const auto move = notation::parse_uci_move(position, text)) return *move;
  const auto san = notation::parse_san(position, text);
  if (san) return *san;
  // Document 000's form: the piece's letter, then both squares.
  if (text.size() >= 5) {
    const auto move = notation::parse_uci_move(position, text.substr(1));
    if (move && std::tolower(text[0]) == std::tolower(piece_char(position.moving_piece(*move))))
      return *move;
  }
  return Unexpected{Error{san.error().message}};
}

App::App(Options options, std::function<void()> wake, TimePoint now)
    : options_(std::move(options)), wake_(std::move(wake)), theme_(options_.theme) {
  if (options_.record) {
    start_game(*std::exchange(options_.record, std::nullopt), now, options_.resumed_file);
  } else {
    offer_resumption();
  }
}

App::~App() = default;

void App::offer_resumption() {
  unfinished_ = play::Autosave::find_unfinished(options_.state);
  menu_.set_resumable(unfinished_.has_value());
  if (!unfinished_) return;
  const auto record = play::load_record(*unfinished_);
  if (!record) return;
  menu_.select_row(Menu::Row::resume);
  dialog_ = Question{Question::Purpose::resume, "Resume your unfinished game?",
                     fmt::format("{} - {}, {}", record->setup.player(Color::white).title(),
                                 record->setup.player(Color::black).title(),
                                 notation::move_count_text(record->game))};
}

void App::start_game(play::GameRecord record, TimePoint now,
                     const std::optional<std::filesystem::path>& adopt) {
  leave_game();
  if (const auto missing = record.missing_player())
    return ask_who_plays(std::move(record), *missing, adopt);
  autosave_ = std::make_unique<play::Autosave>(options_.state);
  if (adopt && !autosave_->adopt(*adopt))
    autosave_ = std::make_unique<play::Autosave>(options_.state);
  session_ = std::make_unique<play::Session>(std::move(record), options_.factory, wake_);
  flipped_ = Menu::plays_black(session_->setup());
  cursor_ = flipped_ ? Square::e7 : Square::e2;
  message_.clear();
  session_->set_evaluating(shows_evaluation_);
  session_->begin(now);
  after_change();
  if (!autosave_->keeps()) say(play::kNotKept, true);
}

void App::ask_who_plays(play::GameRecord record, Color missing,
                        const std::optional<std::filesystem::path>& adopt) {
  say(fmt::format("{} is '{}' in the file, whom nobody here knows: who shall play?",
                  notation::color_name(missing), record.setup.player(missing).title()),
      true);
  waiting_ = std::move(record);
  waiting_file_ = adopt;
  menu_.ask_players_only(missing);
}

void App::leave_game() {
  if (std::exchange(waiting_, std::nullopt)) menu_.ask_players_only({});
  session_.reset();
  autosave_.reset();
  in_hand_.reset();
  typed_.clear();
  list_scroll_ = 0;
  dialog_ = {};
}

void App::resume(TimePoint now) {
  auto record = play::load_record(*unfinished_);
  if (!record) return say(record.error().message, true);
  const auto file = *unfinished_;
  start_game(std::move(*record), now, file);
  if (session_) say("Here is your game again.");
}

std::string App::farewell() const {
  if (!session_ || session_->outcome() || session_->game().ply() == 0 || !autosave_->keeps())
    return "";
  return fmt::format("Your game is kept: 'rookery' offers it again.\n{}",
                     autosave_->file().string());
}

void App::say(std::string message, bool is_error) {
  message_ = std::move(message);
  message_is_error_ = is_error;
}

bool App::update(TimePoint now) {
  if (!session_) return false;
  const auto ply = session_->game().ply();
  const bool ended = session_->outcome().has_value();
  const bool hint_was_coming = session_->is_hint_coming();
  const bool changed = session_->poll(now);
  if (hint_was_coming && !session_->is_hint_coming()) message_.clear();
  if (session_->game().ply() != ply || session_->outcome().has_value() != ended) {
    in_hand_.reset();
    if (std::holds_alternative<PromotionPicker>(dialog_)) dialog_ = {};
    after_change();
  }
  return changed;
}

std::optional<play::Milliseconds> App::next_update(TimePoint now) const {
  return session_ ? session_->until_clock_changes(now) : std::nullopt;
}

void App::after_change() {
  list_scroll_ = 0;
  if (const auto saved = autosave_->save(session_->record()); !saved)
    return say(saved.error().message, true);
  if (!session_->failure().empty()) return say(session_->failure(), true);
  const auto& plies = session_->record().plies;
  if (plies.empty() || !plies.back().info) return message_.clear();
  const search::SearchInfo& info = *plies.back().info;
  say(play::evaluated_text(info));
}

void App::handle(const Event& event, const Layout& layout, TimePoint now) {
  if (!layout.fits()) {
    if (event.type == Type::interrupt) done_ = true;
  } else if (!std::holds_alternative<std::monostate>(dialog_)) {
    handle_dialog(event, now);
  } else if (in_menu()) {
    handle_menu(event, now);
  } else {
    handle_game(event, layout, now);
  }
}

// ---- the menu

void App::handle_menu(const Event& event, TimePoint now) {
  message_.clear();
  const Menu::Row row = menu_.selected();
  const auto ask_value = [&] {
    Prompt prompt{Prompt::Purpose::menu_value, "", menu_.text(row), ""};
    prompt.title = row == Menu::Row::clock ? "Clock: minutes+seconds (5+3)"
                                           : "Start: FEN, or Chess960 number 0-959";
    dialog_ = prompt;
  };
  switch (event.type) {
    case Type::up:
      menu_.select(-1);
      return;
    case Type::down:
    case Type::tab:
      menu_.select(1);
      return;
    case Type::left:
      menu_.change(-1);
      return;
    case Type::right:
      menu_.change(1);
      return;
    case Type::interrupt:
      done_ = true;
      return;
    case Type::character:
      if (event.ch == U'q') done_ = true;
      if (event.ch == U'?') dialog_ = HelpPage{};
      if (event.ch == U'o')
        menu_.select_row(Menu::Row::load),
            dialog_ = Prompt{Prompt::Purpose::open, "Open which file?", "", ""};
      if (event.ch >= U'0' && event.ch <= U'9')
        menu_.set_level(event.ch == U'0' ? 10 : static_cast<int>(event.ch - U'0'));
      return;
    case Type::enter:
      break;
    default:
      return;
  }
  switch (row) {
    case Menu::Row::begin: {
      auto setup = menu_.setup(next_seed());
      if (!setup) return say(setup.error().message, true);
      if (!waiting_) return start_game(play::GameRecord(*setup), now);
      play::GameRecord record = *std::exchange(waiting_, std::nullopt);
      menu_.ask_players_only({});
      std::swap(record.setup.players, setup->players);
      return start_game(std::move(record), now, waiting_file_);
    }
    case Menu::Row::resume:
      return resume(now);
    case Menu::Row::load:
      dialog_ = Prompt{Prompt::Purpose::open, "Open which file?", "", ""};
      return;
    case Menu::Row::quit:
      done_ = true;
      return;
    default:
      if (menu_.wants_text(row)) return ask_value();
      menu_.select_row(Menu::Row::begin);
  }
}

// ---- the game

void App::handle_game(const Event& event, const Layout& layout, TimePoint now) {
  switch (event.type) {
    case Type::up:
      return move_cursor(0, 1);
    case Type::down:
      return move_cursor(0, -1);
    case Type::left:
      return move_cursor(-1, 0);
    case Type::right:
      return move_cursor(1, 0);
    case Type::page_up:
    case Type::wheel_up:
      ++list_scroll_;
      return;
    case Type::page_down:
    case Type::wheel_down:
      list_scroll_ = std::max(0, list_scroll_ - 1);
      return;
    case Type::home:
      list_scroll_ = 10'000;
      return;
    case Type::end:
      list_scroll_ = 0;
      return;
    case Type::tab:
      return run(Command::flip, now);
    case Type::enter:
      return typed_.empty() ? press_square(cursor_, now) : submit_typed(now);
    case Type::backspace:
      if (!typed_.empty()) typed_.pop_back();
      return;
    case Type::escape:
    case Type::mouse_cancel:
      if (!typed_.empty()) return typed_.clear();
      if (in_hand_) return in_hand_.reset();
      return session_->move_now();
    case Type::interrupt:
      if (session_->is_thinking() && session_->has_human()) return session_->move_now();
      return run(Command::quit, now);
    case Type::mouse_press:
      mouse_down_ = true;
      if (const auto square = layout.square_under(event.x, event.y, flipped_)) {
        cursor_ = *square;
        press_square(*square, now);
      }
      return;
    case Type::mouse_release: {  // a drag ends on another square; a click on the same one
      const bool press_was_seen = std::exchange(mouse_down_, false);
      const auto square = layout.square_under(event.x, event.y, flipped_);
      if (square && !press_was_seen) {  // a quick click: ncurses kept only its end
        cursor_ = *square;
        press_square(*square, now);
      } else if (square && in_hand_ && *square != *in_hand_ && *square != cursor_) {
        cursor_ = *square;
        press_square(*square, now);
      }
      return;
    }
    case Type::character:
      break;
  }
  const std::u32string_view starts = U"abcdefghknpqNBRQKOP0";
  if (!typed_.empty() || starts.find(event.ch) != starts.npos) {
    if (event.ch > U' ' && event.ch < 0x7F && typed_.size() < 12)
      typed_ += static_cast<char>(event.ch);
    return;
  }
  for (const CommandInfo& info : kCommands)
    if (info.key == event.ch) return run(info.command, now);
}

void App::submit_typed(TimePoint now) {
  const std::string text = std::exchange(typed_, "");
  // A lone small letter is no move; who types "h" wants the key H.
  const char32_t key =
      text.size() == 1 ? static_cast<char32_t>(std::toupper(static_cast<unsigned char>(text[0])))
                       : U'\0';
  for (const CommandInfo& info : kCommands)
    if (info.word == text || (key != 0 && info.key == key)) return run(info.command, now);
  if (session_->outcome()) return say("The game is over; m for a new one, u to take back.", true);
  if (!session_->is_human_turn()) return say("It is not your turn.", true);
  const auto move = parse_typed_move(session_->position(), text);
  if (!move) return say(move.error().message, true);
  play_move(*move, now);
}

void App::run(Command command, TimePoint now) {
  switch (command) {
    case Command::undo:
      in_hand_.reset();
      if (!session_->undo(now)) return say("Nothing to take back.", true);
      after_change();
      return say("Taken back.");
    case Command::redo:
      in_hand_.reset();
      if (!session_->redo(now)) return say("Nothing to play again.", true);
      after_change();
      return say("Played again.");
    case Command::hint:
      if (!session_->is_human_turn()) return say("Hints are for your own turn.", true);
      session_->request_hint();
      return say("Looking for a good move ...");
    case Command::evaluation:
      shows_evaluation_ = !shows_evaluation_;
      return session_->set_evaluating(shows_evaluation_);
    case Command::thinking:
      shows_thinking_ = !shows_thinking_;
      return;
    case Command::flip:
      flipped_ = !flipped_;
      return;
    case Command::castle_left:
      return castle(true, now);
    case Command::castle_right:
      return castle(false, now);
    case Command::go:
      return toggle_pause_or_move_now(now);
    case Command::draw:
      return offer_draw(now);
    case Command::resign:
      if (session_->outcome() || !session_->has_human()) return;
      dialog_ = Question{Question::Purpose::resign, "Resign this game?", ""};
      return;
    case Command::save:
      dialog_ = Prompt{Prompt::Purpose::save, "Save under which name?", "", ""};
      return;
    case Command::open:
      dialog_ = Prompt{Prompt::Purpose::open, "Open which file?", "", ""};
      return;
    case Command::export_file:
      dialog_ = Prompt{Prompt::Purpose::export_file, "Write to which file? (.fen or .pgn)", "", ""};
      return;
    case Command::theme:
      ++theme_;
      return;
    case Command::menu:
      leave_game();
      unfinished_ = play::Autosave::find_unfinished(options_.state);
      menu_.set_resumable(unfinished_.has_value());
      menu_.select_row(Menu::Row::begin);
      message_.clear();
      return;
    case Command::help:
      dialog_ = HelpPage{};
      return;
    case Command::quit:
      if (session_->outcome() || session_->game().ply() == 0) {
        done_ = true;
        return;
      }
      dialog_ = Question{Question::Purpose::quit, "Quit?",
                         autosave_->keeps() ? "The game is kept and offered again next time."
                                            : std::string(play::kNotKept) + "."};
      return;
  }
}

void App::move_cursor(int right, int up) {
  if (flipped_) right = -right, up = -up;
  const int file = std::clamp(index(file_of(cursor_)) + right, 0, 7);
  const int rank = std::clamp(index(rank_of(cursor_)) + up, 0, 7);
  cursor_ = make_square(chess::file_at(file), chess::rank_at(rank));
}

void App::press_square(Square square, TimePoint now) {
  if (session_->outcome()) return say("The game is over; m for a new one, u to take back.", true);
  if (!session_->is_human_turn()) return say("It is not your turn.", true);
  const Piece piece = session_->position().piece_on(square);
  const bool own = piece != Piece::none && color_of(piece) == session_->position().side_to_move();
  if (in_hand_) {
    const Square from = *std::exchange(in_hand_, std::nullopt);
    if (square == from) return;
    std::vector<Move> moves;
    for (const auto& [target, move] : destinations(session_->game(), from))
      if (target == square || (move.is_castling() && move.to() == square)) moves.push_back(move);
    if (moves.size() > 1) {
      dialog_ = PromotionPicker{from, square, 0};
      return;
    }
    if (!moves.empty()) return play_move(moves[0], now);
    if (!own) {
      in_hand_ = from;
      return say("That piece cannot go there.", true);
    }
  }
  if (!own) return say("Pick up one of your own pieces.", true);
  if (destinations(session_->game(), square).empty())
    return say(session_->position().in_check() ? "You are in check; that piece cannot help."
                                               : "That piece has no legal move.",
               true);
  in_hand_ = square;
  message_.clear();
}

void App::play_move(Move move, TimePoint now) {
  in_hand_.reset();
  for (const auto& [target, choice] : destinations(session_->game(), move.from()))
    if (choice == move) cursor_ = target;
  session_->play(move, now);
  after_change();
}

void App::castle(bool to_the_left, TimePoint now) {
  if (!session_->is_human_turn()) return say("It is not your turn.", true);
  const auto side =
      to_the_left != flipped_ ? chess::CastlingSide::queen : chess::CastlingSide::king;
  for (const Move m : chess::legal_moves(session_->position()))
    if (m.is_castling() && chess::Position::castling_side(m) == side) return play_move(m, now);
  say(fmt::format("You cannot castle to the {} now.", to_the_left ? "left" : "right"), true);
}

void App::toggle_pause_or_move_now(TimePoint now) {
  if (session_->has_human()) return session_->move_now();
  session_->set_paused(!session_->is_paused(), now);
  say(session_->is_paused() ? "Paused; Space goes on." : "");
}

void App::offer_draw(TimePoint now) {
  if (session_->outcome() || !session_->has_human()) return;
  if (!session_->only_human()) {
    dialog_ = Question{Question::Purpose::agree_draw, "Do both players agree to a draw?", ""};
    return;
  }
  if (!session_->is_human_turn()) return say("Offer a draw when it is your turn.", true);
  if (!session_->agent_accepts_draw()) return say("Your opponent declines the draw.");
  session_->agree_draw(now);
  after_change();
}

// ---- dialogs

void App::handle_dialog(const Event& event, TimePoint now) {
  if (event.type == Type::interrupt) {
    if (const auto* q = std::get_if<Question>(&dialog_); q && q->purpose == Question::Purpose::quit)
      done_ = true;
    dialog_ = {};
    return;
  }
  if (auto* prompt = std::get_if<Prompt>(&dialog_)) return handle_prompt(*prompt, event, now);
  if (const auto* question = std::get_if<Question>(&dialog_)) {
    const bool yes = event.type == Type::enter || event.ch == U'y' || event.ch == U'Y';
    const bool no = event.type == Type::escape || event.ch == U'n' || event.ch == U'N';
    if (yes || no) answer(*question, yes, now);
    return;
  }
  if (auto* picker = std::get_if<PromotionPicker>(&dialog_)) {
    const std::u32string_view letters = U"qrbn";
    if (event.type == Type::character) {
      const auto found = letters.find(event.ch | 0x20);
      if (found == letters.npos) return;
      picker->choice = static_cast<int>(found);
    } else if (event.type == Type::left || event.type == Type::up) {
      picker->choice = (picker->choice + 3) % 4;
      return;
    } else if (event.type == Type::right || event.type == Type::down) {
      picker->choice = (picker->choice + 1) % 4;
      return;
    } else if (event.type == Type::escape || event.type == Type::mouse_cancel) {
      dialog_ = {};
      return;
    } else if (event.type != Type::enter) {
      return;
    }
    return pick_promotion(PromotionPicker(*picker), now);
  }
  if (event.type == Type::enter || event.type == Type::escape || event.type == Type::character)
    dialog_ = {};  // the help page
}

void App::pick_promotion(const PromotionPicker& picker, TimePoint now) {
  dialog_ = {};
  for (const auto& [target, move] : destinations(session_->game(), picker.from))
    if (target == picker.to && move.promotion_type() == kPromotionTypes[picker.choice])
      return play_move(move, now);
}

void App::handle_prompt(Prompt& prompt, const Event& event, TimePoint now) {
  if (event.type == Type::escape) {
    dialog_ = {};
  } else if (event.type == Type::enter) {
    submit_prompt(prompt, now);
  } else if (event.type == Type::backspace) {
    std::u32string chars = decode_utf8(prompt.text);
    if (!chars.empty()) chars.pop_back();
    prompt.text = encode_utf8(chars);
  } else if (event.type == Type::character && event.ch >= U' ') {
    prompt.text += encode_utf8(std::u32string(1, event.ch));
    prompt.error.clear();
  }
}

void App::submit_prompt(Prompt prompt, TimePoint now) {
  const auto fail = [&](std::string why) {
    prompt.error = std::move(why);
    dialog_ = prompt;
  };
  dialog_ = {};
  if (prompt.purpose == Prompt::Purpose::menu_value) {
    const Menu::Row row = menu_.selected();
    const std::string before = std::exchange(menu_.text(row), prompt.text);
    if (const auto checked = menu_.check_text(row); !checked) {
      menu_.text(row) = before;
      fail(checked.error().message);
    }
    return;
  }
  if (prompt.text.empty()) return fail("A name is needed; Esc to go back.");
  if (prompt.purpose == Prompt::Purpose::open) {
    auto record = play::load_record(prompt.text);
    if (!record) return fail(record.error().message);
    start_game(std::move(*record), now);
    if (session_) say("Opened " + prompt.text + ".");
    return;
  }
  pending_name_ = prompt.text;
  if (std::filesystem::path(pending_name_).extension().empty()) pending_name_ += ".pgn";
  std::error_code error;
  if (std::filesystem::exists(pending_name_, error)) {
    dialog_ = Question{Question::Purpose::overwrite, "Overwrite the file?", pending_name_};
    return;
  }
  if (!save_to(pending_name_, false)) fail(message_);
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

void App::answer(Question question, bool yes, TimePoint now) {
  dialog_ = {};
  switch (question.purpose) {
    case Question::Purpose::overwrite:
      if (yes)
        save_to(pending_name_, true);
      else
        say("Not saved.");
      return;
    case Question::Purpose::resign:
      if (!yes) return;
      session_->resign(session_->only_human().value_or(session_->position().side_to_move()), now);
      return after_change();
    case Question::Purpose::agree_draw:
      if (!yes) return;
      session_->agree_draw(now);
      return after_change();
    case Question::Purpose::quit:
      done_ = yes;
      return;
    case Question::Purpose::resume:
      if (yes) return resume(now);
      play::Autosave::archive(*unfinished_);
      unfinished_.reset();
      menu_.set_resumable(false);
      menu_.select_row(Menu::Row::begin);
      return;
  }
}

}  // namespace rookery::tui
