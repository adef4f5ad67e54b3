#include "match/pgn.h"

#include <fmt/format.h>

#include <algorithm>

#include "notation/pgn_tree.h"

namespace rookery::match {
namespace {

/// The words of PGN's Termination tag.
const char* termination_tag(chess::EndReason reason, bool faulty) {
  switch (reason) {
    case chess::EndReason::time:
      return "time forfeit";
    case chess::EndReason::adjudication:
      return "adjudication";
    case chess::EndReason::forfeit:
      return faulty ? "rules infraction" : "abandoned";
    default:
      return "normal";
  }
}

}  // namespace

std::string to_pgn(const PgnTags& tags, const Fixture& fixture, const Player& white,
                   const Player& black, const play::PlayedGame& record) {
  const chess::Outcome outcome = record.outcome();
  auto game = chess::GameTree::from_game(record.game);
  game.set_tag("Event", tags.event);
  game.set_tag("Site", "?");
  game.set_tag("Date", tags.date);
  game.set_tag("Round", fmt::format("{}.{}", fixture.round + 1, fixture.game + 1));
  game.set_tag("White", white.name);
  game.set_tag("Black", black.name);
  game.set_tag("Result", chess::result_text(outcome));
  game.set_result(chess::result_text(outcome));
  game.set_tag("GameNumber", std::to_string(fixture.game + 1));
  if (white.limits.text() == black.limits.text()) {
    game.set_tag("TimeControl", white.limits.text());
  } else {
    game.set_tag("WhiteTimeControl", white.limits.text());
    game.set_tag("BlackTimeControl", black.limits.text());
  }
  game.set_tag("PlyCount", std::to_string(record.game.ply()));
  game.set_tag("Termination", termination_tag(outcome.reason, !record.fault.empty()));

  const std::vector<chess::NodeId> line = game.main_line();
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const play::PlayedPly& played = record.plies[i];
    const std::size_t ply = record.opening_plies + i;
    chess::Annotation& out = game.annotate(line[ply]);
    const chess::Color mover = record.game.position_after(ply).side_to_move();
    if (const auto left = played.left[index(mover)]; left.count() > 0) out.clock = left;
    out.comment = fmt::format("{:.3f}s", std::chrono::duration<double>(played.time).count());
    if (!played.info) continue;
    if (played.info->depth > 0) {
      const search::Score score = played.info->score.for_white(mover);
      out.eval = chess::EvalNote{score.mate ? 0 : score.centipawns, score.mate, played.info->depth};
    }
    if (played.info->nodes > 0) out.comment += fmt::format(" n={}", played.info->nodes);
  }
  const std::string end =
      record.fault.empty() ? record.termination : record.termination + "; " + record.fault;
  std::string& last = game.annotate(line.empty() ? chess::kRoot : line.back()).comment;
  last += (last.empty() ? "" : " ") + end;
  return notation::to_pgn(game);
}

}  // namespace rookery::match
