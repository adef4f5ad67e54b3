// `rookery syzygy check`: whether endgame tables are whole.
#include <fmt/format.h>

#include <map>
#include <sstream>

#include "base/digest.h"
#include "base/printable.h"
#include "base/progress.h"
#include "base/read_file.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/stop_signal.h"
#include "search/syzygy_file.h"

namespace rookery::cli {

namespace {

/// Checksums by name of file.
using Sums = std::map<std::string, std::string>;

/// Lines "CHECKSUM  NAME", as md5sum and sha256sum write them.
Result<Sums, Error> read_sums(const std::string& path) {
  const auto text = read_file(path, FileKind::positions);
  if (!text) return Unexpected{text.error()};
  Sums sums;
  std::istringstream in(*text);
  int number = 0;
  for (std::string line, sum, name; std::getline(in, line);) {
    ++number;
    std::istringstream words(line);
    if (!(words >> sum)) continue;
    for (char& c : sum) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!std::getline(words >> std::ws, name) || (sum.size() != 32 && sum.size() != 64) ||
        sum.find_first_not_of("0123456789abcdef") != sum.npos)
      return Unexpected{Error{fmt::format(
          "{}:{}: expected an MD5 or SHA-256 checksum and the name of a file", path, number)}};
    while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) name.pop_back();
    if (name.starts_with('*')) name.erase(0, 1);
    sums[std::filesystem::path(name).filename().string()] = sum;
  }
  if (sums.empty()) return Unexpected{Error{path + ": has no checksum"}};
  return sums;
}

Result<Ok, Error> check(const std::filesystem::path& table, const Sums& sums,
                        const std::atomic<bool>& stop) {
  if (auto checked = search::check_table(table, search::TableCheck::thorough); !checked)
    return checked;
  const auto listed = sums.find(table.filename().string());
  if (listed == sums.end()) return Ok{};
  const auto kind = listed->second.size() == 32 ? DigestKind::md5 : DigestKind::sha256;
  const auto found = digest_of_file(table, kind, stop);
  if (!found) return Unexpected{found.error()};
  if (*found != listed->second) return Unexpected{Error{"another checksum than in the list"}};
  return Ok{};
}

}  // namespace

int run_syzygy(Arguments arguments) {
  Parser parser("syzygy",
                "Reads every byte of Syzygy tables and says which are damaged. Those are left\n"
                "out by themselves when an engine loads the folder, as far as a quick look finds\n"
                "them; this is the long look.",
                "  rookery syzygy check /tables/345\n"
                "  rookery syzygy check /tables/345:/tables/6 --sums checksum.md5");
  parser.require_subcommand(1);
  std::string folders, list;
  auto* command = parser.add_subcommand("check", "Decode every block of every table");
  command->add_option("FOLDERS", folders, "Folders, separated by ':'")->required();
  command->add_option("--sums", list, "List of checksums to compare with (MD5 or SHA-256)");
  if (const auto status = parser.run(arguments)) return *status;

  const auto tables = search::list_tables(folders);
  if (tables.empty()) return fail(fmt::format("syzygy: no tables in '{}'", folders));
  Sums sums;
  if (!list.empty()) {
    auto read = read_sums(list);
    if (!read) return fail("syzygy: " + read.error().message, 2);
    sums = *std::move(read);
  }
  const std::atomic<bool>& stop = stop_signal();
  std::vector<std::string> damaged;
  std::size_t done = 0, compared = 0;
  {
    Progress progress("tables", tables.size());
    for (const auto& table : tables) {
      if (stop) break;
      const auto checked = check(table, sums, stop);
      if (stop) break;
      if (!checked) damaged.push_back(table.string() + ": " + checked.error().message);
      compared += sums.count(table.filename().string());
      progress.update(++done);
    }
  }
  for (const std::string& line : damaged) fmt::print("{}\n", printable(line));
  fmt::print("{} tables checked{}, {} damaged{}\n", done,
             list.empty() ? "" : fmt::format(", {} of them by checksum", compared), damaged.size(),
             stop ? fmt::format(", {} not looked at", tables.size() - done) : "");
  return damaged.empty() && !stop ? 0 : 1;
}

}  // namespace rookery::cli
