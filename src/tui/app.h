// App: the state of the terminal game and how events change it. Draws nothing; see view.h.
//
// One class over five screens (menu, game, games, replay, editor) and the dialogs above them; each
// has its own file for what events do there: app.cpp holds what they share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "play/preferences.h"
#include "play/save.h"
#include "play/session.h"
#include "tui/coach.h"
#include "tui/commands.h"
#include "tui/dialog.h"
#include "tui/editor.h"
#include "tui/event.h"
#include "tui/games_list.h"
#include "tui/layout.h"
#include "tui/menu.h"
#include "tui/replay.h"
#include "tui/typed_move.h"

namespace rookery::tui {

/// At the usual effort, on all cores.
analysis::ReviewOptions usual_review();

struct Options {
  std::optional<play::GameRecord> record;             ///< none: the menu comes first
  std::optional<std::filesystem::path> resumed_file;  ///< the autosave that `record` came from
  std::optional<std::filesystem::path> file;          ///< to be opened at once, by itself
  std::optional<std::filesystem::path> state = play::state_directory();  ///< none: nothing is kept
  bool unicode = true;
  bool colour = true;
  bool drawn = false;                ///< pieces may be drawn with blocks where squares are large
  std::optional<std::size_t> theme;  ///< none: the one chosen last
  std::uint64_t seed = 0;
  play::AgentPool agents;
  analysis::ReviewOptions review = usual_review();
};

/// The last words for the shell's screen.
struct Farewell {
  std::string text;
  int status = 0;  ///< 1 if a game is lost
};

/// Where a piece may go: the square to choose on the board, and the move it means.
using Destination = std::pair<chess::Square, chess::Move>;
std::vector<Destination> destinations(const chess::Game& game, chess::Square from);

class App {
 public:
  enum class Screen { menu, game, games, replay, editor };

  /// `wake` is called from other threads when update() should be called soon.
  App(Options options, std::function<void()> wake, play::TimePoint now);
  ~App();

  void handle(const Event& event, const Layout& layout, play::TimePoint now);
  /// Takes in what agents and clocks did; true if the screen must be drawn again.
  bool update(play::TimePoint now);
  /// When update() must be called even if nothing happens; none: never.
  std::optional<play::Milliseconds> next_update(play::TimePoint now) const;
  bool is_done() const { return done_; }
  /// Whether the bell shall sound; asked once.
  bool take_bell() { return std::exchange(bell_rings_, false); }

  // What the view shows.
  Screen screen() const { return screen_; }
  bool in_menu() const { return screen_ == Screen::menu; }
  const Menu& menu() const { return menu_; }
  const play::Session& session() const { return *session_; }
  const GamesList& games() const { return *games_; }
  const Replay& replay() const { return *replay_; }
  const Editor& editor() const { return editor_; }
  const Dialog& dialog() const { return dialog_; }
  chess::Square cursor() const { return cursor_; }
  std::optional<chess::Square> in_hand() const { return in_hand_; }
  /// What has been proven of the hint's move; empty if nothing has.
  const std::string& hint_reason() const { return hint_reason_; }
  bool is_flipped() const { return flipped_; }
  bool shows_evaluation() const { return shows_evaluation_; }
  bool shows_thinking() const { return shows_thinking_; }
  const std::string& typed() const { return typed_; }
  const std::string& message() const { return message_; }
  bool message_is_error() const { return message_is_error_; }
  /// A move that waits for the person's turn; empty if there is none.
  const std::string& queued() const { return queued_; }
  std::optional<int> chess960_number() const { return chess960_number_; }
  play::Milliseconds pace() const { return play::Milliseconds(preferences_.pace_ms); }
  /// Lines of the move list scrolled back from its end.
  int list_scroll() const { return list_scroll_; }
  std::size_t theme() const { return theme_; }
  bool unicode() const { return options_.unicode; }
  bool colour() const { return options_.colour; }
  bool drawn() const { return options_.drawn; }
  /// Where the unfinished game is, or why it is nowhere.
  Farewell farewell() const;

 private:
  // Each screen's events.
  void handle_menu(const Event& event, play::TimePoint now);
  void handle_game(const Event& event, const Layout& layout, play::TimePoint now);
  void handle_games(const Event& event, const Layout& layout, play::TimePoint now);
  void handle_replay(const Event& event, play::TimePoint now);
  void handle_editor(const Event& event, const Layout& layout);
  void handle_dialog(const Event& event, const Layout& layout, play::TimePoint now);
  void handle_prompt(Prompt& prompt, const Event& event, play::TimePoint now);
  void submit_prompt(Prompt prompt, play::TimePoint now);
  void answer(Question question, bool yes, play::TimePoint now);
  void pick_promotion(const PromotionPicker& picker, play::TimePoint now);

  // Text and keys, the same on every screen with a line to type in.
  bool handle_line(const Event& event, play::TimePoint now);
  void submit_typed(play::TimePoint now);
  void submit_move(const std::string& text, play::TimePoint now);
  void complete_typed();
  void run(Command command, const std::string& argument, play::TimePoint now);
  void run_anywhere(Command command, const std::string& argument, play::TimePoint now);
  void run_in_game(Command command, const std::string& argument, play::TimePoint now);

  void press_square(chess::Square square, play::TimePoint now);
  void queue_square(chess::Square square);
  void play_queued(play::TimePoint now);
  void move_cursor(int right, int up);
  /// An arrow key; false if it is another event.
  bool handle_arrow(const Event& event);
  void play_move(chess::Move move, play::TimePoint now);
  void castle(bool to_the_left, play::TimePoint now);
  void offer_draw(play::TimePoint now);
  void change_pace(bool faster);
  void rematch(play::TimePoint now);
  void quit();

  void start_game(play::GameRecord record, play::TimePoint now,
                  const std::optional<std::filesystem::path>& adopt = {});
  /// Opens the menu for the players of a game; `why` is said.
  void ask_who_plays(play::GameRecord record, chess::Color asked, std::string why,
                     const std::optional<std::filesystem::path>& adopt);
  void leave_game();
  void resume(play::TimePoint now);
  void offer_resumption();
  void show_menu();
  void show_games();
  /// Goes on with an unfinished game, shows an ended one, lets choose among several.
  Result<Ok, Error> open_file(const std::filesystem::path& path, play::TimePoint now);
  void open_selected_game(play::TimePoint now);
  void show_replay(play::GameRecord record);
  void leave_list();
  /// Judges the moves of the finished game, or of the one that is looked at.
  void review_game();
  void forget_hint();
  /// After every change of the game: save, and say what happened.
  void after_change();
  void say(std::string message, bool is_error = false);
  void ask_to_save(Prompt::Purpose purpose, const std::string& name, play::TimePoint now);
  bool save_to(const std::string& name, bool overwrite);
  std::string file_text(const std::string& name) const;
  void remember(const json::Value& patch);
  std::uint64_t next_seed() { return ++options_.seed * 0x9E3779B97F4A7C15u; }

  Options options_;
  std::function<void()> wake_;
  play::Preferences preferences_;
  Menu menu_;
  Screen screen_ = Screen::menu;
  std::unique_ptr<GamesList> games_;
  std::unique_ptr<Replay> replay_;
  Editor editor_;
  Dialog dialog_;
  chess::Square cursor_ = chess::Square::e2;
  std::optional<chess::Square> in_hand_;
  bool flipped_ = false, shows_evaluation_ = false, shows_thinking_ = true, done_ = false;
  bool mouse_down_ = false, bell_rings_ = false;
  std::string typed_, message_, pending_name_, queued_, hint_reason_;
  bool message_is_error_ = false;
  int list_scroll_ = 0, level_digits_ = 0;
  std::optional<int> chess960_number_;
  std::size_t theme_ = 0;
  std::optional<std::filesystem::path> unfinished_;
  /// A game that waits for its players, and the autosave that it came from.
  std::optional<play::GameRecord> waiting_;
  std::optional<std::filesystem::path> waiting_file_;
  std::unique_ptr<play::Autosave> autosave_;
  std::unique_ptr<play::Session> session_;
  Coach coach_;
};

}  // namespace rookery::tui
