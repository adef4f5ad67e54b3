// Editor: any position, put up piece by piece.
#pragma once

#include <string>

#include "base/result.h"
#include "chess/position.h"
#include "tui/event.h"

namespace rookery::tui {

class Editor {
 public:
  Editor() : setup_(chess::Position::initial().to_setup()) {}
  explicit Editor(const chess::Position& position) : setup_(position.to_setup()) {}

  const chess::Setup& setup() const { return setup_; }
  /// Letters are pieces (White's are capitals), Space clears a square, Tab changes the turn, `0`
  /// empties the board, `1` puts up the start, `-` and `+` take and give castling rights. False:
  /// the event means nothing here.
  bool handle(const Event& event, chess::Square cursor);
  /// "KQkq" as it stands.
  std::string castling_text() const;
  Result<chess::Position, Error> position() const;

 private:
  void give_castling();

  chess::Setup setup_;
};

}  // namespace rookery::tui
