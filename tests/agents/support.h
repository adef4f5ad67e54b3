// What the tests of the agents share: positions and one-line thinking.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "play/roster.h"
#include "sanitized.h"

namespace rookery::test {

inline chess::Position position(const std::string& fen) {
  auto parsed = notation::parse_fen(fen);
  EXPECT_TRUE(parsed) << fen << ": " << (parsed ? "" : parsed.error().message);
  return parsed ? *parsed : chess::Position::initial();
}

inline std::unique_ptr<search::Agent> agent(const std::string& spec) {
  auto made = play::make_agent(play::OwnSpec::written_by_user(std::string(spec)));
  EXPECT_TRUE(made) << spec;
  return std::move(*made);
}

inline search::SearchResult think(search::Agent& agent, const chess::Game& game,
                                  const search::Limits& limits) {
  search::Control control;
  search::NullSink sink;
  return agent.think(game, limits, control, sink);
}
inline search::SearchResult think_depth(search::Agent& agent, const chess::Position& p, int depth) {
  search::Limits limits;
  limits.depth = depth;
  return think(agent, chess::Game(p), limits);
}

inline bool is_mate(const chess::Position& p) { return p.in_check() && !has_legal_move(p); }

inline chess::Position after(chess::Position p, chess::Move move) {
  p.make_move(move);
  return p;
}

/// Positions of random games, reproducible, never without a legal move.
inline std::vector<chess::Position> random_positions(std::size_t count, std::uint64_t seed,
                                                     int max_plies = 120) {
  Rng rng(seed);
  std::vector<chess::Position> found;
  while (found.size() < count) {
    chess::Position p = chess::Position::initial();
    const int plies = static_cast<int>(rng.below(static_cast<std::uint32_t>(max_plies)));
    for (int i = 0; i < plies && has_legal_move(p); ++i) {
      const chess::MoveList moves = legal_moves(p);
      p.make_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    if (has_legal_move(p)) found.push_back(p);
  }
  return found;
}

}  // namespace rookery::test
