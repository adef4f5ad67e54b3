// What events do in a game.
#include <fmt/format.h>

#include <algorithm>

#include "chess/movegen.h"
#include "notation/text.h"
#include "tui/app.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::Square;
using play::TimePoint;
using Type = Event::Type;

namespace {

constexpr const char* kOver = "The game is over: v reviews it; 'rematch', 'menu', 'undo', 'save'.";

}  // namespace

void App::handle_game(const Event& event, const Layout& layout, TimePoint now) {
  const bool watching = !session_->has_human();
  if (event.type == Type::right && watching) return run(Command::step, "", now);
  if (handle_arrow(event)) return;
  switch (event.type) {
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
    case Type::interrupt:
      if (session_->is_thinking() && !watching) return session_->move_now();
      return run(Command::quit, "", now);
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
      const bool quick_click = square && !press_was_seen;  // ncurses kept only its end
      if (quick_click || (square && in_hand_ && *square != *in_hand_ && *square != cursor_)) {
        cursor_ = *square;
        press_square(*square, now);
      }
      return;
    }
    default:
      break;
  }
  if (handle_line(event, now)) return;
  if (event.type == Type::enter) return press_square(cursor_, now);
  if (event.type != Type::escape && event.type != Type::mouse_cancel) return;
  if (in_hand_) return in_hand_.reset();
  if (!queued_.empty()) {
    queued_.clear();
    return say("The queued move is dropped.");
  }
  session_->move_now();
}

void App::submit_move(const std::string& text, TimePoint now) {
  if (session_->outcome()) return say(kOver, true);
  if (!session_->has_human()) return say("Two engines play; you watch.", true);
  if (!session_->is_human_turn()) {
    queued_ = text;
    return say(fmt::format("{} waits for your turn; Esc drops it.", text));
  }
  const auto typed = parse_typed_move(session_->position(), text);
  if (!typed) return say(typed.error().message, true);
  if (typed->move) return play_move(typed->move, now);
  dialog_ = PromotionPicker{typed->from, typed->to, 0};
}

void App::play_queued(TimePoint now) {
  if (queued_.empty() || !session_->is_human_turn()) return;
  const std::string text = std::exchange(queued_, "");
  in_hand_.reset();
  const auto typed = parse_typed_move(session_->position(), text);
  if (!typed) return say("Queued move: " + typed.error().message, true);
  if (typed->move) return play_move(typed->move, now);
  dialog_ = PromotionPicker{typed->from, typed->to, 0};
}

void App::run_in_game(Command command, const std::string& argument, TimePoint now) {
  switch (command) {
    case Command::undo:
      in_hand_.reset();
      queued_.clear();
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
      forget_hint();
      session_->request_hint();
      return say("Looking for a good move ...");
    case Command::evaluation:
      shows_evaluation_ = !shows_evaluation_;
      return session_->set_evaluating(shows_evaluation_);
    case Command::thinking:
      shows_thinking_ = !shows_thinking_;
      return;
    case Command::castle_left:
      return castle(true, now);
    case Command::castle_right:
      return castle(false, now);
    case Command::go:
      if (session_->has_human()) return session_->move_now();
      session_->set_paused(!session_->is_paused(), now);
      return say(session_->is_paused() ? "Paused: Space goes on, '.' or Right makes one move."
                                       : "");
    case Command::step:
      if (session_->has_human()) return say("Steps are for watching two engines.", true);
      if (session_->is_paused())
        session_->step(now);
      else
        session_->set_paused(true, now);
      return message_.clear();
    case Command::faster:
    case Command::slower:
      if (session_->has_human()) return say("The speed is for watching two engines.", true);
      return change_pace(command == Command::faster);
    case Command::draw:
      return offer_draw(now);
    case Command::resign:
      if (session_->outcome()) return say(kOver, true);
      if (!session_->has_human()) return say("Two engines play; you watch.", true);
      dialog_ = Question{Question::Purpose::resign, "Resign this game?", ""};
      return;
    case Command::save:
      return ask_to_save(Prompt::Purpose::save, argument, now);
    case Command::write:
      return ask_to_save(Prompt::Purpose::write, argument, now);
    case Command::rematch:
      if (!session_->outcome() && session_->game().ply() > 0)
        return say("First end this game: 'resign', or 'menu' keeps it.", true);
      return rematch(now);
    default:
      return;
  }
}

void App::change_pace(bool faster) {
  constexpr int kPaces[] = {0, 250, 500, 1000, 2000, 5000, 10'000};
  const int now = preferences_.pace_ms;
  int next = now;
  for (const int pace : kPaces) {
    if (faster && pace < now) next = pace;
    if (!faster && pace > now && next == now) next = pace;
  }
  remember({{"pace_ms", next}});
  session_->set_pace(pace());
  say(next == 0 ? "As fast as they think." : fmt::format("{:g} seconds a move.", next / 1000.0));
}

bool App::handle_arrow(const Event& event) {
  if (event.type == Type::up)
    move_cursor(0, 1);
  else if (event.type == Type::down)
    move_cursor(0, -1);
  else if (event.type == Type::left)
    move_cursor(-1, 0);
  else if (event.type == Type::right)
    move_cursor(1, 0);
  else
    return false;
  return true;
}

void App::move_cursor(int right, int up) {
  if (flipped_) right = -right, up = -up;
  const int file = std::clamp(index(file_of(cursor_)) + right, 0, 7);
  const int rank = std::clamp(index(rank_of(cursor_)) + up, 0, 7);
  cursor_ = make_square(chess::file_at(file), chess::rank_at(rank));
}

void App::queue_square(Square square) {
  const Piece piece = session_->position().piece_on(square);
  const bool own = piece != Piece::none && color_of(piece) == session_->only_human();
  if (in_hand_ && *in_hand_ != square && !own) {
    queued_ = notation::square_name(*std::exchange(in_hand_, std::nullopt)) +
              notation::square_name(square);
    return say(fmt::format("{} waits for your turn; Esc drops it.", queued_));
  }
  if (!own) return say("It is not your turn.", true);
  if (in_hand_ == square)
    in_hand_.reset();
  else
    in_hand_ = square;
}

void App::press_square(Square square, TimePoint now) {
  if (session_->outcome()) return say(kOver, true);
  if (!session_->has_human()) return say("Two engines play; you watch.", true);
  if (!session_->is_human_turn()) return queue_square(square);
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
      return say(fmt::format("No: {}.", why_not(session_->position(), from, square)), true);
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
  if (session_->outcome()) return say(kOver, true);
  if (!session_->is_human_turn()) return say("It is not your turn.", true);
  const auto side =
      to_the_left != flipped_ ? chess::CastlingSide::queen : chess::CastlingSide::king;
  for (const Move m : chess::legal_moves(session_->position()))
    if (m.is_castling() && chess::Position::castling_side(m) == side) return play_move(m, now);
  say(fmt::format("You cannot castle to the {} now.", to_the_left ? "left" : "right"), true);
}

void App::offer_draw(TimePoint) {
  if (session_->outcome()) return say(kOver, true);
  if (!session_->has_human()) return say("Two engines play; you watch.", true);
  if (session_->only_human() && !session_->is_human_turn())
    return say("Offer a draw when it is your turn.", true);
  dialog_ =
      Question{Question::Purpose::draw,
               session_->only_human() ? "Offer a draw?" : "Do both players agree to a draw?", ""};
}

}  // namespace rookery::tui
