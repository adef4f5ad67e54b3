#include "uci/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <istream>
#include <ostream>

#include "base/printable.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "uci/info_text.h"
#include "uci/words.h"

namespace rookery::uci {

using chess::Game;
using chess::Move;
using search::OptionSpec;
using search::SearchInfo;
using search::SearchResult;

namespace {

const OptionSpec* find(const std::vector<OptionSpec>& specs, std::string_view name) {
  const auto found = std::find_if(specs.begin(), specs.end(), [&](const OptionSpec& spec) {
    return same_name(spec.name, name);
  });
  return found == specs.end() ? nullptr : &*found;
}

std::string option_line(const OptionSpec& spec) {
  const std::string head = "option name " + spec.name + " type ";
  const std::string value = spec.default_value.empty() ? "<empty>" : spec.default_value;
  switch (spec.type) {
    case OptionSpec::Type::check:
      return head + "check default " + value;
    case OptionSpec::Type::spin:
      return fmt::format("{}spin default {} min {} max {}", head, value, spec.min, spec.max);
    case OptionSpec::Type::combo: {
      std::string line = head + "combo default " + value;
      for (const std::string& choice : spec.choices) line += " var " + choice;
      return line;
    }
    case OptionSpec::Type::button:
      return head + "button";
    case OptionSpec::Type::string:
      break;
  }
  return head + "string default " + value;
}

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result(text.substr(0, kLongest));
  for (char& c : result)
    if (!std::isprint(static_cast<unsigned char>(c))) c = '?';
  return result + (text.size() > kLongest ? "..." : "");
}

/// The value as the option's type allows it, or what is expected.
Result<std::string, Error> checked_value(const OptionSpec& spec, const std::string& value) {
  const auto expected = [&](const std::string& what) {
    return Unexpected{
        Error{"option " + spec.name + ": expected " + what + ", not '" + printable(value) + "'"}};
  };
  switch (spec.type) {
    case OptionSpec::Type::check:
      if (same_name(value, "true")) return std::string("true");
      if (same_name(value, "false")) return std::string("false");
      return expected("true or false");
    case OptionSpec::Type::spin: {
      int number = 0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (error != std::errc{} || end != value.data() + value.size() || number < spec.min ||
          number > spec.max)
        return expected(fmt::format("a number from {} to {}", spec.min, spec.max));
      return std::to_string(number);
    }
    case OptionSpec::Type::combo:
      for (const std::string& choice : spec.choices)
        if (same_name(choice, value)) return choice;
      return expected("one of its choices");
    case OptionSpec::Type::button:
      return std::string();
    case OptionSpec::Type::string:
      break;
  }
  return value == "<empty>" ? std::string() : value;
}

/// Perft in pieces small enough for `stop` to be noticed.
std::uint64_t perft_until_stopped(const chess::Position& position, int depth,
                                  const search::Control& control) {
  constexpr int kPiece = 4;
  if (depth <= kPiece) return chess::perft(position, depth);
  std::uint64_t nodes = 0;
  for (const Move move : chess::legal_moves(position)) {
    if (control.should_stop()) break;
    chess::Position next = position;
    next.make_move(move);
    nodes += perft_until_stopped(next, depth - 1, control);
  }
  return nodes;
}

constexpr std::string_view kCommands[] = {"uci",      "debug", "isready", "setoption", "ucinewgame",
                                          "position", "go",    "stop",    "ponderhit", "quit",
                                          "d",        "eval",  "bench",   "register"};

bool is_command(std::string_view word) {
  return std::find(std::begin(kCommands), std::end(kCommands), word) != std::end(kCommands);
}

}  // namespace

/// Turns reports into info lines, and remembers the last exact one about the best line.
class Server::Reporter final : public search::InfoSink {
 public:
  Reporter(Server& server, const Game& game) : server_(server), game_(game) {}

  void on_info(const SearchInfo& info) override {
    if (!info.text.empty()) return server_.complain(info.text);
    report(info, playable(game_, info.pv));
  }
  void on_progress(const SearchInfo& info) override { server_.send(progress_text(info)); }
  /// The last word before bestmove, unless it would only repeat the last report.
  void conclude(const SearchInfo& info, const std::vector<Move>& pv) {
    if (last_depth_ != info.depth || last_pv_ != pv || !same_score(info.score)) report(info, pv);
  }

 private:
  bool same_score(const search::Score& score) const {
    return last_score_.mate == score.mate &&
           (score.mate != 0 || last_score_.centipawns == score.centipawns);
  }
  void report(const SearchInfo& info, const std::vector<Move>& pv) {
    server_.send(info_text(info, pv, game_.is_chess960(), server_.settings_.show_wdl));
    if (info.multi_pv != 1) return;
    last_depth_ = info.bound == search::Bound::exact ? info.depth : -1;
    last_score_ = info.score;
    last_pv_ = pv;
  }

  Server& server_;
  const Game& game_;
  int last_depth_ = -1;
  search::Score last_score_;
  std::vector<Move> last_pv_;
};

Server::Server(ServerSetup setup, std::ostream& out) : setup_(std::move(setup)), out_(out) {
  if (auto made = switch_agent(setup_.agents.at(0)); !made) throw FatalError{made.error().message};
}

Server::~Server() { finish(); }

void Server::run(std::istream& in) {
  for (std::string line; std::getline(in, line);)
    if (!handle(line)) return;
  // "echo go depth 8 | rookery" deserves an answer; an endless search would never give one.
  if (!endless_ && !control_.is_pondering() && thread_.joinable()) thread_.join();
}

bool Server::handle(std::string_view line) {
  if (!is_busy()) apply_waiting_options();

  // Words that are no command are skipped, as UCI asks: "hello isready" is "isready".
  Words words(line);
  std::string_view command;
  while (!words.empty() && !is_command(command)) command = words.next();

  if (command == "uci") {
    identify();
  } else if (command == "isready") {
    // Options that wait for a search which was told to stop come first, not on the next one's
    // clock.
    if (!waiting_options_.empty() && control_.should_stop()) {
      finish();
      apply_waiting_options();
    }
    send("readyok");
  } else if (command == "setoption") {
    set_option(words);
  } else if (command == "ucinewgame") {
    finish();
    agent_->new_game();
    game_ = Game(chess::Position::initial(), settings_.chess960);
  } else if (command == "position") {
    set_position(words);
  } else if (command == "go") {
    go(words);
  } else if (command == "stop" || command == "ponderhit") {
    const std::lock_guard lock(release_mutex_);
    command == "stop" ? control_.stop() : control_.ponder_hit();
    released_.notify_all();
  } else if (command == "quit") {
    finish();
    return false;
  } else if (command == "d") {
    show_board();
  } else if (command == "eval") {
    show_evaluation();
  } else if (command == "bench" && setup_.bench) {
    finish();
    endless_ = false;
    control_.reset();
    start([this] {
      const std::string report = setup_.bench(control_);
      busy_.store(false, std::memory_order_release);
      send(report);
    });
  } else if (!command.empty() && !is_command(command)) {
    complain("unknown command '" + printable(line) + "'");
  }
  return true;
}

void Server::send(std::string_view line) {
  const std::lock_guard lock(out_mutex_);
  out_ << line << '\n' << std::flush;
}

// Options.

std::vector<OptionSpec> Server::own_options() const {
  using Type = OptionSpec::Type;
  std::vector<OptionSpec> specs = {
      {"Agent", Type::combo, setup_.agents.at(0), 0, 0, setup_.agents},
      {"Ponder", Type::check, "false", 0, 0, {}},
      {"MultiPV", Type::spin, "1", 1, 256, {}},
      {"UCI_Chess960", Type::check, "false", 0, 0, {}},
      {"UCI_ShowWDL", Type::check, "false", 0, 0, {}},
  };
  if (setup_.open_book) {
    specs.push_back({"OwnBook", Type::check, "false", 0, 0, {}});
    specs.push_back({"BookFile", Type::string, "", 0, 0, {}});
  }
  return specs;
}

void Server::complain(std::string_view text) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    send("info string " + rookery::printable(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void Server::identify() {
  send("id name " + setup_.name);
  send("id author " + setup_.author);
  const std::vector<OptionSpec> own = own_options();
  for (const OptionSpec& spec : own) send(option_line(spec));
  for (const OptionSpec& spec : agent_options_)
    if (find(own, spec.name) == nullptr) send(option_line(spec));
  send("uciok");
}

void Server::set_option(Words words) {
  if (words.next() != "name") return complain("setoption: expected 'name'");
  std::string name;
  while (!words.empty() && words.peek() != "value")
    name += (name.empty() ? "" : " ") + std::string(words.next());
  words.next();
  const std::string value(words.rest());
  if (is_busy() || !waiting_options_.empty())  // in the order in which they came
    waiting_options_.emplace_back(name, value);
  else
    apply_option(name, value);
}

void Server::apply_option(std::string_view name, const std::string& value) {
  const std::vector<OptionSpec> own = own_options();
  const OptionSpec* const own_spec = find(own, name);
  const OptionSpec* const spec = own_spec != nullptr ? own_spec : find(agent_options_, name);
  if (spec == nullptr) {
    // GUIs set all options that were announced, also when another agent plays: it is kept for
    // later.
    const OptionSpec* const announced = find(known_options_, name);
    if (announced == nullptr) return complain("no option '" + printable(name) + "'");
    const auto checked = checked_value(*announced, value);
    if (!checked) return complain(checked.error().message);
    if (announced->type != OptionSpec::Type::button) agent_settings_[announced->name] = *checked;
    return;
  }
  const auto checked = checked_value(*spec, value);
  if (!checked) return complain(checked.error().message);
  const std::string exact_name = spec->name;
  const bool keep = own_spec == nullptr && spec->type != OptionSpec::Type::button;
  const auto applied = own_spec != nullptr ? apply_own_option(exact_name, *checked)
                                           : agent_->set_option(exact_name, *checked);
  if (!applied) {
    if (exact_name == "SyzygyPath") agent_settings_.erase(exact_name);  // the old one is gone
    return complain(applied.error().message);
  }
  if (keep) agent_settings_[exact_name] = *checked;
}

void Server::apply_waiting_options() {
  for (const auto& [name, value] : std::exchange(waiting_options_, {})) apply_option(name, value);
}

Result<Ok, Error> Server::apply_own_option(std::string_view name, const std::string& value) {
  const bool on = value == "true";
  if (name == "Agent") return switch_agent(value);
  if (name == "MultiPV") settings_.multi_pv = std::stoi(value);
  if (name == "UCI_ShowWDL") settings_.show_wdl = on;
  if (name == "OwnBook") settings_.own_book = on;
  if (name == "UCI_Chess960") {
    settings_.chess960 = on;
    Game game(game_.start(), on);
    for (const Move move : game_.moves()) game.play(move);
    game_ = std::move(game);
  }
  if (name == "BookFile") {
    if (value.empty()) {
      book_ = nullptr;
    } else {
      auto book = setup_.open_book(value);
      if (!book) return Unexpected{book.error()};  // the old one stays
      book_ = *std::move(book);
    }
  }
  return Ok{};
}

Result<Ok, Error> Server::switch_agent(const std::string& name) {
  auto made = setup_.make_agent(name);
  if (!made) return Unexpected{made.error()};
  agent_ = *std::move(made);
  agent_options_ = agent_->options();
  for (const OptionSpec& spec : agent_options_)
    if (find(known_options_, spec.name) == nullptr) known_options_.push_back(spec);
  for (const auto& [option, value] : agent_settings_)
    if (find(agent_options_, option) != nullptr)
      if (const auto applied = agent_->set_option(option, value); !applied)
        complain(applied.error().message);
  return Ok{};
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
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    text += static_cast<char>('1' + rank);
    for (int file = 0; file < 8; ++file) {
      const auto piece = position.piece_on(chess::square_at(rank * 8 + file));
      text += ' ';
      text += piece == chess::Piece::none ? '.' : chess::piece_char(piece);
    }
    text += '\n';
  }
  send(fmt::format("{}  a b c d e f g h\nFen: {}\nKey: {:016x}", text, notation::to_fen(position),
                   position.key()));
}

void Server::show_evaluation() {
  if (is_busy()) return complain("eval: not while searching");
  const auto breakdown = agent_->explain(game_.position());
  if (!breakdown) return complain(std::string(agent_->name()) + " has no static evaluation");
  std::string text = fmt::format("{:<24}{:>10}{:>10}{:>10}\n", "term", "white", "black", "sum");
  for (const eval::Term& term : breakdown->terms)
    text += fmt::format("{:<24}{:>10.2f}{:>10.2f}{:>10.2f}\n", term.name, term.white, term.black,
                        term.white - term.black);
  send(fmt::format("{}total {:.2f} {} (White's view)", text, breakdown->total, breakdown->unit));
}

// Thinking.

void Server::start(std::function<void()> work) {
  finish();
  busy_.store(true, std::memory_order_release);
  thread_ = std::thread(std::move(work));
}

void Server::finish() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(release_mutex_);
    control_.stop();
    released_.notify_all();
  }
  thread_.join();
}

void Server::go(Words words) {
  const auto received = std::chrono::steady_clock::now();
  finish();  // a GUI that forgot to stop still gets one bestmove for each go
  apply_waiting_options();
  GoCommand command = parse_go(words, game_.position());
  for (const std::string& complaint : command.complaints) complain(printable(complaint));
  search::Limits& limits = command.limits;
  limits.multi_pv = settings_.multi_pv;
  limits.received = received;
  const bool limited = limits.depth || limits.nodes || limits.move_time || limits.mate ||
                       limits.has_clock(game_.position().side_to_move());
  endless_ = command.perft == 0 && (limits.infinite || !limited);
  control_.reset(limits.ponder);  // here, so that a stop that follows at once is not lost
  start([this, game = game_, command = std::move(command)] {
    command.perft > 0 ? count_moves(game, command.perft) : think(game, command.limits);
  });
}

Move Server::book_move(const Game& game, const search::Limits& limits) const {
  const bool free_choice =
      !limits.infinite && !limits.ponder && !limits.mate && limits.search_moves.empty();
  return settings_.own_book && book_ && free_choice ? book_(game) : Move();
}

void Server::think(const Game& game, const search::Limits& limits) {
  const bool chess960 = game.is_chess960();
  Reporter reporter(*this, game);
  SearchResult result;
  const bool over = !chess::has_legal_move(game.position());
  if (over) {
    send(game.position().in_check() ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
  } else if (const Move move = book_move(game, limits)) {
    complain("book move");
    result.best = move;
    result.info.depth = 1;
  } else {
    result = agent_->think(game, limits, control_, reporter);
  }

  // In infinite and ponder mode the GUI decides when it wants to know, whatever was found.
  if (limits.infinite || limits.ponder) {
    std::unique_lock lock(release_mutex_);
    released_.wait(lock, [&] {
      return control_.should_stop() || (!limits.infinite && !control_.is_pondering());
    });
  }

  std::string answer = "bestmove (none)";
  if (result.failure) complain(*result.failure);
  if (!over && (!result.best || !game.position().is_legal(result.best))) {
    complain(std::string(agent_->name()) + " gave no legal move");
  } else if (!over) {
    std::vector<Move> pv = playable(game, result.info.pv);
    if (pv.empty() || pv[0] != result.best) pv = playable(game, {result.best, result.ponder});
    result.info.multi_pv = 1;
    result.info.bound = search::Bound::exact;
    reporter.conclude(result.info, pv);
    answer = "bestmove " + notation::to_uci(pv[0], chess960);
    if (pv.size() > 1) answer += " ponder " + notation::to_uci(pv[1], chess960);
  }
  // From here on the agent is free again: the GUI may act on bestmove at once.
  busy_.store(false, std::memory_order_release);
  send(answer);
}

void Server::count_moves(const Game& game, int depth) {
  std::uint64_t nodes = 0;
  for (const Move move : chess::legal_moves(game.position())) {
    if (control_.should_stop()) break;
    chess::Position next = game.position();
    next.make_move(move);
    const std::uint64_t below = perft_until_stopped(next, depth - 1, control_);
    send(fmt::format("{}: {}", notation::to_uci(move, game.is_chess960()), below));
    nodes += below;
  }
  busy_.store(false, std::memory_order_release);
  send(fmt::format("\nNodes searched: {}\n", nodes));
}

}  // namespace rookery::uci
