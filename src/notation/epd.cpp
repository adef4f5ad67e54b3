// EPD: four FEN fields, then operations `opcode operand ... ;`.
#include "notation/epd.h"

#include <algorithm>

#include "notation/fen.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"

namespace rookery::notation {

using namespace chess;

namespace {

struct Operand {
  std::string_view text;
  std::size_t offset;
};

Unexpected<ParseError> error(std::string message, std::size_t offset) {
  return Unexpected{ParseError{std::move(message), offset}};
}

/// The end of the word that begins at or behind `at`, and where it begins.
std::pair<std::size_t, std::size_t> next_word(std::string_view line, std::size_t at) {
  while (at < line.size() && is_space(line[at])) ++at;
  std::size_t end = at;
  while (end < line.size() && !is_space(line[end])) ++end;
  return {at, end};
}

/// Where the position ends: behind four fields, or behind the counters that follow them.
std::size_t position_length(std::string_view line) {
  std::size_t end = 0;
  for (int field = 0; field < 6; ++field) {
    const auto [begin, stop] = next_word(line, end);
    const std::string_view word = line.substr(begin, stop - begin);
    if (field >= 4 && (word.empty() || !std::all_of(word.begin(), word.end(), is_digit))) break;
    end = stop;
  }
  return end;
}

Result<std::vector<Move>, ParseError> parse_moves(const Position& position,
                                                  const std::vector<Operand>& operands,
                                                  const std::string& opcode) {
  std::vector<Move> moves;
  for (const Operand& operand : operands) {
    auto move = parse_san(position, operand.text);
    if (!move) {
      const auto uci = parse_uci_move(position, operand.text);
      if (!uci) return error(opcode + ": " + move.error().message, operand.offset);
      move = uci;
    }
    moves.push_back(*move);
  }
  return moves;
}

Result<int, ParseError> parse_counter(const std::vector<Operand>& operands,
                                      const std::string& opcode, std::size_t offset) {
  int value = 0;
  if (operands.size() == 1) {
    const std::string_view text = operands[0].text;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code == std::errc{} && end == text.data() + text.size()) return value;
  }
  return error(opcode + ": one number expected", offset);
}

/// Comments, variations and names are strings even where they look like a word.
bool is_string_opcode(std::string_view opcode) {
  return opcode == "id" ||
         (opcode.size() == 2 && (opcode[0] == 'c' || opcode[0] == 'v') && is_digit(opcode[1]));
}

constexpr bool ends_word(char c) { return is_space(c) || c == ';' || c == '"'; }

bool is_plain(std::string_view operand) {
  return !operand.empty() && std::none_of(operand.begin(), operand.end(), ends_word);
}

void append_moves(std::string& out, const char* opcode, const Position& position,
                  const std::vector<Move>& moves) {
  if (moves.empty()) return;
  out += ' ';
  out += opcode;
  for (const Move move : moves) out += ' ' + to_san(position, move);
  out += ';';
}

}  // namespace

std::string_view EpdRecord::operand(std::string_view opcode) const {
  for (const EpdOperation& operation : operations)
    if (operation.opcode == opcode && !operation.operands.empty()) return operation.operands[0];
  return {};
}

Result<EpdRecord, ParseError> parse_epd(std::string_view line) {
  EpdRecord record;
  std::size_t at = position_length(line);
  {
    auto position = parse_fen(line.substr(0, at));
    if (!position) return Unexpected{std::move(position).error()};
    record.position = *position;
  }

  for (;;) {
    while (at < line.size() && (is_space(line[at]) || line[at] == ';')) ++at;
    if (at == line.size()) return record;
    const std::size_t opcode_at = at;
    while (at < line.size() && !ends_word(line[at])) ++at;
    const std::string opcode(line.substr(opcode_at, at - opcode_at));
    if (!(opcode[0] >= 'a' && opcode[0] <= 'z') && !(opcode[0] >= 'A' && opcode[0] <= 'Z'))
      return error(quoted(opcode) + " is not an opcode", opcode_at);

    std::vector<Operand> operands;
    for (;;) {
      while (at < line.size() && is_space(line[at])) ++at;
      if (at == line.size() || line[at] == ';') break;
      if (line[at] == '"') {
        const std::size_t close = line.find('"', at + 1);
        if (close == std::string_view::npos) return error(opcode + ": string is not closed", at);
        operands.push_back({line.substr(at + 1, close - at - 1), at + 1});
        at = close + 1;
      } else {
        const std::size_t begin = at;
        while (at < line.size() && !ends_word(line[at])) ++at;
        operands.push_back({line.substr(begin, at - begin), begin});
      }
    }

    if (opcode == "bm" || opcode == "am") {
      auto moves = parse_moves(record.position, operands, opcode);
      if (!moves) return Unexpected{std::move(moves).error()};
      (opcode == "bm" ? record.best_moves : record.avoid_moves) = *std::move(moves);
    } else if (opcode == "hmvc" || opcode == "fmvn") {
      const auto value = parse_counter(operands, opcode, opcode_at);
      if (!value) return Unexpected{value.error()};
      Setup setup = record.position.to_setup();
      (opcode == "hmvc" ? setup.halfmove_clock : setup.fullmove_number) = *value;
      const auto position = Position::from_setup(setup);
      if (!position) return error(opcode + ": " + position.error().reason, opcode_at);
      record.position = *position;
    } else {
      EpdOperation& operation = record.operations.emplace_back(EpdOperation{opcode, {}});
      for (const Operand& operand : operands) operation.operands.emplace_back(operand.text);
    }
  }
}

std::string to_epd(const EpdRecord& record) {
  std::string out = to_fen(record.position);
  for (int counters = 0; counters < 2; ++counters) out.resize(out.rfind(' '));
  append_moves(out, "bm", record.position, record.best_moves);
  append_moves(out, "am", record.position, record.avoid_moves);
  if (const int n = record.position.halfmove_clock(); n != 0)
    out += " hmvc " + std::to_string(n) + ';';
  if (const int n = record.position.fullmove_number(); n != 1)
    out += " fmvn " + std::to_string(n) + ';';
  for (const EpdOperation& operation : record.operations) {
    out += ' ' + operation.opcode;
    for (const std::string& operand : operation.operands) {
      const bool plain = is_plain(operand) && !is_string_opcode(operation.opcode);
      out += plain ? " " : " \"";
      for (const char c : operand) out += c == '"' ? '\'' : c == '\n' || c == '\r' ? ' ' : c;
      if (!plain) out += '"';
    }
    out += ';';
  }
  return out;
}

}  // namespace rookery::notation
