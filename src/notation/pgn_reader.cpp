// The PGN import format, read leniently: what people and programs have really written.
#include "notation/pgn_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "notation/fen.h"
#include "notation/san.h"
#include "notation/text.h"

namespace rookery::notation {

using namespace chess;

namespace {

/// Every token but comments and tag values is shorter; so many bytes are in memory at its start.
constexpr std::size_t kLookahead = 512;
constexpr std::size_t kMaxSymbol = 64;
constexpr std::size_t kMaxTagValue = 1 << 14;
constexpr std::size_t kMaxComment = 1 << 20;
constexpr int kMaxTags = 1000;
constexpr int kMaxDepth = 250;
/// Where a comment was never closed, the next game begins here.
constexpr std::string_view kNextGame = "\n[Event \"";

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr auto kSymbolChars = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 128; ++c)
    table[static_cast<std::size_t>(c)] =
        is_letter(static_cast<char>(c)) || is_digit(static_cast<char>(c)) ||
        std::string_view("+#=:-_/@").find(static_cast<char>(c)) != std::string_view::npos;
  return table;
}();
constexpr bool is_symbol_char(char c) { return kSymbolChars[static_cast<unsigned char>(c)]; }

/// Evaluations as books print them, in place of a NAG.
struct PrintedNag {
  std::string_view text;
  int nag;
};
constexpr PrintedNag kPrintedNags[] = {{"=", 10},   {"+=", 14},  {"+/=", 14}, {"=+", 15},
                                       {"=/+", 15}, {"+/-", 16}, {"-/+", 17}, {"+-", 18},
                                       {"+--", 18}, {"-+", 19},  {"--+", 19}, {"N", 146}};

constexpr bool is_result(std::string_view text) {
  return text == "1-0" || text == "0-1" || text == "1/2-1/2" || text == "*";
}

bool is_null_move(std::string_view text) {
  return text == "--" || text == "Z0" || text == "@@@@" || text == "null" || text == "pass";
}

}  // namespace

std::string PgnError::text() const {
  return "game " + std::to_string(game) + ", line " + std::to_string(line) + ", byte " +
         std::to_string(offset) + ": " + message;
}

PgnReader::PgnReader(std::string_view text)
    : begin_(text.data()), cursor_(begin_), end_(begin_ + text.size()), complete_(true) {
  if (starts_with("\xEF\xBB\xBF")) cursor_ += 3;
}

PgnReader::PgnReader(std::FILE* file, std::size_t buffer_size)
    : file_(file),
      buffer_(std::max(buffer_size, 2 * kLookahead)),
      begin_(buffer_.data()),
      cursor_(begin_),
      end_(begin_),
      complete_(false) {
  fill();
  if (starts_with("\xEF\xBB\xBF")) cursor_ += 3;
}

std::size_t PgnReader::offset() const {
  return bytes_before_ + static_cast<std::size_t>(cursor_ - begin_);
}

std::size_t PgnReader::line() const {
  return lines_before_ + static_cast<std::size_t>(std::count(begin_, cursor_, '\n')) + 1;
}

/// Drops what is behind the cursor and reads on; false if there is nothing more.
bool PgnReader::fill() {
  if (complete_) return false;
  bytes_before_ += static_cast<std::size_t>(cursor_ - begin_);
  lines_before_ += static_cast<std::size_t>(std::count(begin_, cursor_, '\n'));
  const std::size_t kept = static_cast<std::size_t>(end_ - cursor_);
  std::memmove(buffer_.data(), cursor_, kept);
  const std::size_t got = std::fread(buffer_.data() + kept, 1, buffer_.size() - kept, file_);
  begin_ = cursor_ = buffer_.data();
  end_ = begin_ + kept + got;
  if (got == 0) complete_ = true;
  return got > 0;
}

void PgnReader::ensure_lookahead() {
  while (static_cast<std::size_t>(end_ - cursor_) < kLookahead && fill()) {
  }
}

/// '\0' behind the end; callers look ahead less than kLookahead bytes.
char PgnReader::peek(std::size_t ahead) const {
  return static_cast<std::size_t>(end_ - cursor_) > ahead ? cursor_[ahead] : '\0';
}

bool PgnReader::starts_with(std::string_view text) const {
  return static_cast<std::size_t>(end_ - cursor_) >= text.size() &&
         std::memcmp(cursor_, text.data(), text.size()) == 0;
}

void PgnReader::skip_line() {
  do {
    cursor_ = std::find(cursor_, end_, '\n');
  } while (at_end() && fill());
}

/// Also passes over lines that begin with %, PGN's escape for the data of other programs.
void PgnReader::skip_space() {
  for (;;) {
    if (static_cast<std::size_t>(end_ - cursor_) < kLookahead) ensure_lookahead();
    while (!at_end() && is_space(*cursor_)) at_line_start_ = *cursor_++ == '\n';
    if (at_end()) {
      if (complete_) return;
    } else if (at_line_start_ && *cursor_ == '%') {
      skip_line();
    } else if (static_cast<std::size_t>(end_ - cursor_) >= kLookahead || complete_) {
      return;
    }
  }
}

void PgnReader::fail_at(const char* where, std::string message) {
  if (skip_ != Skip::no) return;
  skip_ = Skip::broken;
  if (!visitor_) return;
  const std::size_t lines = static_cast<std::size_t>(std::count(begin_, where, '\n'));
  visitor_->error(PgnError{std::move(message),
                           bytes_before_ + static_cast<std::size_t>(where - begin_),
                           lines_before_ + lines + 1, games_});
}

/// Passes over what stands between games and belongs to none.
void PgnReader::skip_to_game() {
  for (;;) {
    gather_comments(false);
    if (at_end()) return;
    const char c = *cursor_;
    if (c == '[' || c == '(' || c == '*' || c == '$' || is_symbol_char(c)) {
      return;
    } else {
      ++cursor_;
      at_line_start_ = false;
    }
  }
}

bool PgnReader::read_game(PgnVisitor& visitor) {
  skip_to_game();
  if (at_end()) return false;
  visitor_ = &visitor;
  ++games_;
  frames_.clear();
  depth_ = tags_ = 0;
  skip_ = Skip::no;
  has_event_ = chess960_ = false;
  fen_.clear();
  result_.clear();

  visitor.begin_game();
  while (peek() == '[' && read_tag()) skip_space();
  if (skip_ == Skip::no) set_up_start();
  tell_aside();
  while (read_element()) {
  }
  read_comments_after();
  visitor.end_game(is_result(result_) ? result_ : "*");
  return true;
}

/// A comment between games that is not closed or too long breaks no game: it is passed over.
void PgnReader::gather_comments(bool on_this_line) {
  const auto skip_blanks = [&] {
    if (!on_this_line) return skip_space();
    for (ensure_lookahead(); peek() == ' ' || peek() == '\t'; ensure_lookahead()) ++cursor_;
  };
  visitor_ = nullptr;
  for (skip_blanks(); peek() == '{' || peek() == ';'; skip_blanks()) {
    skip_ = Skip::no;
    read_comment();
  }
}

/// Those on the line of the result, or at the end of the file, belong to the game that has ended.
void PgnReader::read_comments_after() {
  PgnVisitor* const visitor = visitor_;
  const Skip skipped = skip_;
  const auto take = [&] {
    visitor_ = visitor;
    skip_ = skipped;
    tell_aside();
    game_end_ = offset();
  };
  gather_comments(true);
  take();
  gather_comments(false);
  if (at_end()) take();
}

void PgnReader::tell_aside() {
  if (skip_ == Skip::no && !aside_.empty()) visitor_->comment(aside_);
  aside_.clear();
}

/// False if this tag belongs to the next game.
bool PgnReader::read_tag() {
  std::size_t at = 1;
  while (peek(at) == ' ' && at < kMaxSymbol) ++at;
  const std::size_t name_at = at;
  while (is_symbol_char(peek(at)) && at < name_at + kMaxSymbol) ++at;
  tag_name_.assign(cursor_ + name_at, at - name_at);
  // A game without moves and result ends where the next one's tags begin.
  if (tag_name_ == "Event" && has_event_) return false;
  if (tag_name_ == "Event") has_event_ = true;

  if (tag_name_.empty()) {
    fail("a tag needs a name");
    skip_line();
    return true;
  }
  if (++tags_ > kMaxTags) {
    fail("more than " + std::to_string(kMaxTags) + " tags");
    skip_line();
    return true;
  }
  const bool is_fen = tag_name_ == "FEN";
  cursor_ += at;
  for (ensure_lookahead(); peek() == ' ' || peek() == '\t'; ensure_lookahead()) ++cursor_;
  if (is_fen) {
    fen_offset_ = offset();
    fen_line_ = lines_before_ + static_cast<std::size_t>(std::count(begin_, cursor_, '\n')) + 1;
  }
  read_tag_value();
  at_line_start_ = false;
  if (skip_ != Skip::no) return true;

  if (is_fen) fen_ = tag_value_;
  if (tag_name_ == "Result") result_ = tag_value_;
  if (tag_name_ == "Variant")
    chess960_ = chess960_ || tag_value_.find("960") != std::string::npos ||
                tag_value_.find("ischer") != std::string::npos;
  visitor_->tag(tag_name_, tag_value_);
  return true;
}

/// A quoted value may hold \" and \\, and even bare quotes: only one before ] or the end of the
/// line closes it.
void PgnReader::read_tag_value() {
  tag_value_.clear();
  const bool is_quoted = peek() == '"';
  if (is_quoted) ++cursor_;
  for (;;) {
    if (static_cast<std::size_t>(end_ - cursor_) < kLookahead) ensure_lookahead();
    if (at_end() || *cursor_ == '\n' || *cursor_ == '\r')
      return fail("tag " + tag_name_ + " is not closed");
    const char c = *cursor_;
    if (is_quoted && c == '"') {
      std::size_t at = 1;
      while ((peek(at) == ' ' || peek(at) == '\t') && at < kMaxSymbol) ++at;
      const char next = peek(at);
      if (next == ']' || next == '\n' || next == '\r' || cursor_ + at >= end_) {
        cursor_ += next == ']' ? at + 1 : at;
        return;
      }
    } else if (!is_quoted && c == ']') {
      ++cursor_;
      return;
    }
    if (is_quoted && c == '\\' && (peek(1) == '"' || peek(1) == '\\')) ++cursor_;
    if (tag_value_.size() == kMaxTagValue) {
      fail("the value of tag " + tag_name_ + " is too long");
      return skip_line();
    }
    tag_value_ += *cursor_++;
  }
}

void PgnReader::set_up_start() {
  Position start = Position::initial();
  if (!fen_.empty()) {
    auto parsed = parse_fen(fen_);
    if (!parsed) {
      skip_ = Skip::broken;
      visitor_->error(PgnError{"tag FEN: " + parsed.error().message,
                               fen_offset_ + 1 + parsed.error().offset, fen_line_, games_});
      return;
    }
    start = *parsed;
    chess960_ = chess960_ || needs_chess960(start);
  }
  frames_.push_back(Frame{start, start});
  if (!visitor_->begin_moves(start, chess960_)) skip_ = Skip::asked;
}

/// False at the end of the game.
bool PgnReader::read_element() {
  skip_space();
  if (at_end()) return end_with("");
  const char c = *cursor_;
  const bool line_start = at_line_start_;
  at_line_start_ = false;
  if (is_digit(c)) return read_number();
  if (is_symbol_char(c)) {
    read_symbol();
    return true;
  }
  switch (c) {
    case '{':
    case ';':
      read_comment();
      return true;
    case '(':
      open_variation();
      return true;
    case ')':
      close_variation();
      return true;
    case '$':
    case '!':
    case '?':
      read_nag();
      return true;
    case '[':
      if (line_start || is_letter(peek(1))) return end_with("");
      fail("a tag among the moves");
      break;
    case '*':
      if (depth_ == 0) {
        ++cursor_;
        return end_with("*");
      }
      break;
    case '.':
      break;
    default:
      // Bytes of other alphabets between moves (a no-break space, say) have no meaning.
      if (static_cast<unsigned char>(c) < 0x80)
        fail(quoted(std::string_view(cursor_, 1)) + " among the moves");
  }
  ++cursor_;
  return true;
}

bool PgnReader::end_with(std::string_view result) {
  if (depth_ > 0) fail("a variation is not closed");
  if (!result.empty()) result_ = result;
  return false;
}

/// The text goes to the visitor straight from the buffer where it lies there whole.
void PgnReader::read_comment() {
  const char close = *cursor_ == '{' ? '}' : '\n';
  ++cursor_;
  at_line_start_ = false;
  text_.clear();
  bool in_pieces = false;
  for (;;) {
    const char* const found = std::find(cursor_, end_, close);
    const std::string_view piece(cursor_, static_cast<std::size_t>(found - cursor_));
    if (close == '}') {
      if (const std::size_t at = piece.find(kNextGame); at != std::string_view::npos) {
        fail("a comment is not closed");
        cursor_ += at;
        return;
      }
    }
    if (found != end_ || complete_) {
      if (found == end_ && close == '}') {
        fail("a comment is not closed");
        cursor_ = end_;
        return;
      }
      if (in_pieces) text_ += piece;
      const std::string_view whole = in_pieces ? std::string_view(text_) : piece;
      if (skip_ == Skip::no && visitor_)
        visitor_->comment(whole);
      else if (skip_ == Skip::no && aside_.size() + whole.size() < kMaxComment)
        aside_.append(whole) += '\n';
      cursor_ = found == end_ ? end_ : found + (close == '}');
      return;
    }
    // Keep enough in the buffer to see the next game's beginning whole.
    const std::size_t take = piece.size() - std::min(piece.size(), kNextGame.size());
    if (text_.size() + take > kMaxComment) fail("a comment is longer than a megabyte");
    if (skip_ == Skip::no) text_ += piece.substr(0, take);
    in_pieces = true;
    cursor_ += take;
    fill();
  }
}

/// A move number, a result, or castling with zeros.
bool PgnReader::read_number() {
  if (*cursor_ == '0' && starts_with("0-0")) {
    read_symbol();
    return true;
  }
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2", "1/2"})
    if (starts_with(result) && !is_symbol_char(peek(result.size()))) {
      cursor_ += result.size();
      if (depth_ > 0) return true;
      return end_with(result == "1/2" ? "1/2-1/2" : result);
    }
  std::size_t length = 1;
  while (is_digit(peek(length)) && length < kMaxSymbol) ++length;
  cursor_ += length;
  while (peek() == '.') ++cursor_;
  return true;
}

void PgnReader::read_symbol() {
  std::size_t length = 1;
  while (length <= kMaxSymbol && is_symbol_char(peek(length))) ++length;
  const char last = cursor_[length - 1];
  if (peek(length) == '(' && (last == '8' || last == '1') && peek(length + 2) == ')' &&
      std::string_view("QRBNqrbn").find(peek(length + 1)) != std::string_view::npos)
    length += 3;  // e8(Q)
  else if (last == 'e' && std::string_view(cursor_ + length, end_).starts_with(".p."))
    length += 3;  // e.p.
  const std::string_view symbol(cursor_, length);
  cursor_ += length;
  if (skip_ != Skip::no) return;

  Frame& frame = frames_.back();
  const char first = symbol[0];
  if (is_null_move(symbol)) {
    if (frame.after.in_check()) return fail_at(symbol.data(), "a null move in check");
    return play(Move());
  }
  if (!is_letter(first) || length == 1) {
    for (const PrintedNag& printed : kPrintedNags)
      if (printed.text == symbol) return add_nag(printed.nag);
    if (symbol.find_first_not_of("+#") == std::string_view::npos) return;
  }
  if (symbol == "e.p." || symbol == "ep") return;
  const auto move = parse_san(frame.after, symbol);
  if (!move) return fail_at(symbol.data() + move.error().offset, move.error().message);
  play(*move);
}

void PgnReader::play(Move move) {
  Frame& frame = frames_.back();
  frame.before = frame.after;
  if (move)
    frame.after.make_move(move);
  else
    frame.after.make_null_move();
  frame.has_move = true;
  visitor_->move(frame.before, move, frame.after);
}

/// "$5", or marks behind a move as people write them.
void PgnReader::read_nag() {
  if (*cursor_ == '$') {
    int nag = 0;
    const auto [end, code] = std::from_chars(cursor_ + 1, end_, nag);
    if (code != std::errc{} || nag < 0 || nag > 255) {
      fail("a NAG is $0 to $255");
      ++cursor_;
      return;
    }
    cursor_ = end;
    return add_nag(nag);
  }
  constexpr PrintedNag kMarks[] = {{"!!", 3}, {"??", 4}, {"!?", 5}, {"?!", 6}, {"!", 1}, {"?", 2}};
  for (const PrintedNag& mark : kMarks)
    if (starts_with(mark.text)) {
      cursor_ += mark.text.size();
      return add_nag(mark.nag);
    }
}

void PgnReader::add_nag(int nag) {
  // Before the first move there is nothing that a NAG could speak of.
  if (skip_ == Skip::no && frames_.back().has_move) visitor_->nag(nag);
}

void PgnReader::open_variation() {
  ++depth_;
  if (skip_ == Skip::no) {
    if (!frames_.back().has_move) {
      fail("a variation before the first move");
    } else if (depth_ > kMaxDepth) {
      fail("variations nested more than " + std::to_string(kMaxDepth) + " deep");
    } else {
      const Position start = frames_.back().before;
      frames_.push_back(Frame{start, start});
      visitor_->begin_variation();
    }
  }
  ++cursor_;
}

void PgnReader::close_variation() {
  if (depth_ == 0) {
    fail("')' without '('");
  } else {
    --depth_;
    if (skip_ == Skip::no) {
      frames_.pop_back();
      visitor_->end_variation();
    }
  }
  ++cursor_;
}

}  // namespace rookery::notation
