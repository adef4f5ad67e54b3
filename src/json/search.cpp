#include "json/search.h"

#include <chrono>
#include <cmath>

#include "chess/make_move.h"
#include "json/chess.h"
#include "notation/text.h"
#include "notation/uci_move.h"

namespace rookery::json {

using chess::Color;
using search::Bound;

namespace {

constexpr std::int64_t kMostMilliseconds = std::int64_t{1000} * 3600 * 24 * 365;

/// What is a lower bound for Black is an upper one for White.
Bound for_white(Bound bound, Color turn) {
  if (bound == Bound::exact || turn == Color::white) return bound;
  return bound == Bound::lower ? Bound::upper : Bound::lower;
}

constexpr const char* kBounds[] = {"exact", "lower", "upper"};

/// To the microsecond: finer is noise.
double milliseconds(std::chrono::nanoseconds time) {
  return std::round(static_cast<double>(time.count()) / 1e3) / 1e3;
}

search::Score score_from_json(Fields fields, Color turn) {
  search::Score white;
  const auto mate = fields.optional_integer("mate", -eval::kMaxPly / 2, eval::kMaxPly / 2);
  if (mate == 0) fields.refuse("mate", "is never 0");
  if (mate)
    white.mate = static_cast<int>(*mate);
  else
    white.centipawns = static_cast<int>(fields.integer("cp", -1'000'000, 1'000'000));
  white.own_units = fields.number("own", -1e15, 1e15);
  search::Score score = white.for_white(turn);
  // Who mates in n moves does so after 2n-1 plies; who is mated, after 2n.
  if (score.mate > 0) score.centipawns = eval::mate_in(2 * score.mate - 1);
  if (score.mate < 0) score.centipawns = eval::mated_in(-2 * score.mate);
  return score;
}

}  // namespace

Value to_json(const search::Score& score, Color turn) {
  const search::Score white = score.for_white(turn);
  Value out = {{"own", number(white.own_units)}};
  if (white.mate != 0)
    out["mate"] = white.mate;
  else
    out["cp"] = white.centipawns;
  return out;
}

Value to_json(const search::SearchInfo& info, const chess::Position& root, bool chess960) {
  const Color turn = root.side_to_move();
  Value out = {{"depth", info.depth},
               {"seldepth", info.selective_depth},
               {"multipv", info.multi_pv},
               {"score", to_json(info.score, turn)},
               {"bound", kBounds[static_cast<int>(for_white(info.bound, turn))]},
               {"nodes", info.nodes},
               {"nps", info.nodes_per_second()},
               {"time_ms", number(milliseconds(info.time))},
               {"tbhits", info.tablebase_hits},
               {"pv", uci_line(info.pv, chess960)},
               {"san", san_line(root, info.pv)}};
  if (info.hash_full >= 0) out["hashfull"] = info.hash_full;
  if (info.wdl) {
    const auto& [win, draw, loss] = *info.wdl;
    out["wdl"] = turn == Color::white ? Value{win, draw, loss} : Value{loss, draw, win};
  }
  return out;
}

Result<search::SearchInfo, Error> info_from_json(Fields fields, const chess::Position& root) {
  const Color turn = root.side_to_move();
  search::SearchInfo info;
  info.depth = static_cast<int>(fields.integer("depth", 0, 1000));
  info.selective_depth = static_cast<int>(fields.optional_integer("seldepth", 0, 1000).value_or(0));
  info.multi_pv = static_cast<int>(fields.optional_integer("multipv", 1, 1000).value_or(1));
  info.score = score_from_json(fields.object("score"), turn);
  const std::string bound = fields.optional_text("bound").value_or("exact");
  bool known = false;
  for (const Bound b : {Bound::exact, Bound::lower, Bound::upper})
    if (bound == kBounds[static_cast<int>(b)]) info.bound = for_white(b, turn), known = true;
  if (!known) fields.refuse("bound", "expected exact, lower or upper");
  info.nodes =
      static_cast<std::uint64_t>(fields.optional_integer("nodes", 0, INT64_MAX).value_or(0));
  const double ms = fields.optional_number("time_ms", 0, kMostMilliseconds).value_or(0);
  info.time = std::chrono::nanoseconds(std::llround(ms * 1e6));
  info.hash_full = static_cast<int>(fields.optional_integer("hashfull", 0, 1000).value_or(-1));
  info.tablebase_hits =
      static_cast<std::uint64_t>(fields.optional_integer("tbhits", 0, INT64_MAX).value_or(0));
  if (fields.has("wdl")) {
    const auto wdl = fields.integers("wdl", 3, 0, 1000);
    if (wdl.size() != 3 || wdl[0] + wdl[1] + wdl[2] != 1000)
      fields.refuse("wdl", "expected three numbers whose sum is 1000");
    else
      info.wdl = search::WinDrawLoss{static_cast<int>(wdl[turn == Color::white ? 0 : 2]),
                                     static_cast<int>(wdl[1]),
                                     static_cast<int>(wdl[turn == Color::white ? 2 : 0])};
  }
  chess::Position position = root;
  for (const std::string& uci : fields.texts("pv", eval::kMaxPly)) {
    const auto move = notation::parse_uci_move(position, uci);
    if (!move) {
      fields.refuse("pv", move.error().message);
      break;
    }
    info.pv.push_back(*move);
    position.make_move(*move);
  }
  return fields.result(std::move(info));
}

Value to_json(const eval::Breakdown& breakdown) {
  Value out = {
      {"unit", breakdown.unit}, {"total", number(breakdown.total)}, {"terms", Value::array()}};
  for (const eval::Term& term : breakdown.terms)
    out["terms"].push_back(
        {{"name", term.name}, {"white", number(term.white)}, {"black", number(term.black)}});
  if (breakdown.pieces.empty()) return out;
  for (const eval::PieceWorth& p : breakdown.pieces)
    out["pieces"].push_back({{"piece", std::string(1, piece_char(p.piece))},
                             {"square", notation::square_name(p.square)},
                             {"value", number(p.value)}});
  for (const double output : breakdown.bucket_outputs) out["buckets"].push_back(number(output));
  out["bucket"] = breakdown.bucket;
  out["terms_total"] = number(breakdown.classical_total);
  return out;
}

}  // namespace rookery::json
