#include "tui/plain.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "notation/words.h"
#include "play/typed_path.h"
#include "play/words.h"
#include "tui/canvas.h"
#include "tui/coach.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;

namespace {

constexpr const char* kHelp =
    "A move: e4, Nf3, O-O, e8=Q, e2e4 or pe2e4.\n"
    "board         show the position\n"
    "moves         list the legal moves\n"
    "pieces        name the pieces and their squares\n"
    "history       the game so far\n"
    "clock         both clocks\n"
    "hint          a good move, and why\n"
    "undo, redo    take back your move and the reply; play them again\n"
    "fen, pgn      the position, the game\n"
    "save FILE     save the game (a file that exists is kept; 'save! FILE' replaces)\n"
    "draw, resign  offer a draw; give up\n"
    "flip          turn the board round\n"
    "quit          stop; the game is kept\n";

bool read_line(std::FILE* in, std::string& line) {
  line.clear();
  for (int c; (c = std::fgetc(in)) != EOF;) {
    if (c == '\n') return true;
    if (c != '\r') line += static_cast<char>(c);
  }
  return !line.empty();
}

/// A person's answer; even here only names, for answers are pasted too.
Result<play::PlayerSpec, Error> read_player(const std::string& text) {
  if (text == "human") return play::PlayerSpec();
  for (const play::Level& level : play::levels())
    if (text == std::to_string(level.number))
      return play::PlayerSpec(play::NamedSpec::of_level(level.number, 0));
  auto named = play::NamedSpec::parse(text);
  if (!named) return Unexpected{named.error()};
  return play::PlayerSpec(*std::move(named));
}

/// Lets the reading thread sleep until an agent's thread has something.
class Bell {
 public:
  void ring() {
    {
      const std::lock_guard lock(mutex_);
      rung_ = true;
    }
    condition_.notify_one();
  }
  void wait_for(play::Milliseconds time) {
    std::unique_lock lock(mutex_);
    condition_.wait_for(lock, time, [this] { return rung_; });
    rung_ = false;
  }

 private:
  std::mutex mutex_;
  std::condition_variable condition_;
  bool rung_ = false;
};

class PlainGame {
 public:
  PlainGame(PlainOptions options, std::FILE* in, std::FILE* out)
      : options_(std::move(options)),
        in_(in),
        out_(out),
        autosave_(options_.state),
        session_(std::move(options_.record), options_.agents, [this] { bell_.ring(); }),
        flipped_(Menu::plays_black(session_.setup())) {
    if (options_.resumed_file) autosave_.adopt(*options_.resumed_file);
  }

  int run() {
    if (!autosave_.keeps()) fmt::print(stderr, "rookery: play: {}\n", play::kNotKept);
    session_.begin(now());
    if (!options_.moves_only) {
      print("{} against {}. Type 'help' for the commands.\n",
            session_.setup().player(Color::white).title(),
            session_.setup().player(Color::black).title());
      show_board();
    }
    for (;;) {
      let_agents_move();
      if (session_.outcome()) break;
      if (!options_.moves_only)
        print("{} to move{}.\n", notation::color_name(session_.position().side_to_move()),
              session_.position().in_check() ? ", in check" : "");
      std::fflush(out_);
      std::string line;
      if (!read_line(in_, line) || !obey(line)) break;
    }
    if (const auto outcome = session_.outcome()) {
      if (!session_.failure().empty())
        fmt::print(stderr, "rookery: play: {}\n", printable(session_.failure()));
      if (!options_.moves_only)
        print("{}\n", notation::outcome_text(*outcome));
      else
        print("{}\n", chess::result_text(*outcome));
    } else if (session_.game().ply() > 0 && !autosave_.problem().empty()) {
      fmt::print(stderr, "rookery: play: your game is not kept: {}\n",
                 printable(autosave_.problem()));
    } else if (!options_.moves_only && session_.game().ply() > 0 && autosave_.keeps()) {
      print("Your game is kept in {}\n", autosave_.file().string());
    }
    std::fflush(out_);
    return session_.failure().empty() && autosave_.problem().empty() ? 0 : 1;
  }

 private:
  static play::TimePoint now() { return std::chrono::steady_clock::now(); }
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    // Names, failures and comments come from files and engines.
    fmt::print(out_, "{}", printable_lines(fmt::format(format, std::forward<Args>(args)...)));
  }

  void save() {
    const bool was_told = !autosave_.problem().empty();
    if (const auto saved = autosave_.save(session_.record()); !saved && !was_told)
      fmt::print(stderr, "rookery: play: not kept: {}\n", printable(saved.error().message));
  }

  void show_board() { print("{}", board_text(session_.position(), flipped_, options_.unicode)); }

  /// Waits for the agents and tells what they played, until a person must decide.
  void let_agents_move() {
    while (!session_.outcome() && !session_.is_human_turn()) {
      const auto ply = session_.game().ply();
      bell_.wait_for(session_.until_next_change(now()).value_or(std::chrono::seconds(10)));
      session_.poll(now());
      if (session_.game().ply() != ply) announce();
    }
    session_.poll(now());  // a flag may have fallen while a person thought
  }

  /// The last move, saved and told.
  void announce() {
    save();
    const chess::Game& game = session_.game();
    const chess::Position& before = game.position_after(game.ply() - 1);
    const Move move = game.moves().back();
    if (options_.moves_only) {
      print("{}\n", notation::to_uci(move, game.is_chess960()));
    } else {
      print("{}: {}. ({})\n", notation::color_name(before.side_to_move()),
            notation::spoken_move(before, move), notation::to_san(before, move));
      if (const auto& info = session_.record().plies.back().info)
        print("{}\n", play::evaluated_text(*info));
    }
    std::fflush(out_);
  }

  /// False: stop.
  bool obey(const std::string& line) {
    const auto first = line.find_first_not_of(" \t");
    if (first == line.npos) return true;
    const auto end = line.find_last_not_of(" \t");
    const std::string text = line.substr(first, end - first + 1);
    const auto space = text.find(' ');
    const std::string word = text.substr(0, space);
    const std::string rest =
        space == text.npos ? "" : text.substr(text.find_first_not_of(' ', space));

    const chess::Position& position = session_.position();
    if (word == "quit" || word == "exit") return false;
    if (word == "help" || word == "?") {
      print("{}", kHelp);
    } else if (word == "board") {
      show_board();
    } else if (word == "flip") {
      flipped_ = !flipped_;
      show_board();
    } else if (word == "moves") {
      std::string list;
      for (const Move m : chess::legal_moves(position)) list += notation::to_san(position, m) + ' ';
      for (const std::string& l : wrap(list, 79)) print("{}\n", l);
    } else if (word == "pieces") {
      tell_pieces();
    } else if (word == "history") {
      for (const std::string& l :
           wrap(notation::line_text(session_.game().start(), session_.game().moves(),
                                    session_.game().ply()),
                79))
        print("{}\n", l);
    } else if (word == "clock") {
      tell_clock();
    } else if (word == "fen") {
      print("{}\n", notation::to_fen(position));
    } else if (word == "pgn") {
      print("{}", play::record_to_pgn(session_.record()));
    } else if (word == "hint") {
      tell_hint();
    } else if (word == "undo" || word == "redo") {
      if (word == "undo" ? session_.undo(now()) : session_.redo(now())) {
        save();
        show_board();
      } else {
        print("Nothing to {}.\n", word);
      }
    } else if (word == "save" || word == "save!") {
      save_as(rest, word == "save!");
    } else if (word == "resign") {
      session_.resign(session_.only_human().value_or(position.side_to_move()), now());
      save();
    } else if (word == "draw") {
      if (!session_.only_human() || session_.agent_accepts_draw()) {
        session_.agree_draw(now());
        save();
      } else {
        print("Your opponent declines the draw.\n");
      }
    } else {
      session_.poll(now());
      if (session_.outcome()) return true;  // too late: the flag has fallen
      const auto typed = parse_typed_move(position, text);
      if (!typed || !typed->move) {
        print_wrapped((typed ? "say the piece, such as " + text + "=Q" : typed.error().message) +
                      "; try 'moves' or 'help'.");
        return true;
      }
      session_.play(typed->move, now());
      if (options_.moves_only)
        save();
      else
        announce();
    }
    return true;
  }

  void tell_pieces() {
    for (const Color c : chess::kColors) {
      std::string list;
      for (int t = 5; t >= 0; --t)
        for (int s = 0; s < 64; ++s) {
          const auto square = chess::square_at(s);
          if (session_.position().piece_on(square) !=
              chess::make_piece(c, static_cast<chess::PieceType>(t)))
            continue;
          list += fmt::format("{}{} {}{}", list.empty() ? "" : ", ",
                              notation::piece_name(static_cast<chess::PieceType>(t)),
                              chess::file_char(file_of(square)), chess::rank_char(rank_of(square)));
        }
      for (const std::string& l : wrap(fmt::format("{}: {}.", notation::color_name(c), list), 79))
        print("{}\n", l);
    }
  }

  void tell_clock() {
    if (!session_.setup().clock) {
      print("There is no clock.\n");
      return;
    }
    print("White {}, Black {}.\n", play::clock_text(session_.left(Color::white, now())),
          play::clock_text(session_.left(Color::black, now())));
  }

  void print_wrapped(const std::string& text) {
    for (const std::string& line : wrap(text, 79)) print("{}\n", line);
  }

  void tell_hint() {
    session_.request_hint();
    while (session_.is_hint_coming() && !session_.outcome()) {
      bell_.wait_for(session_.until_next_change(now()).value_or(std::chrono::seconds(10)));
      session_.poll(now());
    }
    if (!session_.hint()) return;
    const search::SearchInfo hint = *session_.hint();
    const chess::Position position = session_.position();
    const std::string proven = hint.pv.empty() ? "" : proven_reason(hint.pv[0]);
    print_wrapped(
        fmt::format("Hint: {}, {} ({}). {}{}The line: {}",
                    notation::line_text(position, hint.pv, 1), play::reason_text(position, hint),
                    play::score_text(hint.score.for_white(position.side_to_move())), proven,
                    proven.empty() ? "" : " ", notation::line_text(position, hint.pv, 6)));
  }

  /// What can be proven of a move; empty if nothing can, or if the game ends meanwhile.
  std::string proven_reason(chess::Move move) {
    Coach coach([this] { bell_.ring(); }, {});
    coach.explain(session_.game(), move);
    while (!session_.outcome()) {
      if (auto text = coach.take_explanation()) return *std::move(text);
      bell_.wait_for(session_.until_next_change(now()).value_or(std::chrono::seconds(10)));
      session_.poll(now());
    }
    return "";
  }

  void save_as(const std::string& name, bool overwrite) {
    if (name.empty()) {
      print("Save under which name? 'save game.pgn'\n");
      return;
    }
    const std::string file = play::name_to_save(name).string();
    const std::string text = play::record_to_pgn(session_.record());
    const auto saved = overwrite ? write_file(file, text) : play::write_new_file(file, text);
    print("{}\n", saved ? "Saved " + file : saved.error().message);
  }

  PlainOptions options_;
  std::FILE *in_, *out_;
  Bell bell_;
  play::Autosave autosave_;
  play::Session session_;
  bool flipped_;
};

}  // namespace

std::string board_text(const chess::Position& position, bool flipped, bool unicode) {
  const auto figurine = [](chess::Piece p) {
    return encode_utf8(std::u32string(1, (color_of(p) == Color::white ? U'\u2659' : U'\u265F') -
                                             static_cast<char32_t>(index(type_of(p)))));
  };
  return notation::board_rows(position, flipped, "", unicode ? +figurine : notation::piece_letter) +
         fmt::format("\n   {}\n", notation::file_letters(flipped));
}

bool ask_for_players(play::GameRecord& record, std::FILE* in, std::FILE* out) {
  std::string line;
  while (const auto missing = record.missing_player()) {
    play::PlayerSpec& player = record.setup.players[index(*missing)];
    fmt::print(out,
               "{} is '{}' in the file, whom nobody here knows.\n"
               "Who shall play? human, a level from 1 to {}, or an agent's name:\n",
               notation::color_name(*missing), player.title(), play::levels().size());
    std::fflush(out);
    if (!read_line(in, line)) return false;
    auto chosen = read_player(line);
    if (chosen)
      player = *std::move(chosen);
    else
      fmt::print(out, "{}\n", chosen.error().message);
  }
  return true;
}

int run_plain(PlainOptions options, std::FILE* in, std::FILE* out) {
  return PlainGame(std::move(options), in, out).run();
}

}  // namespace rookery::tui
