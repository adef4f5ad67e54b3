// Preferences: what the user chose last, remembered by terminal and page alike.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "json/value.h"

namespace rookery::play {

/// `settings.json` in the state folder. Every field has a range; texts are checked by whoever uses
/// them (a player's spec by the roster, a clock by parse_time_control), as they come from a file.
struct Preferences {
  std::string opponent = "rookery:level=3";  ///< spec, or "human"
  std::string color = "white";               ///< "white", "black", "either"
  std::string clock = "none";                ///< as parse_time_control reads it
  std::string start = "normal";              ///< "normal", "960:NUMBER", or a FEN
  std::string theme = "auto";                ///< of the page
  std::string board = "walnut";              ///< colours of the terminal's board
  std::string analysis_agent = "rookery";
  int lines = 3;       ///< of the analysis, 1 to 5
  int threads = 1;     ///< of the analysis
  int hash_mb = 16;    ///< of each analysis: many may run at once
  int pace_ms = 1000;  ///< at least, for a move of an agent that is watched
  bool human_pause = true;
  bool always_queen = false;
  bool bell = false;

  friend bool operator==(const Preferences&, const Preferences&) = default;
};

json::Value to_json(const Preferences& preferences);
/// What is missing in `patch` stays as it is in `preferences`.
Result<Preferences, Error> patched(Preferences preferences, const json::Value& patch);

/// Defaults if there is no file or it says nothing sensible.
Preferences load_preferences(const std::filesystem::path& state);
/// Changes what the patch names and returns the whole. Fields of the file that this version does
/// not know stay in it.
Result<Preferences, Error> change_preferences(const std::filesystem::path& state,
                                              const json::Value& patch);

}  // namespace rookery::play
