// The commands of a game: one table behind the keys, the typed words, the footer and the help.
#pragma once

#include <span>
#include <string_view>

namespace rookery::tui {

enum class Command {
  undo,
  redo,
  hint,
  evaluation,
  thinking,
  flip,
  castle_left,
  castle_right,
  go,
  draw,
  resign,
  save,
  open,
  export_file,
  theme,
  menu,
  help,
  quit
};

struct CommandInfo {
  Command command;
  char32_t key;            ///< 0: no key of its own
  std::string_view keys;   ///< as shown
  std::string_view word;   ///< as typed
  std::string_view label;  ///< in the footer; empty = only in the help
  std::string_view help;
};

// Letters that begin a typed move (a-h, k, n, p, q, N B R Q K O P) are not keys, so that "e4",
// "Nf3" and "pe2e4" can simply be typed.
inline constexpr CommandInfo kCommands[] = {
    {Command::undo, U'u', "u", "undo", "undo", "take back your move and the reply"},
    {Command::redo, U'y', "y", "redo", "redo", "play what was taken back again"},
    {Command::hint, U'H', "H", "hint", "hint", "ask the engine for a move, and why"},
    {Command::evaluation, U'E', "E", "eval", "eval", "evaluation bar on or off"},
    {Command::thinking, U'T', "T", "thinking", "think", "engine's thinking on or off"},
    {Command::flip, U'F', "F", "flip", "flip", "turn the board round"},
    {Command::castle_left, U'l', "l", "left", "", "castle to the left"},
    {Command::castle_right, U'r', "r", "right", "", "castle to the right"},
    {Command::go, U' ', "Space", "go", "", "engine: move now; two engines: pause"},
    {Command::draw, U'=', "=", "draw", "", "offer a draw"},
    {Command::resign, U'X', "X", "resign", "", "resign"},
    {Command::save, U's', "s", "save", "save", "save the game under a name you give"},
    {Command::open, U'o', "o", "open", "", "open a saved game, any PGN, or a FEN"},
    {Command::export_file, U'w', "w", "write", "", "write the position (.fen) or game (.pgn)"},
    {Command::theme, U'C', "C", "colors", "", "next colours of the board"},
    {Command::menu, U'm', "m", "menu", "menu", "menu: new game (this one is kept)"},
    {Command::help, U'?', "?", "help", "help", "this page"},
    {Command::quit, 0, "Ctrl-C", "quit", "", "quit (the game is kept); engine: move now"},
};

}  // namespace rookery::tui
