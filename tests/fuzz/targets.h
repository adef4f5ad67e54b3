// What must hold for any bytes that a parser is given. The libFuzzer programs call these without
// end; the corpus test calls them over the committed corpus.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "chess/movegen.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"
#include "notation/pgn_writer.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace rookery::fuzz {

using namespace notation;

inline void require(bool holds, const char* what, std::string_view about = "") {
  if (holds) return;
  std::fprintf(stderr, "property broken: %s\n%.*s\n", what, static_cast<int>(about.size()),
               about.data());
  std::abort();
}

inline bool contains(const chess::MoveList& list, chess::Move move) {
  return std::find(list.begin(), list.end(), move) != list.end();
}

/// An accepted FEN is a consistent position that comes back; its moves lead to consistent ones.
inline void fuzz_fen(std::string_view text) {
  (void)parse_setup(text);
  const auto position = parse_fen(text);
  if (!position) {
    require(position.error().offset <= text.size(), "error offset lies in the text", text);
    require(!position.error().message.empty(), "an error has a reason", text);
    return;
  }
  require(position->is_consistent(), "position is consistent", text);
  const std::string fen = to_fen(*position);
  const auto again = parse_fen(fen);
  require(again.has_value(), "what was written can be read", fen);
  require(again->key() == position->key(), "the same position comes back", fen);
  require(to_fen(*again) == fen, "the same FEN comes back", fen);
  for (const chess::Move move : chess::legal_moves(*position)) {
    require(position->is_legal(move), "generated moves are legal", fen);
    chess::Position after = *position;
    after.make_move(move);
    require(after.is_consistent(), "a move leads to a consistent position", fen);
  }
}

/// The position in the first line, or the initial one, and the rest.
inline std::pair<chess::Position, std::string_view> position_and_rest(std::string_view text) {
  const std::size_t line = std::min(text.find('\n'), text.size());
  auto position = parse_fen(text.substr(0, line));
  const std::string_view rest = line < text.size() ? text.substr(line + 1) : text;
  return {position ? *position : chess::Position::initial(), rest};
}

/// An accepted move is legal; every legal move comes back from its SAN.
inline void fuzz_san(std::string_view text) {
  const auto [position, san] = position_and_rest(text);
  const chess::MoveList moves = chess::legal_moves(position);
  const auto move = parse_san(position, san);
  if (move) {
    require(contains(moves, *move), "an accepted move is legal", text);
  } else {
    require(move.error().offset <= san.size(), "error offset lies in the text", text);
  }
  for (const chess::Move m : moves) {
    const std::string written = to_san(position, m);
    const auto again = parse_san(position, written);
    require(again && *again == m, "a move comes back from its SAN", written);
  }
}

inline void fuzz_uci(std::string_view text) {
  const auto [position, uci] = position_and_rest(text);
  const chess::MoveList moves = chess::legal_moves(position);
  const auto move = parse_uci_move(position, uci);
  if (move) {
    require(contains(moves, *move), "an accepted move is legal", text);
  } else {
    require(move.error().offset <= uci.size(), "error offset lies in the text", text);
  }
  for (const chess::Move m : moves) {
    const std::string written = to_uci(m, true);
    const auto again = parse_uci_move(position, written);
    require(again && *again == m, "a move comes back from its UCI form", written);
  }
}

/// What was written is read again and written the same.
inline void fuzz_epd(std::string_view text) {
  const auto record = parse_epd(text);
  if (!record) {
    require(record.error().offset <= text.size(), "error offset lies in the text", text);
    return;
  }
  const chess::MoveList moves = chess::legal_moves(record->position);
  for (const chess::Move m : record->best_moves) require(contains(moves, m), "bm is legal", text);
  for (const chess::Move m : record->avoid_moves) require(contains(moves, m), "am is legal", text);
  const std::string written = to_epd(*record);
  const auto again = parse_epd(written);
  require(again.has_value(), "what was written can be read", written);
  require(to_epd(*again) == written, "the same EPD comes back", written);
}

/// A writer that also keeps the errors.
class Rewriter final : public PgnWriter {
 public:
  std::string errors;
  void error(const PgnError& error) override {
    errors += error.text() + '\n';
    PgnWriter::error(error);
  }
  static Rewriter rewrite(PgnReader& reader) {
    Rewriter rewriter;
    while (reader.read_game(rewriter)) {
    }
    return rewriter;
  }
};

/// All but the tags, which writing completes.
inline bool same_moves(chess::GameTree a, chess::GameTree b) {
  for (chess::GameTree* tree : {&a, &b})
    while (!tree->tags().empty()) tree->set_tag(std::string(tree->tags().front().first), "");
  return a == b;
}

/// A file gives the same as memory, errors and all; what was written has no errors and is
/// written the same again; and so with games held as values.
inline void fuzz_pgn(std::string_view text) {
  PgnReader from_memory(text);
  Rewriter first = Rewriter::rewrite(from_memory);
  if (!text.empty()) {
    std::string copy(text);
    std::FILE* const file = fmemopen(copy.data(), copy.size(), "rb");
    PgnReader from_file(file, 1024);
    Rewriter other = Rewriter::rewrite(from_file);
    std::fclose(file);
    require(other.text() == first.text(), "a file reads like memory", text);
    require(other.errors == first.errors, "a file has the errors of memory", text);
  }
  PgnReader again(first.text());
  Rewriter second = Rewriter::rewrite(again);
  require(second.errors.empty(), "what was written is not broken", second.errors);
  require(second.text() == first.text(), "what was written comes back", first.text());

  PgnReader games(text);
  while (const auto game = read_game_tree(games)) {
    const std::string written = to_pgn(game->tree);
    PgnReader rereader(written);
    const auto reread = read_game_tree(rereader);
    require(reread && !reread->error, "a written game is not broken", written);
    if (game->error) continue;
    // The first writing completes the roster; from then on nothing changes.
    require(to_pgn(reread->tree) == written, "a written game comes back", written);
    PgnReader third(written);
    require(read_game_tree(third)->tree == reread->tree, "a tree is equal to itself", written);
    require(same_moves(game->tree, reread->tree), "moves and notes come back", written);
  }
}

}  // namespace rookery::fuzz
