// PGN to GameTree and back. Nothing is lost on the way: comments (joined where one move has
// several), variations, signs, tags in order, unknown commands.
#pragma once

#include <optional>
#include <string>

#include "chess/game_tree.h"
#include "notation/pgn_reader.h"

namespace rookery::notation {

struct ReadGame {
  chess::GameTree tree;
  std::optional<PgnError> error;  ///< a broken game: what was wrong; the tree holds all before it
};

/// The next game of a file, broken ones included; none at the end. A game of more than a quarter
/// of a million moves or 16 MB of comments is reported as broken there.
std::optional<ReadGame> read_game_tree(PgnReader& reader);

/// Tells a visitor what a PgnReader would tell of the tree as written.
void tell(const chess::GameTree& tree, PgnVisitor& visitor);

/// The game with an empty line at its end, ready to be appended to a file. Roster tags that are
/// missing are written "?"; Result, SetUp, FEN and Variant are made from the tree itself.
std::string to_pgn(const chess::GameTree& tree);

}  // namespace rookery::notation
