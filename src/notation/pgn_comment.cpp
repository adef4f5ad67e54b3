#include "notation/pgn_comment.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "notation/text.h"

namespace rookery::notation {

using namespace chess;
using std::chrono::milliseconds;

namespace {

/// "0.35", "-1.2,18", "#-3".
std::optional<EvalNote> parse_eval(std::string_view text) {
  EvalNote eval;
  const std::size_t comma = text.find(',');
  if (comma != std::string_view::npos) {
    const std::string_view depth = trim(text.substr(comma + 1));
    const auto [stop, code] =
        std::from_chars(depth.data(), depth.data() + depth.size(), eval.depth);
    if (code != std::errc{} || stop != depth.data() + depth.size() || eval.depth < 0)
      return std::nullopt;
    text = trim(text.substr(0, comma));
  }
  const bool is_mate = text.starts_with('#');
  if (is_mate) text.remove_prefix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  if (is_mate) {
    const auto [stop, code] = std::from_chars(text.data(), end, eval.mate);
    if (code != std::errc{} || stop != end || eval.mate == 0) return std::nullopt;
    return eval;
  }
  double pawns = 0;
  const auto [stop, code] = std::from_chars(text.data(), end, pawns, std::chars_format::fixed);
  if (code != std::errc{} || stop != end || !(std::abs(pawns) < 1e6)) return std::nullopt;
  eval.centipawns = static_cast<int>(std::lround(pawns * 100));
  return eval;
}

/// "1:02:03", "02:03", "0:00:04.5".
std::optional<milliseconds> parse_time(std::string_view text) {
  double seconds = 0;
  for (;;) {
    const std::size_t colon = text.find(':');
    const std::string_view part = text.substr(0, colon);
    double value = 0;
    const char* const end = part.data() + part.size();
    const auto [stop, code] = std::from_chars(part.data(), end, value, std::chars_format::fixed);
    if (code != std::errc{} || stop != end || !(value >= 0 && value < 1e9)) return std::nullopt;
    seconds = seconds * 60 + value;
    if (!(seconds < 1e9)) return std::nullopt;
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
  }
  return milliseconds(std::llround(seconds * 1000));
}

/// "Ge4,Rd5" for circles, "Ge2e4" for arrows; all or nothing.
bool parse_shapes(std::string_view text, bool arrows, std::vector<Shape>& out) {
  std::vector<Shape> shapes;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view one = trim(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    if (one.size() != (arrows ? 5 : 3) || std::string_view("GRYB").find(one[0]) == one.npos)
      return false;
    const auto from = parse_square(one.substr(1, 2));
    const auto to = parse_square(one.substr(arrows ? 3 : 1, 2));
    if (!from || !to || (arrows && *from == *to)) return false;
    shapes.push_back({one[0], *from, *to});
  }
  // Circles first, as they will be written.
  const auto place = arrows ? out.end()
                            : std::find_if_not(out.begin(), out.end(),
                                               [](const Shape& s) { return s.is_circle(); });
  out.insert(place, shapes.begin(), shapes.end());
  return !shapes.empty();
}

void take_command(Annotation& note, std::string_view command) {
  const std::size_t space = std::min(command.find(' '), command.size());
  const std::string_view name = command.substr(0, space), value = trim(command.substr(space));
  const auto take = [&value](auto& field, auto parse) {
    if (field) return false;  // the first one counts
    field = parse(value);
    return field.has_value();
  };
  if (name == "eval" && take(note.eval, parse_eval)) return;
  if (name == "clk" && take(note.clock, parse_time)) return;
  if (name == "emt" && take(note.elapsed, parse_time)) return;
  if ((name == "csl" || name == "cal") && parse_shapes(value, name == "cal", note.shapes)) return;
  note.commands.emplace_back(command);
}

void append_eval(std::string& out, const EvalNote& eval) {
  if (eval.mate != 0) {
    out += '#';
    append_number(out, eval.mate);
  } else {
    const int magnitude = std::abs(eval.centipawns);
    if (eval.centipawns < 0) out += '-';
    append_number(out, magnitude / 100);
    out += '.';
    out += static_cast<char>('0' + magnitude / 10 % 10);
    out += static_cast<char>('0' + magnitude % 10);
  }
  if (eval.depth > 0) {
    out += ',';
    append_number(out, eval.depth);
  }
}

void append_time(std::string& out, milliseconds time) {
  const long long ms = std::max<long long>(time.count(), 0);
  const auto two_digits = [&](long long n) {
    out += static_cast<char>('0' + n / 10);
    out += static_cast<char>('0' + n % 10);
  };
  out += std::to_string(ms / 3'600'000) + ':';
  two_digits(ms / 60'000 % 60);
  out += ':';
  two_digits(ms / 1'000 % 60);
  if (const long long rest = ms % 1'000) {  // tenths where they tell all, else milliseconds
    out += '.';
    out += static_cast<char>('0' + rest / 100);
    if (rest % 100) two_digits(rest % 100);
  }
}

void append_shapes(std::string& out, const std::vector<Shape>& shapes, bool arrows) {
  bool first = true;
  for (const Shape& shape : shapes) {
    if (shape.is_circle() == arrows) continue;
    out += first ? ' ' : ',';
    first = false;
    out += shape.color;
    append_square(out, shape.from);
    if (arrows) append_square(out, shape.to);
  }
}

}  // namespace

void split_comment(Annotation& note) {
  if (note.comment.find("[%") == std::string::npos) return;
  std::string comment, text;
  append_words(comment, note.comment);
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = comment.find("[%", at);
    const std::size_t close = open == std::string::npos ? open : comment.find(']', open);
    if (close == std::string::npos) break;
    append_words(text, std::string_view(comment).substr(at, open - at));
    take_command(note, std::string_view(comment).substr(open + 2, close - open - 2));
    at = close + 1;
  }
  append_words(text, std::string_view(comment).substr(at));
  note.comment = std::move(text);
}

std::string full_comment(const Annotation& note) {
  std::string text;
  const auto command = [&text](std::string_view name) -> std::string& {
    if (!text.empty()) text += ' ';
    return text.append("[%").append(name);
  };
  if (note.eval) append_eval(command("eval "), *note.eval), text += ']';
  if (note.clock) append_time(command("clk "), *note.clock), text += ']';
  if (note.elapsed) append_time(command("emt "), *note.elapsed), text += ']';
  for (const bool arrows : {false, true})
    if (std::any_of(note.shapes.begin(), note.shapes.end(),
                    [&](const Shape& s) { return s.is_circle() != arrows; }))
      append_shapes(command(arrows ? "cal" : "csl"), note.shapes, arrows), text += ']';
  for (const std::string& other : note.commands) command(other) += ']';
  if (!text.empty() && !note.comment.empty()) text += ' ';
  return text += note.comment;
}

}  // namespace rookery::notation
