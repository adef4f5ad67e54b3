// Files that appear whole or not at all: written under a temporary name, synced, then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace rookery {

/// How a file is written.
enum class Writing {
  shared,  ///< who may read it is the user's umask; a link is followed
  /// For files of the program's own in the user's folders: only the user may read it, a link is
  /// replaced and not followed, and nobody waits for the disk (a killed program loses nothing by
  /// that, and no move waits before it is seen).
  own_state,
};

/// A file being written. Until commit() nothing is seen under its name; if the writer is destroyed
/// before that, the temporary file is removed and an older file of that name stays as it was. What
/// a killed program left is removed when the next one first writes to that folder. A device or pipe
/// is written to directly.
class AtomicFile {
 public:
  static Result<AtomicFile, Error> create(const std::filesystem::path& path,
                                          Writing writing = Writing::shared);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Result<Ok, Error> write(const void* data, std::size_t size);
  Result<Ok, Error> write(std::string_view text) { return write(text.data(), text.size()); }
  /// Syncs and renames; nothing may be written afterwards.
  Result<Ok, Error> commit();

 private:
  AtomicFile(std::filesystem::path path, std::filesystem::path temporary, int descriptor,
             Writing writing);
  Error failure(const char* what) const;

  std::filesystem::path path_, temporary_;
  int descriptor_;
  Writing writing_;
};

/// The whole file in one call.
Result<Ok, Error> write_file(const std::filesystem::path& path, std::string_view contents,
                             Writing writing = Writing::shared);

/// Removes what killed writers left in a folder: files with AtomicFile's temporary names that are
/// ours and that no living writer holds.
void remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace rookery
