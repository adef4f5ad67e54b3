#include "uci/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <istream>
#include <ostream>

#include "base/printable.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "notation/words.h"
#include "uci/go_command.h"

namespace rookery::uci {

using chess::Game;
using chess::Move;

namespace {

/// What somebody typed, as it is shown in a complaint.
std::string shortened(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return std::string(text.substr(0, kLongest)) + (text.size() > kLongest ? "..." : "");
}

constexpr std::string_view kCommands[] = {"uci",      "debug", "isready", "setoption", "ucinewgame",
                                          "position", "go",    "stop",    "ponderhit", "quit",
                                          "d",        "eval",  "bench",   "register"};

bool is_command(std::string_view word) {
  return std::find(std::begin(kCommands), std::end(kCommands), word) != std::end(kCommands);
}

}  // namespace

Server::Server(ServerSetup setup, std::ostream& out)
    : setup_(std::move(setup)),
      out_(out),
      options_(own_options()),
      thinking_([this](std::string_view lines) { send(lines); }) {
  if (auto made = switch_agent(setup_.agents.at(0)); !made) throw FatalError{made.error().message};
}

void Server::run(std::istream& in) {
  for (std::string line; std::getline(in, line);)
    if (!handle(line)) return;
  // "echo go depth 8 | rookery" deserves an answer; what would go on and on ends here.
  if (!thinking_.is_pondering()) thinking_.wait(last_patience_);
  thinking_.finish();
}

bool Server::handle(std::string_view line) {
  if (!thinking_.is_busy()) set_waiting_options();

  // Words that are no command are skipped, as UCI asks: "hello isready" is "isready".
  Words words(line);
  std::string_view command;
  while (!words.empty() && !is_command(command)) command = words.next();

  if (command == "uci") {
    identify();
  } else if (command == "isready") {
    // Options that wait for a search which was told to stop come first, not on the next one's
    // clock.
    if (!waiting_options_.empty() && thinking_.is_stopping()) {
      thinking_.finish();
      set_waiting_options();
    }
    send("readyok");
  } else if (command == "setoption") {
    const auto option = parse_set_option(words);
    if (!option)
      complain(option.error().message);
    else if (thinking_.is_busy() || !waiting_options_.empty())  // in the order in which they came
      waiting_options_.push_back(*option);
    else
      set_option(*option);
  } else if (command == "ucinewgame") {
    thinking_.finish();
    agent().new_game();
    game_ = Game(chess::Position::initial(), settings_.chess960);
  } else if (command == "position") {
    set_position(words);
  } else if (command == "go") {
    go(words);
  } else if (command == "stop") {
    thinking_.stop();
  } else if (command == "ponderhit") {
    thinking_.ponder_hit();
  } else if (command == "quit") {
    thinking_.finish();
    return false;
  } else if (command == "d") {
    show_board();
  } else if (command == "eval") {
    show_evaluation();
  } else if (command == "bench" && setup_.bench) {
    bench();
  } else if (!command.empty() && !is_command(command)) {
    complain("unknown command '" + shortened(line) + "'");
  }
  return true;
}

void Server::send(std::string_view lines) {
  const std::lock_guard lock(out_mutex_);
  out_ << lines << '\n' << std::flush;
}

void Server::complain(std::string_view text) { send(complaint(text)); }

void Server::identify() {
  const bool plain = setup_.flagship.empty() || agent_name_ == setup_.flagship;
  send("id name " + setup_.name + (plain ? "" : " " + shortened(agent_name_)));
  send("id author " + setup_.author);
  for (const std::string& line : options_.announce())
    if (shows_lines() || !line.starts_with("option name MultiPV ")) send(line);
  send("uciok");
}

// Options.

std::vector<search::Option> Server::own_options() {
  using search::OptionSpec;
  std::vector<search::Option> table = {
      {OptionSpec::combo("Agent", setup_.agents.at(0), setup_.agents),
       [this](const std::string& value) { return switch_agent(value); }},
      {OptionSpec::check("Ponder", false), [](const std::string&) { return Ok{}; }},
      {OptionSpec::spin("MultiPV", 1, 1, 256),
       [this](const std::string& value) -> Result<Ok, Error> {
         if (value != "1" && !shows_lines())
           return Unexpected{Error{"option MultiPV: " + agent_name_ + " shows one line"}};
         settings_.multi_pv = std::stoi(value);
         return Ok{};
       }},
      {OptionSpec::check("UCI_Chess960", false),
       [this](const std::string& value) {
         settings_.chess960 = value == "true";
         Game game(game_.start(), settings_.chess960);
         for (const Move move : game_.moves()) game.play(move);
         game_ = std::move(game);
         return Ok{};
       }},
      search::switch_option("UCI_ShowWDL", settings_.show_wdl)};
  if (!setup_.open_book) return table;
  table.push_back(search::switch_option("OwnBook", settings_.own_book));
  table.push_back({OptionSpec::text("BookFile"), [this](const std::string& path) {
                     if (path.empty()) {
                       book_ = nullptr;
                       return Result<Ok, Error>(Ok{});
                     }
                     auto book = setup_.open_book(path);
                     if (!book)
                       return Result<Ok, Error>(Unexpected{book.error()});  // the old stays
                     book_ = *std::move(book);
                     return Result<Ok, Error>(Ok{});
                   }});
  return table;
}

void Server::set_option(const SetOption& option) {
  if (const auto set = options_.set(agent(), option); !set) complain(set.error().message);
}

void Server::set_waiting_options() {
  for (const SetOption& option : std::exchange(waiting_options_, {})) set_option(option);
}

Result<Ok, Error> Server::switch_agent(const std::string& name) {
  auto made = setup_.make_agent(name);
  if (!made) return Unexpected{made.error()};
  for (const Error& error : options_.take_over(**made)) complain(error.message);
  thinking_.set_agent(*std::move(made));
  agent_name_ = name;
  return Ok{};
}

search::Agent& Server::agent() {
  if (!thinking_.agent())
    if (const auto made = switch_agent(agent_name_); !made) throw FatalError{made.error().message};
  return *thinking_.agent();
}

// The position.

void Server::set_position(Words words) {
  chess::Position start = chess::Position::initial();
  const std::string_view kind = words.next();
  if (kind == "fen") {
    std::string fen;
    while (!words.empty() && words.peek() != "moves") fen += std::string(words.next()) + " ";
    auto parsed = notation::parse_fen(std::string_view(fen).substr(0, fen.size() - !fen.empty()));
    if (!parsed) return complain("position: " + parsed.error().message);
    start = *parsed;
  } else if (kind != "startpos") {
    return complain("position: expected 'startpos' or 'fen'");
  }
  if (!settings_.chess960 && waiting_options_.empty() && notation::needs_chess960(start))
    complain("position: castling here needs the option UCI_Chess960");
  Game game(start, settings_.chess960);
  while (!words.empty() && words.next() != "moves") {
  }
  while (!words.empty()) {
    const auto move = notation::parse_uci_move(game.position(), words.peek());
    if (!move)
      return complain(fmt::format("position: move {}: {}", game.ply() + 1, move.error().message));
    game.play(*move);
    words.next();
  }
  game_ = std::move(game);
}

void Server::show_board() {
  const chess::Position& position = game_.position();
  send(fmt::format("{}   {}\nFen: {}\nKey: {:016x}", notation::board_rows(position, false),
                   notation::file_letters(false), notation::to_fen(position), position.key()));
}

void Server::show_evaluation() {
  if (thinking_.is_busy()) return complain("eval: not while searching");
  const auto breakdown = agent().explain(game_.position());
  if (!breakdown) return complain(std::string(agent().name()) + " has no static evaluation");
  std::string text = fmt::format("{:<24}{:>10}{:>10}{:>10}\n", "term", "white", "black", "sum");
  for (const eval::Term& term : breakdown->terms)
    text += fmt::format("{:<24}{:>10.2f}{:>10.2f}{:>10.2f}\n", term.name, term.white, term.black,
                        term.white - term.black);
  send(fmt::format("{}total {:.2f} {} (White's view)", text, breakdown->total, breakdown->unit));
}

// Thinking.

void Server::go(Words words) {
  const auto received = std::chrono::steady_clock::now();
  thinking_.finish();  // a GUI that forgot to stop still gets one bestmove for each go
  set_waiting_options();
  agent();
  const GoCommand command = parse_go(words, game_.position());
  for (const std::string& text : command.complaints) complain(shortened(text));
  search::Limits limits = command.limits;
  limits.multi_pv = shows_lines() ? settings_.multi_pv : 1;
  limits.received = received;
  const chess::Color side = game_.position().side_to_move();
  if (limits.is_timed(side) && !limits.infinite)
    last_patience_ = std::nullopt;
  else
    last_patience_ =
        command.perft > 0 || limits.is_limited(side) ? setup_.patience : search::Milliseconds(0);
  if (command.perft > 0) return thinking_.count_moves(game_, command.perft);
  thinking_.go({game_, limits, book_move(limits), settings_.show_wdl});
}

void Server::bench() {
  thinking_.finish();
  agent();
  last_patience_ = std::nullopt;
  thinking_.perform(setup_.bench);
}

Move Server::book_move(const search::Limits& limits) const {
  const bool free_choice =
      !limits.infinite && !limits.ponder && !limits.mate && limits.search_moves.empty();
  return settings_.own_book && book_ && free_choice ? book_(game_) : Move();
}

}  // namespace rookery::uci
