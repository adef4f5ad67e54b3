// The dialogs that may stand over a screen.
#pragma once

#include <string>
#include <variant>

#include "chess/piece.h"
#include "chess/square.h"

namespace rookery::tui {

/// A line to be typed.
struct Prompt {
  enum class Purpose { save, open, write, menu_value, rescue } purpose = Purpose::save;
  std::string title;
  std::string text;
  std::string error;
};
/// Yes or no.
struct Question {
  enum class Purpose { overwrite, resign, draw, quit, resume } purpose = Purpose::quit;
  std::string text;
  std::string detail;
};
struct PromotionPicker {
  chess::Square from = chess::Square::none, to = chess::Square::none;
  int choice = 0;  ///< index into kPromotionTypes
};
struct HelpPage {
  int top = 0;  ///< the first line that is shown
};
using Dialog = std::variant<std::monostate, Prompt, Question, PromotionPicker, HelpPage>;

inline constexpr chess::PieceType kPromotionTypes[] = {
    chess::PieceType::queen, chess::PieceType::rook, chess::PieceType::bishop,
    chess::PieceType::knight};

}  // namespace rookery::tui
