// Instance: the one server of a user. Its key and port outlive it, so that open tabs find their way
// back after a restart; a second start finds the first.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace rookery::web {

/// What is kept in a file that only its owner may read.
struct InstanceFile {
  std::string address = "127.0.0.1", host;  ///< `host` is what links are made with
  int port = 0;                             ///< 0: none yet
  std::string key;                          ///< empty: none yet

  /// Empty if there is no file, or one that is damaged or that others could have read.
  static InstanceFile load(const std::filesystem::path& folder);
  Result<Ok, Error> save(const std::filesystem::path& folder) const;
};

/// Held while a server runs; the kernel drops it however the program ends.
class InstanceLock {
 public:
  /// None if a server runs already. Makes the folder.
  static Result<std::optional<InstanceLock>, Error> take(const std::filesystem::path& folder);
  InstanceLock(InstanceLock&& other) noexcept;
  InstanceLock& operator=(InstanceLock&&) = delete;
  ~InstanceLock();

 private:
  explicit InstanceLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

/// Asks the running server for a link that opens it.
Result<std::string, Error> ask_for_link(const InstanceFile& running);

/// Starts the user's browser, if there is a screen, with a file that leads to `url`: arguments of
/// programs can be read by every user of the machine, the file only by its owner.
bool open_browser(const std::string& url, const std::filesystem::path& redirect_file);

}  // namespace rookery::web
