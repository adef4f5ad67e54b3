#include "web/coach.h"

#include <new>
#include <optional>

#include "analysis/reviewer.h"

namespace rookery::web {

namespace {

constexpr std::size_t kMostWaiting = 16;
constexpr std::uint64_t kNodes = 150'000;

}  // namespace

Coach::Coach(Loop& loop) : loop_(loop) {}

Coach::~Coach() {
  control_.stop();
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Coach::ask(const std::shared_ptr<Request>& request, Question question) {
  if (requests_.size() >= kMostWaiting)
    return request->answer(failure("busy", "Too much is asked at once; try again in a moment."));
  requests_.emplace(++last_, request);
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back({last_, std::move(question)});
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  changed_.notify_all();
}

void Coach::reply(int number, const std::function<Answer()>& answer) {
  if (const auto request = requests_.extract(number)) request.mapped()->answer(answer());
}

void Coach::work() {
  const std::weak_ptr<bool> alive = alive_;
  std::unique_ptr<search::Agent> engine;
  std::optional<analysis::Analyst> analyst;
  for (;;) {
    Waiting next;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
      if (ended_) return;
      next = std::move(waiting_.front());
      waiting_.pop_front();
    }
    std::function<Answer()> answer;
    try {
      if (!engine) engine = analysis::make_reviewer();
      if (!analyst) analyst.emplace(*engine, analysis::Effort{kNodes}, control_);
      analyst->forget();
      analyst->set_effort({kNodes});
      answer = next.question(*analyst);
    } catch (const std::bad_alloc&) {
      answer = [] { return Answer(failure("busy", "There is not enough memory for this.")); };
    }
    if (control_.should_stop()) return;
    loop_.post([this, alive, number = next.number, answer = std::move(answer)] {
      if (!alive.expired()) reply(number, answer);
    });
  }
}

}  // namespace rookery::web
