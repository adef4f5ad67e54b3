#include "uci/thinking.h"

#include <fmt/format.h>

#include <thread>

#include "base/printable.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "chess/perft.h"
#include "notation/uci_move.h"
#include "uci/info_text.h"

namespace rookery::uci {

using chess::Game;
using chess::Move;
using search::SearchInfo;
using search::SearchResult;

namespace {

/// Perft in pieces small enough for `stop` to be noticed, also with 200 moves in each position.
std::uint64_t perft_until_stopped(const chess::Position& position, int depth,
                                  const search::Control& control) {
  constexpr int kPiece = 3;
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

/// For when there is no thread to think on: on this one, for a moment.
SearchResult short_look(search::Agent& agent, const Question& question) {
  search::Limits limits;
  limits.depth = 1;
  limits.search_moves = question.limits.search_moves;
  search::Control control;
  search::NullSink sink;
  return agent.think(question.game, limits, control, sink);
}

}  // namespace

std::string complaint(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines += (lines.empty() ? "info string " : "\ninfo string ") + printable(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Turns reports into info lines, and remembers the last exact one about the best line.
class Thinking::Reporter {
 public:
  Reporter(const Send& send, Question question, std::string agent)
      : send_(send), question_(std::move(question)), agent_(std::move(agent)) {}

  const Question& question() const { return question_; }

  void on_info(const SearchInfo& info) {
    if (!info.text.empty()) return send_(complaint(info.text));
    const std::vector<Move> pv = playable(game(), info.pv);
    // A mate that was told once is not told again for every depth that follows.
    const bool told = question_.limits.multi_pv == 1 && info.bound == search::Bound::exact &&
                      info.score.mate != 0 && last_depth_ > 0 && same_score(info.score) &&
                      last_pv_ == pv;
    if (!told) send_(line(info, pv));
  }
  void on_progress(const SearchInfo& info) { send_(progress_text(info)); }

  /// Everything that is left to be said.
  std::string conclusion(SearchResult result) {
    const Move best = result.best;
    try {
      return whole_conclusion(std::move(result));
    } catch (const std::bad_alloc&) {  // the move fits without
      return "bestmove " + (best && game().position().is_legal(best)
                                ? notation::to_uci(best, game().is_chess960())
                                : "(none)");
    }
  }

 private:
  std::string whole_conclusion(SearchResult result) {
    std::string text;
    const auto say = [&](const std::string& lines) { text += lines + "\n"; };
    if (result.failure) say(complaint(*result.failure));
    if (!result.best || !game().position().is_legal(result.best)) {
      say(complaint(agent_ + " gave no legal move"));
      return text + "bestmove (none)";
    }
    std::vector<Move> pv = playable(game(), result.info.pv);
    if (pv.empty() || pv[0] != result.best) pv = playable(game(), {result.best, result.ponder});
    result.info.multi_pv = 1;
    result.info.bound = search::Bound::exact;
    if (last_depth_ != result.info.depth || last_pv_ != pv || !same_score(result.info.score))
      say(line(result.info, pv));
    text += "bestmove " + notation::to_uci(pv[0], game().is_chess960());
    if (pv.size() > 1) text += " ponder " + notation::to_uci(pv[1], game().is_chess960());
    return text;
  }

  const Game& game() const { return question_.game; }
  bool same_score(const search::Score& score) const {
    return last_score_.mate == score.mate &&
           (score.mate != 0 || last_score_.centipawns == score.centipawns);
  }
  std::string line(const SearchInfo& info, const std::vector<Move>& pv) {
    if (info.multi_pv == 1) {
      last_depth_ = info.bound == search::Bound::exact ? info.depth : -1;
      last_score_ = info.score;
      last_pv_ = pv;
    }
    return info_text(info, pv, game().is_chess960(), question_.show_wdl);
  }

  const Send& send_;
  const Question question_;
  const std::string agent_;
  int last_depth_ = -1;
  search::Score last_score_;
  std::vector<Move> last_pv_;
};

void Thinking::set_agent(std::unique_ptr<search::Agent> agent) {
  runner_ = std::make_unique<search::AgentRunner>(std::move(agent));
}

search::Agent* Thinking::agent() { return runner_ ? runner_->idle_agent() : nullptr; }

void Thinking::go(Question question) try {
  begin(question.limits.infinite, question.limits.ponder);
  const chess::Position& position = question.game.position();
  if (!chess::has_legal_move(position)) {
    send_(position.in_check() ? "info depth 0 score mate 0" : "info depth 0 score cp 0");
    return answer("bestmove (none)");
  }
  const auto reporter =
      std::make_shared<Reporter>(send_, std::move(question), std::string(agent()->name()));
  const Question& asked = reporter->question();
  if (asked.book_move) {
    send_(complaint("book move"));
    SearchResult result;
    result.best = asked.book_move;
    result.info.depth = 1;
    return answer(reporter->conclusion(std::move(result)));
  }
  ticket_ = runner_->ask(
      asked.game, asked.limits, [reporter](const SearchInfo& info) { reporter->on_info(info); },
      [this, reporter, asker = std::this_thread::get_id()](SearchResult result) {
        // Heard of before ask() returned: there is no thread to think on.
        if (std::this_thread::get_id() == asker) {
          send_(complaint(*result.failure + "; a short look instead"));
          result = short_look(*agent(), reporter->question());
        }
        answer(reporter->conclusion(std::move(result)));
      },
      [reporter](const SearchInfo& info) { reporter->on_progress(info); });
} catch (...) {
  abandon();
  throw;
}

void Thinking::count_moves(const Game& game, int depth) {
  perform([this, game, depth](search::Control& control) {
    std::uint64_t nodes = 0;
    for (const Move move : chess::legal_moves(game.position())) {
      if (control.should_stop()) break;
      chess::Position next = game.position();
      next.make_move(move);
      const std::uint64_t below = perft_until_stopped(next, depth - 1, control);
      send_(fmt::format("{}: {}", notation::to_uci(move, game.is_chess960()), below));
      nodes += below;
    }
    if (control.should_stop()) send_(complaint("stopped before everything was counted"));
    return fmt::format("\nNodes searched: {}\n", nodes);
  });
}

void Thinking::perform(std::function<std::string(search::Control&)> work) try {
  begin(false, false);
  const auto report = std::make_shared<std::string>();
  ticket_ =
      runner_->perform([report, work = std::move(work)](
                           search::Agent&, search::Control& control) { *report = work(control); },
                       [this, report](const std::optional<std::string>& failure) {
                         answer(failure ? complaint(*failure) : *report);
                       });
} catch (...) {
  abandon();
  throw;
}

void Thinking::begin(bool infinite, bool ponder) {
  const std::lock_guard lock(mutex_);
  busy_ = true;
  stopped_ = false;
  infinite_ = infinite;
  pondering_ = ponder;
  answer_.reset();
}

void Thinking::abandon() {
  const std::lock_guard lock(mutex_);
  busy_ = false;
}

void Thinking::answer(std::string text) {
  const std::lock_guard lock(mutex_);
  answer_ = std::move(text);
  send_answer_if_wanted();
}

void Thinking::send_answer_if_wanted() {
  // In infinite and ponder mode the GUI decides when it wants to know, whatever was found.
  if (!answer_ || (!stopped_ && (infinite_ || pondering_))) return;
  busy_ = false;
  send_(*std::exchange(answer_, std::nullopt));
  answered_.notify_all();
}

void Thinking::stop() {
  {
    const std::lock_guard lock(mutex_);
    if (!busy_) return;
    stopped_ = true;
    send_answer_if_wanted();
  }
  runner_->stop(ticket_);
}

void Thinking::ponder_hit() {
  {
    const std::lock_guard lock(mutex_);
    if (!busy_) return;
    pondering_ = false;
    send_answer_if_wanted();
  }
  runner_->ponder_hit(ticket_);
}

void Thinking::finish() {
  stop();
  wait();
}

void Thinking::wait(std::optional<search::Milliseconds> time) {
  std::unique_lock lock(mutex_);
  const auto is_out = [this] { return !busy_; };
  if (time)
    answered_.wait_for(lock, *time, is_out);
  else
    answered_.wait(lock, is_out);
}

bool Thinking::is_busy() const {
  const std::lock_guard lock(mutex_);
  return busy_;
}

bool Thinking::is_stopping() const {
  const std::lock_guard lock(mutex_);
  return busy_ && stopped_;
}

bool Thinking::is_pondering() const {
  const std::lock_guard lock(mutex_);
  return busy_ && pondering_;
}

}  // namespace rookery::uci
