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
  if (find_tag(name)) return;
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
  std::replace(comment_.begin(), comment_.end(), '}', ')');  // it would end the comment
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
  needs_number_ = true;
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
  text_ += name;
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

namespace {

void append_eval(std::string& out, const PgnEval& eval) {
  out += "[%eval ";
  if (eval.mate != 0) {
    out += '#';
    append_number(out, eval.mate);
  } else {
    if (eval.centipawns < 0) out += '-';
    const int magnitude = std::abs(eval.centipawns);
    append_number(out, magnitude / 100);
    out += '.';
    out += static_cast<char>('0' + magnitude / 10 % 10);
    out += static_cast<char>('0' + magnitude % 10);
  }
  if (eval.depth > 0) {
    out += ',';
    append_number(out, eval.depth);
  }
  out += ']';
}

void append_clock(std::string& out, std::chrono::milliseconds clock) {
  const long long ms = std::max<long long>(clock.count(), 0);
  const auto two_digits = [&](long long n) {
    out += static_cast<char>('0' + n / 10);
    out += static_cast<char>('0' + n % 10);
  };
  out += "[%clk " + std::to_string(ms / 3'600'000) + ':';
  two_digits(ms / 60'000 % 60);
  out += ':';
  two_digits(ms / 1'000 % 60);
  if (const long long rest = ms % 1'000) {  // tenths where they tell all, else milliseconds
    out += '.';
    out += static_cast<char>('0' + rest / 100);
    if (rest % 100) two_digits(rest % 100);
  }
  out += ']';
}

std::string full_comment(const PgnMove& m) {
  std::string text;
  if (m.eval) append_eval(text, *m.eval);
  if (m.clock) {
    if (!text.empty()) text += ' ';
    append_clock(text, *m.clock);
  }
  if (!text.empty() && !m.comment.empty()) text += ' ';
  return text += m.comment;
}

void write_line(PgnWriter& writer, Position position, const std::vector<PgnMove>& line) {
  for (const PgnMove& m : line) {
    if (!m.comment_before.empty()) writer.comment(m.comment_before);
    Position after = position;
    if (m.move)
      after.make_move(m.move);
    else
      after.make_null_move();
    writer.move(position, m.move, after);
    for (const std::uint8_t nag : m.nags) writer.nag(nag);
    writer.comment(full_comment(m));
    for (const auto& variation : m.variations) {
      writer.begin_variation();
      write_line(writer, position, variation);
      writer.end_variation();
    }
    position = after;
  }
}

}  // namespace

std::string to_pgn(const PgnGame& game) {
  PgnWriter writer;
  writer.begin_game();
  for (const auto& [name, value] : game.tags) writer.tag(name, value);
  writer.begin_moves(game.start, game.chess960);
  writer.comment(game.comment);
  write_line(writer, game.start, game.moves);
  writer.end_game(game.result);
  return std::move(writer.text());
}

}  // namespace rookery::notation
