// Coach: one engine on one thread that answers questions about single moves, one after the other.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "analysis/analyst.h"
#include "web/hub.h"

namespace rookery::web {

/// Used on the loop's thread.
class Coach {
 public:
  explicit Coach(Loop& loop);
  ~Coach();

  /// Runs on the coach's thread; what it returns is called on the loop and is the reply.
  using Question = std::function<std::function<Answer()>(analysis::Analyst&)>;
  void ask(const std::shared_ptr<Request>& request, Question question);

 private:
  struct Waiting {
    int number;
    Question question;
  };
  void work();
  void reply(int number, const std::function<Answer()>& answer);

  Loop& loop_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  std::map<int, std::shared_ptr<Request>> requests_;  // never leave the loop's thread
  int last_ = 0;
  search::Control control_;
  std::mutex mutex_;  // for the two that follow
  std::deque<Waiting> waiting_;
  bool ended_ = false;
  std::condition_variable changed_;
  std::thread thread_;  // begins with the first question
};

}  // namespace rookery::web
