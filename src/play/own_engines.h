// The programs and paths of the user's own config.toml, each under a name that files may use.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "uci/client.h"

namespace rookery::play {

/// One table [engines.NAME].
struct OwnEngine {
  std::string name;
  std::string agent;        ///< of the roster; empty = `program`
  uci::ClientSpec program;  ///< its options are empty if `agent` is set
  std::vector<std::pair<std::string, std::string>> options;
};

struct OwnEngines {
  std::vector<OwnEngine> list;
  std::string fault;  ///< why config.toml could not be read; then the list is empty

  const OwnEngine* find(std::string_view name) const;
};

/// Of config.toml's text. Errors name the line.
Result<OwnEngines, Error> parse_own_engines(std::string_view toml);
/// A file that does not exist has no engines.
OwnEngines load_own_engines(const std::filesystem::path& config);
/// Those of config_directory()/config.toml, read at the first call.
const OwnEngines& own_engines();

}  // namespace rookery::play
