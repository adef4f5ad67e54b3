// What the network sees in a position, for people.
#pragma once

#include "chess/position.h"
#include "eval/breakdown.h"
#include "eval/nnue/network.h"

namespace rookery::eval::nnue {

/// The value, White's view, by every output bucket, and what each piece is worth: the value with it
/// less the value without it. The terms are left empty, for a network has none.
Breakdown explain(const Network& network, const chess::Position& position);

}  // namespace rookery::eval::nnue
