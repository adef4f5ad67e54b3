// Reading whole files that others wrote: bounded by what a file of that kind can sensibly hold.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/result.h"

namespace rookery {

enum class FileKind {
  settings,    ///< configuration, tokens, reports: 1 MB
  game,        ///< a saved game: 256 MB, since it may stand first in a collection
  state,       ///< of a run that goes on: 256 MB
  positions,   ///< EPD: 1 GB
  games,       ///< PGN or self-play games: 16 GB
  network,     ///< 256 MB
  book,        ///< Polyglot: 1 GB
  checkpoint,  ///< 4 GB
};

/// The most bytes of a file of this kind.
std::uint64_t size_limit(FileKind kind);

/// The descriptor of an ordinary file, open for reading; the caller closes it. Devices, pipes and
/// folders are refused: they have no end, or somebody else decides when it comes. Never waits.
Result<int, Error> open_ordinary_file(const std::filesystem::path& path);

/// The whole file; not one that is larger than its kind allows.
Result<std::string, Error> read_file(const std::filesystem::path& path, FileKind kind);

}  // namespace rookery
