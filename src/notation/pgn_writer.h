// PGN export format: seven-tag roster in order, SAN, NAGs as $n, lines below 80 columns.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notation/pgn_reader.h"

namespace rookery::notation {

/// Writes what it is told; give it to a PgnReader to rewrite a file. Broken games are left out.
class PgnWriter : public PgnVisitor {
 public:
  void begin_game() override;
  void tag(std::string_view name, std::string_view value) override;
  bool begin_moves(const chess::Position& start, bool chess960) override;
  void move(const chess::Position& before, chess::Move move, const chess::Position& after) override;
  void nag(int nag) override;
  void comment(std::string_view text) override;
  void begin_variation() override;
  void end_variation() override;
  void error(const PgnError& error) override;
  void end_game(std::string_view result) override;

  /// The whole games written so far; the caller empties it as it pleases.
  std::string& text() { return text_; }

 private:
  struct Tag {
    std::string name, value;
  };
  const std::string* find_tag(std::string_view name) const;
  void write_tag(std::string_view name, std::string_view value);
  void write_tags(std::string_view result);
  void token(std::string_view token, bool may_wrap = true);

  std::string text_;
  std::string moves_;           // the movetext of the game being written
  std::size_t line_start_ = 0;  // where its last line begins
  std::string word_, comment_;
  std::vector<Tag> tags_;  // the first tag_count_ are in use; the rest keeps its memory
  std::size_t tag_count_ = 0;
  std::string fen_;  // empty for the standard start
  bool chess960_ = false, broken_ = false;
  bool needs_number_ = true;  // Black's move comes after something else than White's
  bool after_open_ = false;   // no space behind an opening parenthesis
};

}  // namespace rookery::notation
