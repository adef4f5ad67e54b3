#include "match/spec.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::match {

std::string MatchSpec::identity(std::size_t opening_count) const {
  std::string text;
  for (const Player& p : players)
    text += fmt::format("player {}: {} ({})\n", p.name, p.agent, p.limits.text());
  text +=
      fmt::format("{}, {} games each\nopenings {} ({}), {}, plies {}, seed {}\n",
                  format == Format::gauntlet ? "gauntlet" : "round robin", games,
                  openings.file.empty() ? "built in" : openings.file, opening_count,
                  openings.random_order ? "random" : "sequential", openings.plies, openings.seed);
  const auto& [draw, resign] = rules.adjudication;
  text += fmt::format(
      "draw {}, resign {}, max moves {}, time margin {}\n",
      draw ? fmt::format("after ply {} for {} plies within {}", draw->after, draw->plies,
                         draw->score)
           : "off",
      resign ? fmt::format("for {} plies beyond {}", resign->plies, resign->score) : "off",
      rules.max_moves, rules.time_margin.count());
  return text;
}

Result<std::vector<Opening>, Error> load_openings(const OpeningChoice& choice) {
  if (choice.file.empty()) return builtin_openings();
  return load_openings(choice.file, choice.plies);
}

std::optional<uci::ClientSpec> as_program(const Player& player, const std::vector<Player>& players,
                                          const std::string& rookery) {
  const bool has_program =
      std::any_of(players.begin(), players.end(), [](const Player& p) { return p.external; });
  const bool is_timed = std::any_of(players.begin(), players.end(),
                                    [](const Player& p) { return p.limits.is_timed(); });
  if (player.external || !has_program || !is_timed) return std::nullopt;
  uci::ClientSpec spec;
  spec.command = rookery;
  spec.arguments = {"uci", "--agent", player.agent};
  spec.name = player.name;
  return spec;
}

}  // namespace rookery::match
