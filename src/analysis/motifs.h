// Motifs: the patterns by which a line wins something. What is found here is a claim about shapes
// on the board; explain.h names a motif only after a search has shown that it is needed.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "analysis/line.h"

namespace rookery::analysis {

enum class Motif {
  hanging_piece,
  fork,
  pin,
  skewer,
  discovered_attack,
  discovered_check,
  deflection,
  trapped_piece,
  back_rank_mate,
  promotion,
  mate
};

/// As puzzle collections write it: "hangingPiece", "discoveredAttack".
std::string_view motif_name(Motif motif);

/// A motif, the ply of the line at which it happens, and where.
struct MotifHit {
  Motif motif;
  std::size_t ply = 0;
  chess::Square piece = chess::Square::none;  ///< the forking, pinning, trapped ... piece
  std::vector<chess::Square> targets = {};    ///< what it attacks or wins
};

/// The hero's motifs in a line in which the other side moved first: what that first move allows.
std::vector<MotifHit> find_motifs(const Line& line);

}  // namespace rookery::analysis
