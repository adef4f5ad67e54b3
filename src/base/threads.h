// Work on several threads, or on as many as can be had.
#pragma once

#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace rookery {

/// Runs `work()` on `wanted` threads, the caller's among them, and returns how many there were once
/// all have ended. Where the system gives fewer, fewer work: so work has to be claimed, not dealt.
/// The first exception of any of them is thrown again here, at the end.
template <class Work>
int run_on_threads(int wanted, const Work& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&]() noexcept {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  int running = 1;
  {
    std::vector<std::jthread> others;
    try {
      for (; running < wanted; ++running) others.emplace_back(guarded);
    } catch (const std::exception&) {  // no more threads, or no memory for them
    }
    guarded();
  }
  if (failure) std::rethrow_exception(failure);
  return running;
}

}  // namespace rookery
