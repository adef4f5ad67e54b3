// LockFile: one program at a time, and the others learn who it is.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace rookery {

/// Held until it is destroyed; the kernel drops it however the program ends. The file vanishes with
/// it, unless the program was killed.
class LockFile {
 public:
  /// The error says which process holds it.
  static Result<std::unique_ptr<LockFile>, Error> acquire(const std::string& path);
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

 private:
  LockFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  std::string path_;
  int file_;
};

}  // namespace rookery
