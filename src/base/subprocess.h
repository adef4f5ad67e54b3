// Subprocess: a child program spoken to in lines, with deadlines, that never outlives its owner.
#pragma once

#include <sys/types.h>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace rookery {

/// The file that a command name means: itself if it has a '/', else the first executable of that
/// name in PATH or in /usr/games and /usr/local/games, where Debian keeps its chess engines.
Result<std::string, Error> find_program(std::string_view name);

/// Owns one child in a process group of its own. Not thread-safe. The destructor kills the whole
/// group and what the child has sent away as a daemon; should this process die first, even by kill
/// -9, the kernel kills the child.
class Subprocess {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Read {
    line,      ///< a line was read
    timeout,   ///< the deadline passed first; what came so far is kept
    closed,    ///< the child closed its output or died
    too_long,  ///< more than kMaxLine bytes without a line end; the child should be given up
  };
  static constexpr std::size_t kMaxLine = 256 * 1024;

  /// `argv[0]` is looked up with find_program; an empty directory means the current one.
  static Result<Subprocess, Error> start(const std::vector<std::string>& argv,
                                         const std::string& directory = "");
  Subprocess(Subprocess&& other) noexcept;
  Subprocess& operator=(Subprocess&& other) noexcept;
  ~Subprocess();

  /// Adds the line end. False if the child is gone or does not take the line by the deadline.
  bool write_line(std::string_view line, Clock::time_point deadline);
  /// The next line without its end ("\n" or "\r\n").
  Read read_line(std::string& line, Clock::time_point deadline);

  /// Closes the child's input, waits until the deadline for it to go, kills what is left of its
  /// group, and says how it ended: "exited with status 3", "killed by signal 11 (Segmentation
  /// fault)", "did not exit". Later calls say the same again.
  const std::string& finish(Clock::time_point deadline);
  /// The last bytes that the child wrote to its standard error.
  const std::string& error_output() const { return error_output_; }
  pid_t pid() const { return pid_; }

 private:
  Subprocess() = default;
  void close_all();
  void drain_errors();

  pid_t pid_ = -1;
  std::string mark_;                            // in the environment of all that come of it
  int input_ = -1, output_ = -1, errors_ = -1;  // our ends of the child's stdin, stdout, stderr
  std::string buffer_;                          // read but not yet taken, from buffer_begin_ on
  std::size_t buffer_begin_ = 0, searched_ = 0;
  std::string error_output_, end_;
};

}  // namespace rookery
