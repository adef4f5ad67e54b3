#include "web/queue_room.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/sha256.h"
#include "cluster/queue_json.h"
#include "cluster/submission.h"
#include "match/sprt.h"
#include "web/wanted_match.h"

namespace rookery::web {

using cluster::Id;
using cluster::JobStore;
using cluster::QueuedMatch;
using json::Value;

namespace {

constexpr auto kEvery = std::chrono::seconds(1);
constexpr std::size_t kMostCommands = 16, kMostTests = 50, kMostEvents = 20;

Unexpected<Failure> refused(const std::string& text) { return failure("queue", text); }

Value game_json(const QueuedMatch& match, const QueuedMatch::RecentGame& game) {
  const auto name = [&](int index) {
    return match.spec().players[static_cast<std::size_t>(index)].name;
  };
  Value out = {{"n", game.fixture.game + 1},
               {"white", name(game.fixture.white)},
               {"black", name(game.fixture.black)},
               {"result", game.points == 1   ? "1-0"
                          : game.points == 0 ? "0-1"
                                             : "1/2-1/2"},
               {"reason", game.termination},
               {"worker", game.worker}};
  if (!game.fault.empty()) out["fault"] = game.fault;
  return out;
}

/// {"elo0", "elo1"} of a request, if it wants a test.
Result<std::optional<match::SprtSettings>, Failure> read_sprt(json::Fields& fields) {
  auto sprt = fields.optional_object("sprt");
  if (!sprt) return std::optional<match::SprtSettings>();
  match::SprtSettings s;
  s.elo0 = sprt->number("elo0", -1000, 1000);
  s.elo1 = sprt->number("elo1", -1000, 1000);
  if (sprt->error()) return bad_fields(*sprt);
  if (!(s.elo0 < s.elo1)) return failure("bad_message", "SPRT needs elo0 below elo1.", "sprt");
  return std::optional(s);
}

}  // namespace

/// Of the thread that talks to the database.
class QueueRoom::Desk {
 public:
  explicit Desk(const QueueSetup& setup) : setup_(setup) {}

  /// Everything at a glance.
  Value look() {
    Value out = {{"t", "queue"}, {"online", false}, {"writable", false}};
    if (auto opened = open(); !opened) {
      out["text"] = opened.error().text;
      return out;
    }
    const auto tests = store_->tests();
    const auto workers = store_->workers();
    const auto events = store_->events();
    if (!tests || !workers || !events) {
      out["text"] = (!tests ? tests.error() : !workers ? workers.error() : events.error()).message;
      return out;
    }
    out["online"] = true;
    out["writable"] = writable_;
    out["tests"] = out["workers"] = out["events"] = Value::array();
    const std::size_t skipped = tests->size() - std::min(tests->size(), kMostTests);
    for (std::size_t i = tests->size(); i-- > skipped;) out["tests"].push_back(row((*tests)[i]));
    std::erase_if(matches_, [&](const auto& match) {
      return std::none_of(tests->begin() + static_cast<std::ptrdiff_t>(skipped), tests->end(),
                          [&](const auto& t) { return t.id == match.first; });
    });
    for (const auto& worker : *workers) {
      Value value = cluster::to_json(worker);
      value["faults"] = faults_[worker.id];
      out["workers"].push_back(std::move(value));
    }
    for (std::size_t i = events->size(); i-- > 0 && out["events"].size() < kMostEvents;)
      out["events"].push_back({{"time_ms", (*events)[i].time}, {"what", (*events)[i].what}});
    return out;
  }

  Answer show(Id id) {
    if (auto opened = open(); !opened) return Unexpected{opened.error()};
    const auto record = store_->test(id);
    if (!record) return refused(record.error().message);
    if (!*record) return failure("no_such", "There is no such test.");
    if ((*record)->kind != "match") return cluster::to_json(**record);
    const auto match = followed(id);
    if (!match) return refused(match.error().message);
    const auto workers = store_->workers();
    if (!workers) return refused(workers.error().message);
    Value out = cluster::to_json(**match, *workers);
    out["games"] = Value::array();
    for (auto game = (*match)->recent().rbegin(); game != (*match)->recent().rend(); ++game)
      out["games"].push_back(game_json(**match, *game));
    return out;
  }

  Answer game(Id id, std::int64_t number) {
    if (auto opened = open(); !opened) return Unexpected{opened.error()};
    const auto match = followed(id);
    if (!match) return refused(match.error().message);
    const auto text = (*match)->pgn_of_unit((number - 1) / 2);
    if (!text) return refused(text.error().message);
    if (!*text) return failure("no_such", "This game is not there, or is no game.");
    // A unit is a pair: the second game begins with its own first tag.
    const auto second = (*text)->find("\n[Event ");
    const bool is_second = number % 2 == 0 && second != std::string::npos;
    return Value{{"pgn", is_second ? (*text)->substr(second + 1) : (*text)->substr(0, second)}};
  }

  /// For what changes the queue.
  Result<JobStore*, Failure> store_to_write() {
    if (auto opened = open(); !opened) return Unexpected{opened.error()};
    if (!writable_)
      return failure("read_only",
                     "The page may only look: it was started without the queue's token.");
    return store_.get();
  }

 private:
  Result<Ok, Failure> open() {
    if (store_) return Ok{};
    auto store = JobStore::open(setup_.address, JobStore::Role::owner);
    if (!store) return refused(store.error().message);
    const auto right = setup_.token.empty() ? cluster::Stored<bool>(false)
                                            : (*store)->has_token(sha256(setup_.token));
    if (!right) return refused(right.error().message);
    writable_ = *right;
    store_ = std::move(*store);
    return Ok{};
  }

  cluster::Stored<QueuedMatch*> followed(Id id) {
    auto& match = matches_[id];
    if (!match) {
      auto attached = QueuedMatch::attach(*store_, id);
      if (!attached) return Unexpected{attached.error()};
      match = std::move(*attached);
    }
    if (auto read = match->follow(false); !read) return Unexpected{read.error()};
    return match.get();
  }

  Value row(const cluster::TestRecord& test) {
    Value out = cluster::to_json(test);
    if (test.kind != "match") return out;
    const auto known = matches_.find(test.id);
    const bool settled = known != matches_.end() && known->second && known->second->is_over() &&
                         test.state == "ended";
    const auto match = settled ? known->second.get() : followed(test.id).value_or(nullptr);
    if (!match) return out;
    const Value all = cluster::to_json(*match, {});
    const Value& result = all["result"];
    out["games"] = result["games"];
    out["scheduled"] = result["scheduled"];
    if (match->schedule().encounters().size() == 1) {
      const Value& encounter = result["encounters"][0];
      for (const char* key : {"elo", "elo_error", "los", "pentanomial", "wins", "draws", "losses"})
        out[key] = encounter[key];
    }
    if (result.contains("sprt")) out["sprt"] = result["sprt"];
    faults_by_test_[test.id].clear();
    for (const auto& [worker, contribution] : match->contributions())
      faults_by_test_[test.id][worker] = contribution.faults + contribution.time_losses;
    faults_.clear();
    for (const auto& [id, by_worker] : faults_by_test_)
      for (const auto& [worker, count] : by_worker) faults_[worker] += count;
    return out;
  }

  const QueueSetup setup_;
  std::unique_ptr<JobStore> store_;
  bool writable_ = false;
  std::map<Id, std::unique_ptr<QueuedMatch>> matches_;
  std::map<Id, std::map<Id, int>> faults_by_test_;
  std::map<Id, int> faults_;  ///< of each worker, in the tests that are shown
};

QueueRoom::QueueRoom(Loop& loop, Hub& hub, QueueSetup setup)
    : loop_(loop),
      hub_(hub),
      state_({{"t", "queue"}, {"online", false}, {"writable", false}, {"text", ""}}),
      channel_(
          hub, "queue", [this] { return state_; },
          [this](bool watched) {
            {
              const std::scoped_lock lock(mutex_);
              watched_ = watched;
              stale_ = true;
            }
            changed_.notify_all();
          }) {
  using Read = Result<Task, Failure>;
  const auto number = [](json::Fields& fields, const char* key) {
    return fields.integer(key, 1, INT64_MAX);
  };
  on("queue_test", [number](json::Fields f) -> Read {
    const Id id = number(f, "test");
    if (f.error()) return bad_fields(f);
    return Task([id](Desk& desk) { return desk.show(id); });
  });
  on("queue_game", [number](json::Fields f) -> Read {
    const Id id = number(f, "test");
    const auto game = f.integer("n", 1, 1'000'000'000);
    if (f.error()) return bad_fields(f);
    return Task([id, game](Desk& desk) { return desk.game(id, game); });
  });
  on("queue_change", [number](json::Fields f) -> Read {
    const Id id = number(f, "test");
    const std::string to = f.text("to", 20);
    if (f.error()) return bad_fields(f);
    if (to != "paused" && to != "running" && to != "ended")
      return failure("bad_message", "A test is made paused, running or ended.", "to");
    return Task([id, to](Desk& desk) -> Answer {
      const auto store = desk.store_to_write();
      if (!store) return Unexpected{store.error()};
      const std::vector<std::string> from = to == "paused" ? std::vector<std::string>{"running"}
                                            : to == "running"
                                                ? std::vector<std::string>{"paused"}
                                                : std::vector<std::string>{"running", "paused"};
      const auto changed =
          (*store)->change_state(id, from, to, to == "ended" ? "cancelled: from the page" : "");
      if (!changed) return refused(changed.error().message);
      if (!*changed) return failure("illegal", "The test is not in a state for this.");
      return Value::object();
    });
  });
  on("queue_aside", [number](json::Fields f) -> Read {
    const Id id = number(f, "worker");
    const std::string reason = f.text("reason", 500);
    if (f.error()) return bad_fields(f);
    return Task([id, reason](Desk& desk) -> Answer {
      const auto store = desk.store_to_write();
      if (!store) return Unexpected{store.error()};
      const auto changed = (*store)->set_aside(id, reason);
      if (!changed) return refused(changed.error().message);
      if (!*changed) return failure("no_such", "There is no such worker.");
      return Value::object();
    });
  });
  on("queue_purge", [number](json::Fields f) -> Read {
    const Id id = number(f, "worker");
    const std::string reason = f.text("reason", 500);
    if (f.error()) return bad_fields(f);
    if (reason.empty()) return failure("bad_message", "Why? It is kept with the queue.", "reason");
    return Task([id, reason](Desk& desk) -> Answer {
      const auto store = desk.store_to_write();
      if (!store) return Unexpected{store.error()};
      const auto purged = (*store)->purge(id, std::nullopt, reason);
      if (!purged) return refused(purged.error().message);
      return Value{{"purged", *purged}};
    });
  });
  on("queue_start", [](json::Fields f) -> Read {
    json::Fields spec = f.object("spec");
    if (f.error()) return bad_fields(f);
    const auto sprt = read_sprt(spec);
    if (!sprt) return Unexpected{sprt.error()};
    const auto priority = spec.optional_integer("priority", -1000, 1000).value_or(0);
    auto wanted = read_match(spec);
    if (!wanted) return Unexpected{wanted.error()};
    if (*sprt && wanted->spec.players.size() != 2)
      return failure("bad_message", "SPRT is a test between two players.", "sprt");
    wanted->spec.sprt = *sprt;
    return Task([wanted = *std::move(wanted), priority](Desk& desk) -> Answer {
      const auto store = desk.store_to_write();
      if (!store) return Unexpected{store.error()};
      cluster::SubmissionOptions options;
      options.priority = static_cast<int>(priority);
      const auto match = cluster::submit_match(**store, wanted.spec, wanted.openings, options);
      if (!match) return refused(match.error().message);
      return Value{{"test", (*match)->id()}};
    });
  });
  thread_ = std::thread([this, setup = std::move(setup)] { run(setup); });
}

QueueRoom::~QueueRoom() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void QueueRoom::on(const char* type, std::function<Result<Task, Failure>(json::Fields)> read) {
  hub_.on_later(type, [this, read = std::move(read)](const std::shared_ptr<Request>& request) {
    auto task = read(request->fields());
    if (!task) return request->answer(Unexpected{task.error()});
    if (requests_.size() >= kMostCommands)
      return request->answer(failure("busy", "The queue is slow to answer; try again."));
    requests_.emplace(++last_, request);
    {
      const std::scoped_lock lock(mutex_);
      waiting_.emplace_back(last_, *std::move(task));
    }
    changed_.notify_all();
  });
}

void QueueRoom::show(Value state) {
  if (state == state_) return;
  state_ = std::move(state);
  channel_.publish(state_);
}

void QueueRoom::run(const QueueSetup& setup) {
  const std::weak_ptr<bool> alive = alive_;
  Desk desk(setup);
  for (;;) {
    int number = 0;
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, watched_ ? kEvery : std::chrono::hours(1),
                        [&] { return ended_ || !waiting_.empty() || (watched_ && stale_); });
      if (ended_) return;
      if (!waiting_.empty()) {
        std::tie(number, task) = std::move(waiting_.front());
        waiting_.pop_front();
      } else if (!watched_) {
        continue;
      }
      stale_ = number != 0;  // what was done is shown at once
    }
    if (!task) {
      loop_.post([this, alive, state = desk.look()] {
        if (!alive.expired()) show(state);
      });
      continue;
    }
    auto answer = std::make_shared<Answer>(task(desk));
    loop_.post([this, alive, number, answer] {
      if (alive.expired()) return;
      if (const auto request = requests_.extract(number))
        request.mapped()->answer(std::move(*answer));
    });
  }
}

}  // namespace rookery::web
