#include "lichess/game_pgn.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <ctime>

#include "notation/pgn_tree.h"

namespace rookery::lichess {

std::string game_pgn(const std::string& site, const GameFull& full, const GameState& state,
                     const chess::Game& game, chess::Color us, const OwnScores& scores) {
  auto pgn = chess::GameTree::from_game(game);
  pgn.set_result(chess::result_text({state.winner, chess::EndReason::checkmate}));
  const std::time_t now = std::time(nullptr);
  const auto number_or_unknown = [](int n) { return n > 0 ? std::to_string(n) : "?"; };
  pgn.set_tag("Event", fmt::format("{} {} game", full.rated ? "Rated" : "Casual", full.speed));
  pgn.set_tag("Site", site);
  pgn.set_tag("Date", fmt::format("{:%Y.%m.%d}", fmt::gmtime(now)));
  pgn.set_tag("Round", "-");
  pgn.set_tag("White", full.players[0].name);
  pgn.set_tag("Black", full.players[1].name);
  pgn.set_tag("Result", pgn.result());
  pgn.set_tag("UTCDate", fmt::format("{:%Y.%m.%d}", fmt::gmtime(now)));
  pgn.set_tag("UTCTime", fmt::format("{:%H:%M:%S}", fmt::gmtime(now)));
  pgn.set_tag("WhiteElo", number_or_unknown(full.players[0].rating));
  pgn.set_tag("BlackElo", number_or_unknown(full.players[1].rating));
  pgn.set_tag("TimeControl", full.has_clock ? fmt::format("{}+{}", full.initial.count() / 1000,
                                                          full.increment.count() / 1000)
                                            : "-");
  pgn.set_tag("Termination", state.status);
  const std::vector<chess::NodeId> line = pgn.main_line();
  const int sign = us == chess::Color::white ? 1 : -1;
  for (const auto& [ply, info] : scores)
    if (ply < line.size())
      pgn.annotate(line[ply]).eval =
          chess::EvalNote{sign * info.score.centipawns, sign * info.score.mate, info.depth};
  return notation::to_pgn(pgn);
}

bool append_pgn(const std::string& file, const std::string& pgn) {
  const int descriptor =
      ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor < 0) return false;
  const bool written =
      ::write(descriptor, pgn.data(), pgn.size()) == static_cast<ssize_t>(pgn.size());
  ::close(descriptor);
  return written;
}

}  // namespace rookery::lichess
