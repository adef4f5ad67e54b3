#include "uci/client.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <thread>

#include "notation/fen.h"
#include "notation/uci_move.h"
#include "uci/info_line.h"
#include "uci/words.h"

namespace rookery::uci {
namespace {

using namespace std::chrono_literals;

/// How often a wait for the engine looks at the Control.
constexpr auto kPollInterval = 20ms;
constexpr auto kQuitPatience = 500ms;

std::string position_command(const chess::Game& game) {
  std::string text = game.start() == chess::Position::initial()
                         ? std::string("position startpos")
                         : "position fen " + notation::to_fen(game.start());
  if (game.ply() > 0) text += " moves";
  for (const chess::Move move : game.moves()) {
    text += ' ';
    text += notation::to_uci(move, game.is_chess960());
  }
  return text;
}

std::string go_command(const search::Limits& limits, bool chess960) {
  std::string text = "go";
  const auto add = [&](const char* key, auto value) { text += fmt::format(" {} {}", key, value); };
  if (limits.ponder) text += " ponder";
  for (const chess::Color c : chess::kColors)
    if (const auto& clock = limits.clock[index(c)]) {
      const bool white = c == chess::Color::white;
      // 0 or less would mean "no clock" to some engines.
      add(white ? "wtime" : "btime", std::max<long>(1, clock->remaining.count()));
      if (clock->increment.count() > 0) add(white ? "winc" : "binc", clock->increment.count());
    }
  if (limits.moves_to_go) add("movestogo", *limits.moves_to_go);
  if (limits.depth) add("depth", *limits.depth);
  if (const auto nodes = limits.nodes ? limits.nodes : limits.soft_nodes) add("nodes", *nodes);
  if (limits.mate) add("mate", *limits.mate);
  if (limits.move_time) add("movetime", limits.move_time->count());
  if (limits.infinite || text == "go") text += " infinite";
  if (!limits.search_moves.empty()) {
    text += " searchmoves";
    for (const chess::Move m : limits.search_moves) text += ' ' + notation::to_uci(m, chess960);
  }
  return text;
}

/// The time the side to move has for this move, if the limits set one.
std::optional<search::Milliseconds> time_limit(const search::Limits& limits, chess::Color side) {
  std::optional<search::Milliseconds> time = limits.move_time;
  if (const auto& clock = limits.clock[index(side)])
    time = std::min(time.value_or(clock->remaining), clock->remaining);
  return time;
}

/// Whether an info line tells the score of the best line, and whether only a bound of it.
bool is_result_line(std::string_view line) {
  const auto multi_pv = line.find(" multipv ");
  return line.find(" score ") != line.npos && line.find(" string ") == line.npos &&
         (multi_pv == line.npos || line.substr(multi_pv + 9).starts_with("1 "));
}
bool has_bound(std::string_view line) { return line.find("erbound") != line.npos; }

}  // namespace

Result<ClientSpec, Error> parse_client_spec(std::string_view text) {
  ClientSpec spec;
  while (!text.empty()) {
    const auto end = std::min(text.find(','), text.size());
    const std::string_view item = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto equals = item.find('=');
    if (equals == item.npos)
      return Unexpected{Error{fmt::format("engine setting '{}' is not KEY=VALUE", item)}};
    const std::string_view key = item.substr(0, equals);
    const std::string value(item.substr(equals + 1));
    if (key == "cmd") {
      spec.command = value;
    } else if (key == "arg") {
      spec.arguments.push_back(value);
    } else if (key == "dir") {
      spec.directory = value;
    } else if (key == "name") {
      spec.name = value;
    } else if (key == "timeout") {
      double seconds = 0;
      const auto [stop, error] =
          std::from_chars(value.data(), value.data() + value.size(), seconds);
      if (error != std::errc{} || stop != value.data() + value.size() ||
          !(seconds > 0 && seconds < 1e7))
        return Unexpected{Error{fmt::format("timeout '{}' is not a number of seconds", value)}};
      spec.answer_timeout = spec.silence_timeout =
          search::Milliseconds(static_cast<long>(seconds * 1000));
    } else if (key.starts_with("option.") && key.size() > 7) {
      spec.options.emplace_back(key.substr(7), value);
    } else {
      return Unexpected{Error{fmt::format(
          "engine setting '{}' is unknown; there are cmd, arg, dir, name, timeout, option.NAME",
          key)}};
    }
  }
  if (auto program = find_program(spec.command); !program) return Unexpected{program.error()};
  return spec;
}

Client::Client(ClientSpec spec)
    : spec_(std::move(spec)),
      name_(spec_.name.empty() ? std::filesystem::path(spec_.command).filename().string()
                               : spec_.name) {}

Client::~Client() { quit(kQuitPatience); }

std::optional<std::string> Client::quit(search::Milliseconds patience) {
  if (!process_) return std::nullopt;
  process_->write_line("quit", Clock::now() + patience);
  protect();
  const std::string end = process_->finish(Clock::now() + patience);
  process_.reset();
  if (end == "exited with status 0") return std::nullopt;
  if (end == "did not exit") return "stall: did not exit after quit and was killed";
  return fmt::format("crash: {} after quit", end);
}

bool Client::kill() {
  const std::lock_guard lock(kill_mutex_);
  return killable_ > 0 && ::kill(-killable_, SIGKILL) == 0;
}

void Client::protect() {
  const std::lock_guard lock(kill_mutex_);
  killable_ = -1;
}

void Client::remember(std::deque<std::string>& lines, std::string_view line, std::size_t keep) {
  constexpr std::size_t kShown = 2000;
  std::string text;
  if (lines.size() >= keep) {  // its memory serves again
    text = std::move(lines.front());
    lines.pop_front();
  }
  text = line.substr(0, kShown);
  lines.push_back(std::move(text));
}

void Client::fail(std::string_view reason) {
  std::string text(reason);
  for (const std::string& line : sent_) text += "\n  sent: " + line;
  for (const std::string& line : received_) text += "\n  received: " + line;
  if (process_) {
    protect();
    process_->finish(Clock::now());
    std::string_view errors = process_->error_output();
    while (!errors.empty()) {
      const auto end = std::min(errors.find('\n'), errors.size());
      if (end > 0) text += fmt::format("\n  stderr: {}", errors.substr(0, end));
      errors.remove_prefix(std::min(end + 1, errors.size()));
    }
  }
  failure_ = std::move(text);
  process_.reset();
}

void Client::read_failure(Subprocess::Read status, std::string_view awaited) {
  switch (status) {
    case Subprocess::Read::timeout:
      return fail(fmt::format("stall: no {} in time", awaited));
    case Subprocess::Read::too_long:
      return fail(fmt::format("garbage: a line longer than {} bytes", Subprocess::kMaxLine));
    default: {
      // A crash closes the pipe before the exit status is there to be read.
      protect();
      const std::string end = process_->finish(Clock::now() + 200ms);
      if (end == "did not exit")
        return fail(fmt::format("lost connection: output closed while {} was due", awaited));
      return fail(fmt::format("crash: {} while {} was due", end, awaited));
    }
  }
}

bool Client::send(std::string_view line, search::Milliseconds patience) {
  remember(sent_, line, 4);
  if (process_->write_line(line, Clock::now() + patience)) return true;
  read_failure(Subprocess::Read::closed, "input");
  return false;
}

bool Client::wait_for(std::string_view word) {
  const auto deadline = Clock::now() + spec_.answer_timeout;
  for (;;) {
    const auto status = process_->read_line(line_, deadline);
    // An engine that floods its output must not put the deadline off.
    if (status != Subprocess::Read::line || Clock::now() >= deadline) {
      read_failure(status == Subprocess::Read::line ? Subprocess::Read::timeout : status, word);
      return false;
    }
    remember(received_, line_, 4);
    std::string_view rest = line_;
    const std::string_view first = next_word(rest);
    if (first == word) return true;
    if (first == "option") parse_option(rest);
    if (first == "id" && next_word(rest) == "name" && spec_.name.empty()) {
      const auto begin = rest.find_first_not_of(' ');
      if (begin != rest.npos) name_ = rest.substr(begin);
    }
  }
}

void Client::parse_option(std::string_view line) {
  // The name may hold spaces, so the keywords delimit the values.
  search::OptionSpec option;
  std::string* target = nullptr;
  std::string type, minimum, maximum;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    if (word == "name" && option.name.empty()) {
      target = &option.name;
    } else if (word == "type") {
      target = &type;
    } else if (word == "default") {
      target = &option.default_value;
    } else if (word == "min") {
      target = &minimum;
    } else if (word == "max") {
      target = &maximum;
    } else if (word == "var") {
      target = &option.choices.emplace_back();
    } else if (target) {
      if (!target->empty()) *target += ' ';
      *target += word;
    }
  }
  using Type = search::OptionSpec::Type;
  constexpr std::pair<const char*, Type> kTypes[] = {{"check", Type::check},
                                                     {"spin", Type::spin},
                                                     {"combo", Type::combo},
                                                     {"button", Type::button},
                                                     {"string", Type::string}};
  for (const auto& [text, value] : kTypes)
    if (type == text) option.type = value;
  std::from_chars(minimum.data(), minimum.data() + minimum.size(), option.min);
  std::from_chars(maximum.data(), maximum.data() + maximum.size(), option.max);
  if (!option.name.empty()) options_.push_back(std::move(option));
}

bool Client::send_option(std::string_view option, std::string_view value) {
  const auto* offered = search::find_option(options_, option);
  if (!offered) {
    fail(fmt::format("no start: the engine has no option '{}'", option));
    return false;
  }
  if (offered->type == search::OptionSpec::Type::button)
    return send(fmt::format("setoption name {}", offered->name), spec_.answer_timeout);
  return send(fmt::format("setoption name {} value {}", offered->name, value),
              spec_.answer_timeout);
}

Result<Ok, Error> Client::start() {
  if (process_) return Ok{};
  failure_.reset();
  sent_.clear();
  received_.clear();
  options_.clear();
  multi_pv_ = 1;
  chess960_ = false;
  std::vector<std::string> argv{spec_.command};
  argv.insert(argv.end(), spec_.arguments.begin(), spec_.arguments.end());
  auto process = Subprocess::start(argv, spec_.directory);
  if (!process) {
    failure_ = "no start: " + process.error().message;
    return Unexpected{Error{*failure_}};
  }
  process_ = std::move(*process);
  {
    const std::lock_guard lock(kill_mutex_);
    killable_ = process_->pid();
  }
  const bool ready =
      send("uci", spec_.answer_timeout) && wait_for("uciok") &&
      std::ranges::all_of(spec_.options,
                          [&](const auto& o) { return send_option(o.first, o.second); }) &&
      send("isready", spec_.answer_timeout) && wait_for("readyok");
  if (!ready) return Unexpected{Error{*failure_}};
  return Ok{};
}

Result<Ok, Error> Client::set_option(std::string_view option, std::string_view value) {
  if (auto started = start(); !started) return started;
  if (!search::find_option(options_, option))
    return Unexpected{Error{fmt::format("engine {} has no option '{}'", name_, option)}};
  spec_.options.emplace_back(option, value);
  if (!send_option(option, value)) return Unexpected{Error{*failure_}};
  return Ok{};
}

void Client::new_game() {
  if (!start()) return;  // think() tells it
  if (send("ucinewgame", spec_.answer_timeout) && send("isready", spec_.answer_timeout))
    wait_for("readyok");
}

search::SearchResult Client::think(const chess::Game& game, const search::Limits& given,
                                   search::Control& control, search::InfoSink& sink) {
  const search::Limits limits = given.with_usual_time(game.position().side_to_move());
  search::SearchResult result;
  const auto failed = [&] {
    result.failure = std::exchange(failure_, std::nullopt);
    return result;
  };
  if (failure_) return failed();
  if (!start()) return failed();
  if (limits.multi_pv != multi_pv_) {
    if (!send_option("MultiPV", std::to_string(limits.multi_pv))) return failed();
    multi_pv_ = limits.multi_pv;
  }
  if (game.is_chess960() != chess960_) {
    chess960_ = game.is_chess960();
    if (!send_option("UCI_Chess960", chess960_ ? "true" : "false")) return failed();
  }
  received_.clear();
  sent_.clear();
  const auto patience = spec_.answer_timeout;
  const std::string position = position_command(game);
  const std::string go = go_command(limits, game.is_chess960());
  // What the engine still had to say about an earlier search comes before its readyok, so that a
  // second bestmove is not taken for this one's. All in one write: nobody waits for the answer.
  for (const std::string_view line :
       {std::string_view("isready"), std::string_view(position), std::string_view(go)})
    remember(sent_, line, 4);
  if (!process_->write_line("isready\n" + position + '\n' + go, Clock::now() + patience)) {
    read_failure(Subprocess::Read::closed, "input");
    return failed();
  }

  const chess::Position& root = game.position();
  const auto budget = time_limit(limits, root.side_to_move());
  auto deadline = Clock::now() + (budget ? *budget + patience : spec_.silence_timeout);
  bool untimed = limits.infinite || limits.ponder;
  bool pondering = limits.ponder, stopped = false, answers_us = false;
  // Nobody listens: of all lines only the last is wanted, and only it is parsed. This and the rest
  // below keep matches cheap, where the runner shares the machine with the engines.
  const bool unheard = !sink.listens();
  std::string last_line;
  // With a fixed time the move will hardly be there before its end, so that one wake-up for all
  // lines until then is enough: a wake-up costs more than all that is done in it.
  if (unheard && limits.move_time)
    std::this_thread::sleep_for(std::min(*limits.move_time * 9 / 10, search::Milliseconds(30)));
  for (;;) {
    const auto now = Clock::now();
    if (!stopped && control.should_stop()) {
      stopped = true;
      untimed = false;
      deadline = now + patience;
      if (!send("stop", patience)) return failed();
    } else if (pondering && !control.is_pondering()) {
      pondering = false;
      untimed = limits.infinite;
      deadline = now + (budget ? *budget + patience : spec_.silence_timeout);
      if (!send("ponderhit", patience)) return failed();
    }
    const auto wake = stopped   ? deadline
                      : untimed ? now + kPollInterval
                                : std::min(deadline, now + kPollInterval);
    const auto status = process_->read_line(line_, wake);
    const bool expired = !untimed && Clock::now() >= deadline;
    if (status == Subprocess::Read::timeout && !expired) continue;
    if (status != Subprocess::Read::line) {
      read_failure(status, "bestmove");
      return failed();
    }
    remember(received_, line_, 4);
    std::string_view rest = line_;
    const std::string_view word = next_word(rest);
    if (word == "readyok") {
      answers_us = true;
    } else if (!answers_us) {
      // of an earlier search
    } else if (word == "info") {
      if (unheard) {
        if (is_result_line(rest) && (last_line.empty() || !has_bound(rest))) last_line = rest;
      } else if (auto info = parse_info(rest, root)) {
        sink.on_info(*info);
        if (info->text.empty() && info->multi_pv == 1 &&
            (info->bound == search::Bound::exact || result.info.depth == 0))
          result.info = std::move(*info);
      }
      if (!budget && !untimed && !stopped) deadline = Clock::now() + spec_.silence_timeout;
    } else if (word == "bestmove") {
      const std::string_view best = next_word(rest);
      const bool no_move = best == "(none)" || best == "0000" || best == "NULL";
      if (no_move && game.outcome(false)) return result;
      const auto move = notation::parse_uci_move(root, best);
      if (!move) {
        fail(fmt::format("illegal move: '{}'", best.substr(0, 80)));
        return failed();
      }
      result.best = *move;
      if (auto info = parse_info(last_line, root)) result.info = std::move(*info);
      if (result.info.pv.empty() || result.info.pv[0] != result.best)
        result.info.pv = {result.best};
      if (result.info.pv.size() > 1) result.ponder = result.info.pv[1];
      if (next_word(rest) == "ponder") {
        chess::Position after = root;
        after.make_move(result.best);
        if (const auto reply = notation::parse_uci_move(after, next_word(rest)))
          result.ponder = *reply;
      }
      return result;
    }
    if (expired) {  // it still talks, but not about its move
      read_failure(Subprocess::Read::timeout, "bestmove");
      return failed();
    }
  }
}

}  // namespace rookery::uci
