#include "course/work.h"

#include <bit>
#include <cassert>
#include <set>
#include <unordered_map>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"
#include "play/roster.h"

namespace rookery::course {

using chess::Position;

Position position_of(std::string_view fen) {
  const auto position = notation::parse_fen(fen);
  assert(position);
  return *position;
}

std::unique_ptr<search::Agent> agent_of(std::string_view spec) {
  const auto named = play::NamedSpec::parse(spec);
  assert(named);
  auto agent = play::make_agent(*named);
  assert(agent);
  return std::move(*agent);
}

search::SearchResult think(std::string_view spec, int depth, const Position& position) {
  search::Limits limits;
  limits.depth = depth;
  search::Control control;
  search::NullSink sink;
  return agent_of(spec)->think(chess::Game(position), limits, control, sink);
}

search::SearchTrace record(std::string_view spec, int depth, const Position& position) {
  search::SearchTrace trace;
  const auto agent = agent_of(spec);
  agent->record(&trace);
  search::Limits limits;
  limits.depth = depth;
  search::Control control;
  search::NullSink sink;
  agent->think(chess::Game(position), limits, control, sink);
  agent->record(nullptr);
  return trace;
}

eval::Breakdown explain(std::string_view spec, const Position& position) {
  return *agent_of(spec)->explain(position);
}

Position after(Position position, std::string_view san) {
  const auto move = notation::parse_san(position, san);
  assert(move);
  position.make_move(*move);
  return position;
}

Question choice(std::string_view fen, std::string text, std::vector<std::string> choices,
                std::size_t right, std::string reason, std::string hint) {
  assert(right < choices.size());
  return {std::string(fen),          std::move(text),   AnswerKind::choice, std::move(choices),
          std::to_string(right + 1), std::move(reason), std::move(hint)};
}
Question number(std::string_view fen, std::string text, std::int64_t answer, std::string reason,
                std::string hint) {
  return {std::string(fen),       std::move(text),   AnswerKind::number, {},
          std::to_string(answer), std::move(reason), std::move(hint)};
}
Question move(std::string_view fen, std::string text, chess::Move answer, std::string reason,
              std::string hint) {
  return {std::string(fen),         std::move(text),   AnswerKind::move, {},
          notation::to_uci(answer), std::move(reason), std::move(hint)};
}

Census census(int plies) {
  Census out;
  // FEN without counters: what makes two positions one, told without any key.
  std::unordered_map<std::string, Position> level;
  level.emplace("", Position::initial());
  std::unordered_map<std::string, std::uint64_t> ways{{"", 1}};
  std::uint64_t moves = 0, zobrist = 0, occupancy = 0;
  for (int ply = 0; ply < plies; ++ply) {
    std::unordered_map<std::string, Position> next;
    std::unordered_map<std::string, std::uint64_t> next_ways;
    for (const auto& [name, position] : level)
      for (const chess::Move m : legal_moves(position)) {
        Position child = position;
        child.make_move(m);
        ++moves;
        zobrist += static_cast<std::uint64_t>(std::popcount(child.key() ^ position.key()));
        occupancy += static_cast<std::uint64_t>(std::popcount(child.pieces() ^ position.pieces()));
        const std::string fen = notation::to_fen(child);
        // An en-passant square counts only where it may be taken, as the rules say.
        std::string id = fen.substr(0, fen.find(' ', fen.find(' ', fen.find(' ') + 1) + 1));
        if (child.en_passant() != chess::Square::none) id += " ep";
        next_ways[id] += ways.at(name);
        next.emplace(std::move(id), child);
      }
    level = std::move(next);
    ways = std::move(next_ways);
  }
  std::set<chess::Bitboard> occupancies;
  std::set<chess::Key> keys;
  for (const auto& [name, position] : level) {
    occupancies.insert(position.pieces());
    keys.insert(position.key());
  }
  for (const auto& [name, count] : ways) out.sequences += count;
  out.positions = level.size();
  out.occupancies = occupancies.size();
  out.keys = keys.size();
  if (moves > 0) {
    out.zobrist_bits = static_cast<double>(zobrist) / static_cast<double>(moves);
    out.occupancy_bits = static_cast<double>(occupancy) / static_cast<double>(moves);
  }
  return out;
}

std::uint64_t minimal_leaves(std::uint64_t moves, int plies) {
  // Knuth and Moore: the nodes that prove the value from below, and those that prove it from above.
  const auto power = [&](int exponent) {
    std::uint64_t product = 1;
    for (int i = 0; i < exponent; ++i) product *= moves;
    return product;
  };
  return power((plies + 1) / 2) + power(plies / 2) - 1;
}

}  // namespace rookery::course
