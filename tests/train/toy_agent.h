// A quick deterministic agent for tests of self-play: one ply of material, ties by the position's
// key.
#pragma once

#include <string>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "search/agent.h"

namespace rookery::train {

class ToyAgent : public search::Agent {
 public:
  std::string_view name() const override { return "toy"; }
  search::SearchResult think(const chess::Game& game, const search::Limits&, search::Control&,
                             search::InfoSink&) override {
    search::SearchResult result;
    int best = -1'000'000;
    for (chess::Move m : chess::legal_moves(game.position())) {
      chess::Position next = game.position();
      next.make_move(m);
      int value = 0;
      for (chess::PieceType t : chess::kPieceTypes)
        value +=
            chess::kExchangeValues[index(t)] * (chess::count(next.pieces(~next.side_to_move(), t)) -
                                                chess::count(next.pieces(next.side_to_move(), t)));
      const int jitter = static_cast<int>(next.key() % 64);
      if (value + jitter <= best) continue;
      best = value + jitter;
      result.best = m;
      result.info.score = search::Score::from_value(value);
    }
    return result;
  }
};

}  // namespace rookery::train
