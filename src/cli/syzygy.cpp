// `rookery syzygy check`: whether endgame tables are whole.
#include <fmt/format.h>

#include "base/printable.h"
#include "base/progress.h"
#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/stop_signal.h"
#include "search/syzygy_file.h"

namespace rookery::cli {

int run_syzygy(Arguments arguments) {
  Parser parser("syzygy",
                "Reads every byte of Syzygy tables and says which are damaged. Those are left\n"
                "out by themselves when an engine loads the folder, as far as a quick look finds\n"
                "them; this is the long look.",
                "  rookery syzygy check /tables/345\n"
                "  rookery syzygy check /tables/345:/tables/6");
  parser.require_subcommand(1);
  std::string folders;
  auto* check = parser.add_subcommand("check", "Decode every block of every table");
  check->add_option("FOLDERS", folders, "Folders, separated by ':'")->required();
  if (const auto status = parser.run(arguments)) return *status;

  const auto tables = search::list_tables(folders);
  if (tables.empty()) return fail(fmt::format("syzygy: no tables in '{}'", folders));
  const std::atomic<bool>& stop = stop_signal();
  std::vector<std::string> damaged;
  std::size_t done = 0;
  {
    Progress progress("tables", tables.size());
    for (const auto& table : tables) {
      if (stop) break;
      if (auto checked = search::check_table(table, search::TableCheck::thorough); !checked)
        damaged.push_back(table.string() + ": " + checked.error().message);
      progress.update(++done);
    }
  }
  for (const std::string& line : damaged) fmt::print("{}\n", printable(line));
  fmt::print("{} tables checked, {} damaged{}\n", done, damaged.size(),
             stop ? fmt::format(", {} not looked at", tables.size() - done) : "");
  return damaged.empty() && !stop ? 0 : 1;
}

}  // namespace rookery::cli
