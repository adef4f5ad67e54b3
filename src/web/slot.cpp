#include "web/slot.h"

#include <utility>

#include "json/search.h"

namespace rookery::web {

using json::Value;

Slot::Slot(const RoomServices& services, std::function<void()> changed)
    : services_(services), changed_(std::move(changed)) {}

Slot::~Slot() { stop(); }

Answer Slot::start(const play::NamedSpec& agent, const chess::Game& game, std::string path,
                   const search::Limits& limits) {
  stop();
  agent_ = agent.text();
  const play::PlayerSpec wanted = services_.as_analyst(agent);
  if (player_ != wanted) thinker_.reset();  // gives its agent back before another is borrowed
  player_ = wanted;
  if (limits.infinite && !services_.agents.has_room_for_endless(wanted, thinker_ != nullptr))
    return failure("busy", "Too many searches are running; stop one of them.");
  if (!thinker_) {
    thinker_ = std::make_unique<play::Thinker>(
        services_.agents, player_, [this, &loop = services_.loop, alive = std::weak_ptr(alive_)] {
          loop.post([this, alive] {
            if (!alive.expired()) take_in();
          });
        });
  }
  path_ = std::move(path);
  lines_ = limits.multi_pv;
  root_ = game.position();
  chess960_ = game.is_chess960();
  infos_.clear();
  text_.clear();
  ++run_;
  state_ = "running";
  thinker_->start(game, limits);
  return Value{{"run", run_}};
}

void Slot::stop() {
  if (!is_running()) return;
  thinker_->cancel();
  state_ = "stopped";
  changed_();
}

void Slot::take_in() {
  if (!is_running()) return;
  infos_ = thinker_->lines();
  if (const auto result = thinker_->take_result()) {
    state_ = result->failure ? "failed" : "done";
    text_ = result->failure.value_or("");
  }
  changed_();
}

Value Slot::to_json() const {
  Value infos = Value::array();
  for (const search::SearchInfo& info : infos_)
    infos.push_back(json::to_json(info, root_, chess960_));
  Value value = {{"agent", agent_},
                 {"lines", lines_},
                 {"path", path_},
                 {"run", run_},
                 {"running", is_running()},
                 {"state", state_},
                 {"infos", std::move(infos)}};
  if (!text_.empty()) value["text"] = text_;
  return value;
}

}  // namespace rookery::web
