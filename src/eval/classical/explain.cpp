// The classical evaluation explained: the counts of a trace, weighed and tapered term by term.
#include <cstring>

#include "eval/classical/classical.h"
#include "eval/classical/weights.h"

namespace rookery::eval {

Breakdown ClassicalEvaluator::explain(const chess::Position& position) {
  using namespace classical;
  const Trace trace = ClassicalEvaluator::trace(position);
  std::array<Tapered, kWeightCount> weights;
  std::memcpy(weights.data(), &kWeights, sizeof kWeights);
  const auto tapered = [&](Tapered t) {
    return static_cast<double>(middlegame_of(t) * trace.phase +
                               endgame_of(t) * (kMaxPhase - trace.phase)) /
           kMaxPhase;
  };
  Breakdown result;
  result.total = trace.white_value;
  result.unit = "centipawns";
  double rest = trace.white_value - trace.extra;  // what the terms leave unexplained: the scaling
  const auto report = [&](std::string_view name, Tapered white, Tapered black) {
    const Term term{name, tapered(white), tapered(black)};
    if (term.white != 0 || term.black != 0) result.terms.push_back(term);
    rest -= term.white - term.black;
  };
  Tapered danger[2]{};
  for (const TermInfo& info : kTerms) {
    Tapered sum[2]{};
    for (std::size_t i = info.offset; i < info.offset + info.size; ++i)
      for (int c = 0; c < 2; ++c) sum[c] += weights[i] * trace.counts[i][c];
    if (info.kind == TermKind::danger)
      for (int c = 0; c < 2; ++c) danger[c] += sum[c];
    else
      report(info.name, sum[0], sum[1]);
  }
  report("king_danger", -danger_cost(danger[0]), -danger_cost(danger[1]));
  if (rest <= -1 || rest >= 1) result.terms.push_back({"endgame_scale", rest, 0});
  if (trace.extra > 0) result.terms.push_back({"mop_up", static_cast<double>(trace.extra), 0});
  if (trace.extra < 0) result.terms.push_back({"mop_up", 0, static_cast<double>(-trace.extra)});
  return result;
}

}  // namespace rookery::eval
