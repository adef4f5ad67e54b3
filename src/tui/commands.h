// The commands of a game: one table behind the keys, the typed words, the footer and the help.
//
// Letters and digits are always text: they go to the line below the board, and nothing happens
// before Enter. So a word can be typed without a letter of it acting as a key, and every key that
// acts at once (arrows, function keys, signs) is one with which neither a word nor a move begins.
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
  step,
  faster,
  slower,
  draw,
  resign,
  save,
  write,
  open,
  games,
  edit,
  colors,
  bell,
  rematch,
  review,
  menu,
  help,
  quit
};

struct CommandInfo {
  Command command;
  std::string_view word;   ///< typed, then Enter
  std::string_view brief;  ///< one letter that may be typed for it; no move has one letter
  int function;            ///< acts at once: F1 to F12; 0 = none
  char32_t sign;           ///< acts at once on an empty line: no letter and no digit; 0 = none
  std::string_view label;  ///< in the footer; empty = only in the help
  std::string_view help;
};

inline constexpr CommandInfo kCommands[] = {
    {Command::undo, "undo", "u", 2, 0, "undo", "take back your move and the reply"},
    {Command::redo, "redo", "y", 3, 0, "", "play again what was taken back"},
    {Command::hint, "hint", "h", 4, 0, "hint", "a good move, and why"},
    {Command::evaluation, "eval", "e", 5, 0, "eval", "evaluation bar on or off"},
    {Command::thinking, "thinking", "t", 6, 0, "", "the engine's thoughts on or off"},
    {Command::flip, "flip", "f", 7, 0, "flip", "turn the board round"},
    {Command::castle_left, "left", "l", 0, 0, "", "castle to the left"},
    {Command::castle_right, "right", "r", 0, 0, "", "castle to the right"},
    {Command::go, "go", "g", 0, U' ', "", "engine: move now; two engines: pause, go on"},
    {Command::step, "step", "i", 0, U'.', "", "two engines: one move, then pause"},
    {Command::faster, "faster", "", 0, U'+', "", "two engines: less time a move"},
    {Command::slower, "slower", "", 0, U'-', "", "two engines: more time a move"},
    {Command::draw, "draw", "d", 0, U'=', "", "offer a draw"},
    {Command::resign, "resign", "x", 0, 0, "", "give up"},
    {Command::save, "save", "s", 0, 0, "save", "save the game under a name; 'save NAME'"},
    {Command::write, "write", "w", 0, 0, "", "write the position (.fen) or game (.pgn)"},
    {Command::open, "open", "o", 0, 0, "", "open a PGN or a FEN; 'open NAME'"},
    {Command::games, "games", "a", 8, 0, "games", "all your games, to go on or to look at"},
    {Command::edit, "edit", "p", 0, 0, "", "put up any position and play from it"},
    {Command::colors, "colors", "c", 0, 0, "", "next colours of the board"},
    {Command::bell, "bell", "b", 0, 0, "", "a sound when it is your turn, on or off"},
    {Command::rematch, "rematch", "n", 0, 0, "", "the same players again, colours changed"},
    {Command::review, "review", "v", 0, 0, "", "judge every move of this game, and say why"},
    {Command::menu, "menu", "m", 9, 0, "menu", "menu: new game (this one is kept)"},
    {Command::help, "help", "k", 1, U'?', "help", "this page"},
    {Command::quit, "quit", "q", 10, 0, "", "leave (the game is kept); also Ctrl-C"},
};

/// By word or brief; null if there is none.
constexpr const CommandInfo* find_command(std::string_view text) {
  for (const CommandInfo& info : kCommands)
    if (text == info.word || (!info.brief.empty() && text == info.brief)) return &info;
  return nullptr;
}

constexpr const CommandInfo& info_of(Command command) {
  return kCommands[static_cast<int>(command)];
}

}  // namespace rookery::tui
