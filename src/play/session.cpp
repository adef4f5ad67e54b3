#include "play/session.h"

#include <algorithm>
#include <utility>

namespace rookery::play {

using namespace std::chrono_literals;
using chess::Color;
using chess::EndReason;
using chess::Move;
using search::SearchInfo;

namespace {

constexpr Milliseconds kDefaultMoveTime = 3s;
constexpr Milliseconds kHintTime = 1500ms;
constexpr std::uint64_t kEvaluationNodes = 100'000;

}  // namespace

std::optional<Color> GameRecord::missing_player() const {
  if (!game.outcome())
    for (const Color c : chess::kColors)
      if (setup.player(c).is_missing()) return c;
  return std::nullopt;
}

Session::Session(GameRecord record, AgentPool agents, std::function<void()> wake)
    : record_(std::move(record)), analyst_(agents, NamedSpec::flagship(), wake) {
  for (const Color c : chess::kColors)
    if (!setup().is_human(c))
      thinkers_[index(c)] = std::make_unique<Thinker>(agents, setup().player(c), wake);
  if (!setup().clock) return;
  clock_.emplace(*setup().clock);
  for (const Color c : chess::kColors) {
    first_left_[index(c)] = setup().clock->base;
    if (!record_.plies.empty()) clock_->set(c, record_.plies.back().left[index(c)]);
  }
}

std::optional<Color> Session::only_human() const {
  if (setup().is_human(Color::white) == setup().is_human(Color::black)) return std::nullopt;
  return setup().is_human(Color::white) ? Color::white : Color::black;
}

void Session::begin(TimePoint now) { start_turn(now); }

void Session::play(Move move, TimePoint now) {
  undone_.clear();
  add_move(move, std::nullopt, now);
  start_turn(now);
}

void Session::add_move(Move move, std::optional<SearchInfo> info, TimePoint now) {
  if (clock_) clock_->press(now);
  record_.game.play(move);
  PlayedPly ply;
  ply.info = std::move(info);
  for (const Color c : chess::kColors) ply.left[index(c)] = left(c, now);
  record_.plies.push_back(std::move(ply));
}

void Session::take_back_one() {
  undone_.emplace_back(record_.game.moves().back(), std::move(record_.plies.back()));
  record_.game.undo();
  record_.plies.pop_back();
}

bool Session::undo(TimePoint now) {
  if (game().ply() == 0) return false;
  halt(now);
  take_back_one();
  while (has_human() && game().ply() > 0 && !setup().is_human(position().side_to_move()))
    take_back_one();
  if (clock_)
    for (const Color c : chess::kColors)
      clock_->set(
          c, record_.plies.empty() ? first_left_[index(c)] : record_.plies.back().left[index(c)]);
  if (!has_human()) paused_ = true;
  start_turn(now);
  return true;
}

bool Session::redo(TimePoint now) {
  if (undone_.empty() || outcome()) return false;
  halt(now);
  do {
    record_.game.play(undone_.back().first);
    record_.plies.push_back(std::move(undone_.back().second));
    undone_.pop_back();
  } while (has_human() && !undone_.empty() && !setup().is_human(position().side_to_move()));
  if (clock_)
    for (const Color c : chess::kColors) clock_->set(c, record_.plies.back().left[index(c)]);
  start_turn(now);
  return true;
}

void Session::halt(TimePoint now) {
  if (clock_) clock_->stop(now);
  decided_.reset();
  for (const auto& t : thinkers_)
    if (t) t->cancel();
}

void Session::start_turn(TimePoint now) {
  analyst_.cancel();
  hint_requested_ = false;
  hint_.reset();
  hurried_ = false;
  turn_began_ = now;
  if (outcome() || paused_) {
    halt(now);
  } else {
    const Color side = position().side_to_move();
    if (clock_) clock_->start(side, now);
    if (!setup().is_human(side)) thinker(side).start(game(), limits_for_turn(now));
  }
  start_evaluation();
}

search::Limits Session::limits_for_turn(TimePoint now) const {
  search::Limits limits;
  if (clock_) {
    for (const Color c : chess::kColors)
      limits.clock[index(c)] = search::ClockState{left(c, now), clock_->control().increment};
  } else {
    limits.move_time = setup().move_time;
    limits.usual_time = kDefaultMoveTime;
  }
  return limits;
}

bool Session::poll(TimePoint now) {
  bool changed = false;
  if (clock_ && !outcome()) {
    if (const auto loser = clock_->flag_fallen(now)) {
      halt(now);
      std::optional<Color> winner;
      if (chess::has_mating_material(position(), ~*loser)) winner = ~*loser;
      record_.game.end({winner, EndReason::time});
      changed = true;
    }
  }
  const Color side = position().side_to_move();
  if (const auto& t = thinkers_[index(side)]; t && t->is_busy()) {
    changed = true;  // at least a new report
    if (auto result = t->take_result()) decided_ = std::move(result);
  }
  if (decided_ && (decided_->failure || now >= due(now))) {
    take_decision(*std::exchange(decided_, std::nullopt), now);
    changed = true;
  }
  if (analyst_.is_busy()) {
    auto info = analyst_.latest_info();
    const auto result = analyst_.take_result();
    if (result && result->failure) failure_ = *result->failure;
    if (info) evaluation_ = info->score.for_white(position().side_to_move());
    if (result && hint_requested_) {
      hint_ = std::move(info);
      hint_requested_ = false;
    }
    changed = true;
  }
  return changed;
}

TimePoint Session::due(TimePoint now) const {
  if (hurried_) return turn_began_;
  Milliseconds wait = pace_;
  if (clock_) wait = std::min(wait, left(position().side_to_move(), now) / 60);
  return turn_began_ + wait;
}

void Session::take_decision(search::SearchResult result, TimePoint now) {
  const Color side = position().side_to_move();
  if (result.failure || !position().is_legal(result.best)) {
    failure_ = result.failure.value_or("the agent made no legal move");
    halt(now);
    record_.game.end({~side, EndReason::forfeit});
    return;
  }
  undone_.clear();
  add_move(result.best, std::move(result.info), now);
  if (std::exchange(stepping_, false)) paused_ = true;
  start_turn(now);
}

bool Session::is_thinking() const {
  const auto& t = thinkers_[index(position().side_to_move())];
  return t && (t->is_busy() || decided_);
}

void Session::move_now() {
  if (!is_thinking()) return;
  hurried_ = true;
  thinker(position().side_to_move()).move_now();
}

void Session::step(TimePoint now) {
  if (!paused_ || outcome()) return;
  stepping_ = true;
  hurried_ = false;
  paused_ = false;
  start_turn(now);
  hurried_ = true;  // who asks for a move waits for the thinking, not for the pace
}

void Session::set_paused(bool paused, TimePoint now) {
  if (paused == paused_) return;
  paused_ = paused;
  stepping_ = false;
  if (paused) halt(now);
  start_turn(now);
}

void Session::resign(Color loser, TimePoint now) {
  halt(now);
  record_.game.end({~loser, EndReason::resignation});
}

void Session::agree_draw(TimePoint now) {
  halt(now);
  record_.game.end({std::nullopt, EndReason::agreement});
}

bool Session::agent_accepts_draw() const {
  const SearchInfo* last = last_decision();
  if (!last || last->score.mate > 0) return false;
  return last->score.mate < 0 || last->score.centipawns < -50 ||
         (last->score.centipawns <= 20 && game().ply() >= 80);
}

Milliseconds Session::left(Color side, TimePoint now) const {
  return clock_ ? clock_->left(side, now) : Milliseconds(0);
}

std::optional<Milliseconds> Session::until_next_change(TimePoint now) const {
  std::optional<Milliseconds> wait = clock_ ? clock_->until_next_change(now) : std::nullopt;
  if (decided_) {
    const auto left = std::chrono::ceil<Milliseconds>(due(now) - now);
    wait = std::min(wait.value_or(left), std::max(left, Milliseconds(0)));
  }
  return wait;
}

std::optional<SearchInfo> Session::thinking() const {
  const auto& t = thinkers_[index(position().side_to_move())];
  if (t && is_thinking()) return t->latest_info();
  if (const SearchInfo* last = last_decision()) return *last;
  return std::nullopt;
}

const SearchInfo* Session::last_decision() const {
  const auto& plies = record_.plies;
  const auto last = std::find_if(plies.rbegin(), plies.rend(),
                                 [](const PlayedPly& p) { return p.info.has_value(); });
  return last == plies.rend() ? nullptr : &*last->info;
}

void Session::request_hint() {
  if (outcome()) return;
  search::Limits limits;
  limits.move_time = kHintTime;
  hint_requested_ = true;
  analyst_.start(game(), limits);
}

void Session::set_evaluating(bool on) {
  evaluating_ = on;
  if (!hint_requested_) start_evaluation();
}

void Session::start_evaluation() {
  if (!evaluating_ || outcome()) return;
  search::Limits limits;
  limits.nodes = kEvaluationNodes;
  analyst_.start(game(), limits);
}

}  // namespace rookery::play
