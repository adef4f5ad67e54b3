// StateFile: a small JSON file of the user's own that several programs may change at once.
#pragma once

#include <filesystem>
#include <functional>
#include <utility>

#include "base/result.h"
#include "json/value.h"

namespace rookery::play {

/// The terminal, the page and a second terminal share these files. A change is read, made and
/// written under a lock, and the file appears whole or not at all, however a program ends.
class StateFile {
 public:
  explicit StateFile(std::filesystem::path path) : path_(std::move(path)) {}

  /// An empty object if there is no file. An error names the file and what is wrong with it.
  Result<json::Value, Error> read() const;
  /// `change` may refuse, then nothing is written. A file that cannot be read is kept beside the
  /// new one, with ".broken" at its name, and `change` gets an empty object: nobody is locked out
  /// by a damaged file, and nothing is lost.
  Result<Ok, Error> update(const std::function<Result<Ok, Error>(json::Value&)>& change) const;

 private:
  std::filesystem::path path_;
};

}  // namespace rookery::play
