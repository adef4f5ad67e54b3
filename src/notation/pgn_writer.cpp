// The PGN export format.
#include "notation/pgn_writer.h"

#include <algorithm>
#include <charconv>

#include "notation/fen.h"
#include "notation/san.h"
#include "notation/text.h"

namespace rookery::notation {

using namespace chess;

namespace {

constexpr std::size_t kLineWidth = 79;

struct RosterTag {
  std::string_view name, missing;
};
/// The last one is Result, which the game itself tells.
constexpr RosterTag kRoster[] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                 {"Round", "?"}, {"White", "?"}, {"Black", "?"},
                                 {"Result", "*"}};

bool is_made_by_writer(std::string_view name) {
  for (const RosterTag& roster : kRoster)
    if (name == roster.name) return true;
  return name == "SetUp" || name == "FEN";
}

}  // namespace

void PgnWriter::begin_game() {
  moves_.clear();
  line_start_ = 0;
  tag_count_ = 0;
  fen_.clear();
  chess960_ = broken_ = after_open_ = false;
  needs_number_ = true;
}

void PgnWriter::tag(std::string_view name, std::string_view value) {
  if (is_made_by_writer(name) && find_tag(name)) return;
  if (tag_count_ == tags_.size()) tags_.emplace_back();
  Tag& tag = tags_[tag_count_++];
  tag.name = name;
  tag.value = value;
}

const std::string* PgnWriter::find_tag(std::string_view name) const {
  for (std::size_t i = 0; i < tag_count_; ++i)
    if (tags_[i].name == name) return &tags_[i].value;
  return nullptr;
}

bool PgnWriter::begin_moves(const Position& start, bool chess960) {
  chess960_ = chess960;
  if (chess960 || start != Position::initial()) fen_ = to_fen(start);
  return true;
}

/// Appends a word of movetext, on a new line where it does not fit.
void PgnWriter::token(std::string_view token, bool may_wrap) {
  const std::size_t space = moves_.empty() || after_open_ ? 0 : 1;
  if (may_wrap && moves_.size() - line_start_ + space + token.size() > kLineWidth) {
    moves_ += '\n';
    line_start_ = moves_.size();
  } else if (space) {
    moves_ += ' ';
  }
  after_open_ = false;
  moves_ += token;
}

void PgnWriter::move(const Position& before, Move move, const Position& after) {
  const bool white = before.side_to_move() == Color::white;
  if (white || needs_number_) {
    char number[16];
    char* end = std::to_chars(number, number + 12, before.fullmove_number()).ptr;
    *end++ = '.';
    if (!white) *end++ = '.', *end++ = '.';
    token(std::string_view(number, static_cast<std::size_t>(end - number)));
  }
  needs_number_ = false;
  word_.clear();
  if (move)
    append_san(word_, before, move, after);
  else
    word_ = "--";
  token(word_);
}

void PgnWriter::nag(int nag) {
  char text[8] = {'$'};
  const char* const end = std::to_chars(text + 1, text + sizeof text, nag).ptr;
  token(std::string_view(text, static_cast<std::size_t>(end - text)));
}

void PgnWriter::comment(std::string_view text) {
  comment_.clear();
  append_words(comment_, text);
  if (comment_.empty()) return;
  needs_number_ = true;
  if (comment_.find('}') != std::string::npos) {
    // It would end the comment, so this goes to the end of the line, however long that is.
    token(";");
    moves_.append(" ").append(comment_) += '\n';
    line_start_ = moves_.size();
    after_open_ = true;
    return;
  }
  token("{");
  for (std::string_view rest = comment_; !rest.empty();) {
    // A command like [%clk 0:01:00] is one word, so that no line end comes into it.
    const std::string_view line = rest.substr(0, kLineWidth);
    const std::size_t command_end = line.starts_with("[%") ? line.find(']') : 0;
    const std::size_t from = command_end == std::string_view::npos ? 0 : command_end;
    const std::string_view word = rest.substr(0, rest.find(' ', from));
    rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    // At the start of a line readers would skip a % and take [Event for the next game.
    token(word, word[0] != '%' && !word.starts_with("[Event"));
  }
  token("}");
}

void PgnWriter::begin_variation() {
  token("(");
  after_open_ = needs_number_ = true;
}

void PgnWriter::end_variation() {
  after_open_ = true;  // no space before a closing one either
  token(")");
  needs_number_ = true;
}

void PgnWriter::error(const PgnError&) { broken_ = true; }

void PgnWriter::write_tag(std::string_view name, std::string_view value) {
  text_ += '[';
  for (const char c : name) text_ += is_space(c) || c == '"' || c == ']' ? '_' : c;
  text_ += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') text_ += '\\';
    text_ += is_space(c) ? ' ' : c;
  }
  text_ += "\"]\n";
}

void PgnWriter::write_tags(std::string_view result) {
  for (const RosterTag& roster : kRoster) {
    const std::string* value = find_tag(roster.name);
    if (roster.name == "Result")
      write_tag(roster.name, result);
    else
      write_tag(roster.name, value ? std::string_view(*value) : roster.missing);
  }
  if (chess960_) write_tag("Variant", "Chess960");
  if (!fen_.empty()) {
    write_tag("SetUp", "1");
    write_tag("FEN", fen_);
  }
  for (std::size_t i = 0; i < tag_count_; ++i)
    if (!is_made_by_writer(tags_[i].name) && !(chess960_ && tags_[i].name == "Variant"))
      write_tag(tags_[i].name, tags_[i].value);
}

void PgnWriter::end_game(std::string_view result) {
  if (broken_) return;
  token(result);
  write_tags(result);
  text_ += '\n';
  text_ += moves_;
  text_ += "\n\n";
}

}  // namespace rookery::notation
