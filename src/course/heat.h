// Heat maps: what each kind of piece is worth on each square, by the evaluation of any agent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "search/agent.h"

namespace rookery::course {

/// Of one white piece. A square where it cannot stand is NaN.
struct HeatMap {
  char piece;                   ///< 'P', 'N', 'B', 'R', 'Q', 'K'
  std::vector<double> squares;  ///< a1, b1, ... h8: what the piece adds there, White's view
};
struct HeatMaps {
  std::string unit;
  std::vector<HeatMap> maps;
};

/// The same for every evaluation, table or network: the value with the piece on the square less the
/// value without it, on a board with both kings and all pawns at home, Black to move. A pawn that
/// stands in the way is taken off in both. For a pawn, the one of its own file is taken off; for
/// the king, the comparison is with e1. None if the agent does not evaluate.
std::optional<HeatMaps> heat_maps(const search::Agent& agent);

}  // namespace rookery::course
