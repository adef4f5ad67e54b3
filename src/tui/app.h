// App: the state of the terminal game and how events change it. Draws nothing; see view.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "play/save.h"
#include "play/session.h"
#include "tui/commands.h"
#include "tui/event.h"
#include "tui/layout.h"
#include "tui/menu.h"

namespace rookery::tui {

/// A line to be typed.
struct Prompt {
  enum class Purpose { save, open, export_file, menu_value } purpose = Purpose::save;
  std::string title;
  std::string text;
  std::string error;
};
/// Yes or no.
struct Question {
  enum class Purpose { overwrite, resign, agree_draw, quit, resume } purpose = Purpose::quit;
  std::string text;
  std::string detail;
};
struct PromotionPicker {
  chess::Square from = chess::Square::none, to = chess::Square::none;
  int choice = 0;  ///< index into kPromotionTypes
};
struct HelpPage {};
using Dialog = std::variant<std::monostate, Prompt, Question, PromotionPicker, HelpPage>;

inline constexpr chess::PieceType kPromotionTypes[] = {
    chess::PieceType::queen, chess::PieceType::rook, chess::PieceType::bishop,
    chess::PieceType::knight};

struct Options {
  std::optional<play::GameRecord> record;             ///< none: the menu comes first
  std::optional<std::filesystem::path> resumed_file;  ///< the autosave that `record` came from
  std::optional<std::filesystem::path> state = play::state_directory();  ///< none: nothing is kept
  bool unicode = true;
  bool colour = true;
  std::size_t theme = 0;
  std::uint64_t seed = 0;
  play::AgentFactory factory;
};

/// Where a piece may go: the square to choose on the board, and the move it means.
using Destination = std::pair<chess::Square, chess::Move>;
std::vector<Destination> destinations(const chess::Game& game, chess::Square from);

/// SAN, UCI or piece+from+to (pe2e4); the error is for the person.
Result<chess::Move, Error> parse_typed_move(const chess::Position& position,
                                            const std::string& text);

class App {
 public:
  /// `wake` is called from other threads when update() should be called soon.
  App(Options options, std::function<void()> wake, play::TimePoint now);
  ~App();

  void handle(const Event& event, const Layout& layout, play::TimePoint now);
  /// Takes in what agents and clocks did; true if the screen must be drawn again.
  bool update(play::TimePoint now);
  /// When update() must be called even if nothing happens; none: never.
  std::optional<play::Milliseconds> next_update(play::TimePoint now) const;
  bool is_done() const { return done_; }

  // What the view shows.
  bool in_menu() const { return session_ == nullptr; }
  const Menu& menu() const { return menu_; }
  const play::Session& session() const { return *session_; }
  const Dialog& dialog() const { return dialog_; }
  chess::Square cursor() const { return cursor_; }
  std::optional<chess::Square> in_hand() const { return in_hand_; }
  bool is_flipped() const { return flipped_; }
  bool shows_evaluation() const { return shows_evaluation_; }
  bool shows_thinking() const { return shows_thinking_; }
  const std::string& typed() const { return typed_; }
  const std::string& message() const { return message_; }
  bool message_is_error() const { return message_is_error_; }
  /// Lines of the move list scrolled back from its end.
  int list_scroll() const { return list_scroll_; }
  std::size_t theme() const { return theme_; }
  bool unicode() const { return options_.unicode; }
  bool colour() const { return options_.colour; }
  /// The unfinished game on disk, after the end of the program.
  std::string farewell() const;

 private:
  void handle_menu(const Event& event, play::TimePoint now);
  void handle_game(const Event& event, const Layout& layout, play::TimePoint now);
  void handle_dialog(const Event& event, play::TimePoint now);
  void handle_prompt(Prompt& prompt, const Event& event, play::TimePoint now);
  void submit_prompt(Prompt prompt, play::TimePoint now);
  void answer(Question question, bool yes, play::TimePoint now);
  void pick_promotion(const PromotionPicker& picker, play::TimePoint now);
  void run(Command command, play::TimePoint now);
  void submit_typed(play::TimePoint now);

  void press_square(chess::Square square, play::TimePoint now);
  void move_cursor(int right, int up);
  void play_move(chess::Move move, play::TimePoint now);
  void castle(bool to_the_left, play::TimePoint now);
  void toggle_pause_or_move_now(play::TimePoint now);
  void offer_draw(play::TimePoint now);

  void start_game(play::GameRecord record, play::TimePoint now,
                  const std::optional<std::filesystem::path>& adopt = {});
  /// Opens the menu for the players of a game whose file names one that cannot be had.
  void ask_who_plays(play::GameRecord record, chess::Color missing,
                     const std::optional<std::filesystem::path>& adopt);
  void leave_game();
  void resume(play::TimePoint now);
  void offer_resumption();
  /// After every change of the game: save, and say what happened.
  void after_change();
  void say(std::string message, bool is_error = false);
  bool save_to(const std::string& name, bool overwrite);
  std::string file_text(const std::string& name) const;
  std::uint64_t next_seed() { return ++options_.seed * 0x9E3779B97F4A7C15u; }

  Options options_;
  std::function<void()> wake_;
  Menu menu_;
  Dialog dialog_;
  chess::Square cursor_ = chess::Square::e2;
  std::optional<chess::Square> in_hand_;
  bool flipped_ = false, shows_evaluation_ = false, shows_thinking_ = true, done_ = false;
  bool mouse_down_ = false;
  std::string typed_, message_, pending_name_;
  bool message_is_error_ = false;
  int list_scroll_ = 0;
  std::size_t theme_ = 0;
  std::optional<std::filesystem::path> unfinished_;
  /// A game that waits for its players, and the autosave that it came from.
  std::optional<play::GameRecord> waiting_;
  std::optional<std::filesystem::path> waiting_file_;
  std::unique_ptr<play::Autosave> autosave_;
  std::unique_ptr<play::Session> session_;
};

}  // namespace rookery::tui
