// What the bot's owner decides, read from a TOML file or a JSON file with // comments.
#pragma once

#include <chrono>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace rookery::lichess {

using Milliseconds = std::chrono::milliseconds;

/// Which agent plays and how long it may think; 0 = no such limit.
struct EngineRules {
  std::string agent = "rookery";
  std::map<std::string, std::string> options;
  int depth = 0;
  int nodes = 0;
  int move_time_ms = 0;
  int move_overhead_ms = 100;
  bool ponder = false;
};

struct ChallengeRules {
  std::vector<std::string> variants{"standard", "chess960", "fromPosition"};
  int min_initial_seconds = 30;
  int max_initial_seconds = 10800;
  int min_increment_seconds = 0;
  int max_increment_seconds = 60;
  bool correspondence = false;
  bool rated = true;
  bool casual = true;
  bool humans = true;
  bool bots = true;
  int min_rating = 0;
  int max_rating = 4000;
  std::vector<std::string> allow;
  std::vector<std::string> block;
  int concurrent_games = 1;
};

/// When to give up, to agree to a draw and to give moves back.
struct GameRules {
  bool resign = true;
  int resign_below_centipawns = -900;
  int resign_after_moves = 5;
  bool offer_draws = true;
  bool accept_draws = true;
  int draw_within_centipawns = 15;
  int draw_after_moves = 8;
  int draw_from_move = 35;
  int takebacks_per_game = 2;
  bool takebacks_when_rated = false;
  bool claim_wins = true;
  int abort_after_seconds = 40;
  std::string pgn_file = "lichess-games.pgn";
};

struct ChatRules {
  bool commands = true;
  std::string greeting = "Hello {opponent}, good luck! Try !name, !level or !eval.";
  std::string farewell = "Thanks for the game, {opponent}.";
};

/// Challenges to other bots while idle.
struct MatchmakingRules {
  bool enabled = false;
  int idle_seconds = 300;
  int games_per_day = 50;
  int rating_window = 300;
  std::vector<std::string> time_controls{"180+2", "300+3"};
  std::string variant = "standard";
  bool rated = false;
  std::string state_file = "lichess-matchmaking.json";
};

/// The rhythm of the protocol. Owners never change it, so the default file does not show it; tests
/// shorten it.
struct Timing {
  int watchdog_ms = 16000;  ///< silence on a stream: two keep-alives (7 s) missed
  int rate_limit_wait_ms = 60000;
  int request_timeout_ms = 8000;
  int retry_first_ms = 250;
  int retry_max_ms = 15000;
  int finish_grace_ms = 3000;  ///< from gameFinish to asking the game stream again
  int challenge_expiry_ms = 25000;
};

struct Config {
  std::string base_url = "https://lichess.org";
  std::string token_file;
  std::string log_file = "lichess-bot.log";
  EngineRules engine;
  ChallengeRules challenges;
  GameRules games;
  ChatRules chat;
  MatchmakingRules matchmaking;
  Timing timing;
};

enum class ConfigLanguage { toml, json };
/// By the file's name: JSON if it ends so, else TOML.
ConfigLanguage language_of(std::string_view path);

/// Every field is optional; an unknown key, a wrong type or a value out of range is an error that
/// names line, key and what was expected.
Result<Config, Error> parse_config(std::string_view text, ConfigLanguage language);
/// Relative paths in the file are relative to the file.
Result<Config, Error> load_config(const std::string& path);
/// The default configuration with a comment on every field.
std::string annotated_default_config(ConfigLanguage language);
/// For logs and `check`: there is no token in a Config.
nlohmann::json config_to_json(const Config& config);

}  // namespace rookery::lichess
