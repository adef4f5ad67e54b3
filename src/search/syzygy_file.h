// Looks whether a Syzygy table can be read without harm. The library that probes them trusts every
// number in the file; these checks are of its own making, so that a damaged table is left alone.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace rookery::search {

/// `usable`: nothing in the file leads a probe out of it. What takes longer than a moment (the
/// index of files beyond 64 MB) is left to `thorough`, which also decodes every block.
enum class TableCheck { usable, thorough };

/// The error says what is wrong, without the file's name.
Result<Ok, Error> check_table(const std::filesystem::path& file, TableCheck check);

/// "KQPvKR" from such a file name with .rtbw (results) or .rtbz (distances); empty if it is none.
std::string material_of_file(const std::filesystem::path& file);

/// The tables in a list of folders separated by ':', as the library finds them: of two with the
/// same name the first.
std::vector<std::filesystem::path> list_tables(std::string_view folders);

}  // namespace rookery::search
