// Files that appear whole or not at all: written under a temporary name, synced, then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace rookery {

/// A file being written. Until commit() nothing is seen under its name; if the writer is destroyed
/// before that, the temporary file is removed and an older file of that name stays as it was. A
/// link is followed; a device or pipe is written to directly.
class AtomicFile {
 public:
  static Result<AtomicFile, Error> create(const std::filesystem::path& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Result<Ok, Error> write(const void* data, std::size_t size);
  Result<Ok, Error> write(std::string_view text) { return write(text.data(), text.size()); }
  /// Syncs and renames; nothing may be written afterwards.
  Result<Ok, Error> commit();

 private:
  AtomicFile(std::filesystem::path path, std::filesystem::path temporary, int descriptor);
  Error failure(const char* what) const;

  std::filesystem::path path_, temporary_;
  int descriptor_;
};

/// The whole file in one call.
Result<std::string, Error> read_file(const std::filesystem::path& path);
Result<Ok, Error> write_file(const std::filesystem::path& path, std::string_view contents);

}  // namespace rookery
