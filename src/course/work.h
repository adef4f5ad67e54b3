// What the lessons work their answers out with.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game.h"
#include "course/lesson.h"
#include "eval/breakdown.h"
#include "search/agent.h"
#include "search/trace.h"

namespace rookery::course {

/// `fen` and `spec` are the lessons' own: they are right.
chess::Position position_of(std::string_view fen);
std::unique_ptr<search::Agent> agent_of(std::string_view spec);
search::SearchResult think(std::string_view spec, int depth, const chess::Position& position);
search::SearchTrace record(std::string_view spec, int depth, const chess::Position& position);
eval::Breakdown explain(std::string_view spec, const chess::Position& position);
chess::Position after(chess::Position position, std::string_view san);

/// A question with choices; `right` counts from 0.
Question choice(std::string_view fen, std::string text, std::vector<std::string> choices,
                std::size_t right, std::string reason, std::string hint);
Question number(std::string_view fen, std::string text, std::int64_t answer, std::string reason,
                std::string hint);
Question move(std::string_view fen, std::string text, chess::Move answer, std::string reason,
              std::string hint);

/// Different positions, and sequences of moves, after some plies; and how well two keys tell the
/// positions apart.
struct Census {
  std::uint64_t sequences = 0, positions = 0;
  std::uint64_t occupancies = 0;  ///< different sets of occupied squares among the positions
  std::uint64_t keys = 0;         ///< different Zobrist keys
  double zobrist_bits = 0, occupancy_bits = 0;  ///< that one move changes, on average
};
Census census(int plies);

/// Leaves that alpha-beta must look at in a tree of `moves` moves everywhere and `plies` plies,
/// however well it is ordered.
std::uint64_t minimal_leaves(std::uint64_t moves, int plies);

// Positions that several of them look at.
inline constexpr std::string_view kStart =
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
inline constexpr std::string_view kFourKnights =
    "r1bqk2r/pppp1ppp/2n2n2/4p3/1b2P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 6 5";
inline constexpr std::string_view kQueenOut =
    "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3";

/// Of lessons without them.
inline std::vector<Fact> no_facts() { return {}; }
inline std::vector<Run> no_runs() { return {}; }

// The lessons, in two files.
std::span<const Lesson> search_lessons();
std::span<const Lesson> knowledge_lessons();

}  // namespace rookery::course
