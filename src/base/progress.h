// A progress bar with rate and time left, for long jobs on a terminal.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

namespace rookery {

/// One line without its end: "games [####......]  40% 400/1000 12.5/s 0:48 left note", cut to
/// `width`. A total of 0 means unknown: then there is no bar and no time left. `earlier` of those
/// done were done before the time began.
std::string progress_line(std::string_view label, std::uint64_t done, std::uint64_t total,
                          std::chrono::duration<double> elapsed, std::string_view note, int width,
                          std::uint64_t earlier = 0);

/// Draws on `out` only if that is a terminal, at most ten times a second, and wipes its line at the
/// end. Any thread may call update().
class Progress {
 public:
  Progress(std::string label, std::uint64_t total, std::FILE* out = stderr);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { finish(); }

  /// So many were done before, by a run that this one goes on with: they say nothing of the rate.
  void set_earlier(std::uint64_t earlier) { earlier_ = earlier; }
  void update(std::uint64_t done, std::string_view note = {});
  /// Wipes the line, so that a report may be printed; a later update() draws it again.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  const std::string label_;
  const std::uint64_t total_;
  std::FILE* const out_;
  const bool terminal_;
  const Clock::time_point start_ = Clock::now();
  std::atomic<std::uint64_t> earlier_{0};
  std::mutex mutex_;
  Clock::time_point next_draw_ = start_;
  bool drawn_ = false;
};

}  // namespace rookery
