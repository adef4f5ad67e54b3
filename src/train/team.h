// Team: threads that run one function together again and again.
#pragma once

#include <barrier>
#include <functional>
#include <thread>
#include <vector>

namespace rookery::train {

class Team {
 public:
  explicit Team(int threads) : barrier_(threads) {
    try {
      for (int t = 1; t < threads; ++t) workers_.emplace_back([this, t] { work_on(t); });
    } catch (...) {  // a thread less would sum in another order: another network, so not at all
      stop_ = true;
      (void)barrier_.arrive(threads - static_cast<int>(workers_.size()));
      throw;
    }
  }
  ~Team() {
    stop_ = true;
    barrier_.arrive_and_wait();
  }
  int size() const { return static_cast<int>(workers_.size()) + 1; }
  /// work(t) on each thread t, the caller being thread 0.
  void run(const std::function<void(int)>& work) {
    work_ = &work;
    barrier_.arrive_and_wait();
    work(0);
    barrier_.arrive_and_wait();
  }

 private:
  void work_on(int thread) {
    for (;;) {
      barrier_.arrive_and_wait();
      if (stop_) return;
      (*work_)(thread);
      barrier_.arrive_and_wait();
    }
  }

  std::barrier<> barrier_;
  const std::function<void(int)>* work_ = nullptr;
  bool stop_ = false;
  std::vector<std::jthread> workers_;
};

}  // namespace rookery::train
