#include "uci/info_text.h"

#include <fmt/format.h>

#include <iterator>

#include "notation/uci_move.h"

namespace rookery::uci {

using chess::Game;
using chess::Move;

std::vector<Move> playable(const Game& game, const std::vector<Move>& line) {
  Game copy = game;
  std::vector<Move> result;
  for (const Move move : line) {
    // The root itself may be a draw by repetition or the fifty-move rule: a move is asked for.
    if (!move || !copy.position().is_legal(move) || (!result.empty() && copy.outcome())) break;
    copy.play(move);
    result.push_back(move);
  }
  return result;
}

namespace {

std::string counters(const search::SearchInfo& info) {
  std::string text = fmt::format(" nodes {}", info.nodes);
  const auto out = std::back_inserter(text);
  if (info.time > info.time.zero()) fmt::format_to(out, " nps {}", info.nodes_per_second());
  if (info.hash_full >= 0) fmt::format_to(out, " hashfull {}", info.hash_full);
  if (info.tablebase_hits > 0) fmt::format_to(out, " tbhits {}", info.tablebase_hits);
  fmt::format_to(out, " time {}",
                 std::chrono::duration_cast<std::chrono::milliseconds>(info.time).count());
  return text;
}

}  // namespace

std::string info_text(const search::SearchInfo& info, const std::vector<Move>& pv, bool chess960,
                      bool show_wdl) {
  std::string line = fmt::format("info depth {}", info.depth);
  const auto out = std::back_inserter(line);
  if (info.selective_depth > 0) fmt::format_to(out, " seldepth {}", info.selective_depth);
  fmt::format_to(out, " multipv {}", info.multi_pv);
  if (info.score.mate != 0)
    fmt::format_to(out, " score mate {}", info.score.mate);
  else
    fmt::format_to(out, " score cp {}", info.score.centipawns);
  if (info.bound == search::Bound::lower) line += " lowerbound";
  if (info.bound == search::Bound::upper) line += " upperbound";
  if (show_wdl && info.wdl)
    fmt::format_to(out, " wdl {} {} {}", info.wdl->win, info.wdl->draw, info.wdl->loss);
  line += counters(info);
  if (!pv.empty()) line += " pv";
  for (const Move move : pv) line += " " + notation::to_uci(move, chess960);
  return line;
}

std::string progress_text(const search::SearchInfo& info) {
  return fmt::format("info depth {}{}", info.depth, counters(info));
}

}  // namespace rookery::uci
