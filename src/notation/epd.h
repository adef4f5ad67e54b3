// EPD: a position and operations on it, one line each; the format of test suites and books.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/position.h"
#include "notation/parse_error.h"

namespace rookery::notation {

/// `c0 "a comment";`: a name and what follows it, quotes taken off.
struct EpdOperation {
  std::string opcode;
  std::vector<std::string> operands;
  friend bool operator==(const EpdOperation&, const EpdOperation&) = default;
};

struct EpdRecord {
  chess::Position position = chess::Position::initial();  ///< hmvc and fmvn are its counters
  std::vector<chess::Move> best_moves;                    ///< bm
  std::vector<chess::Move> avoid_moves;                   ///< am
  std::vector<EpdOperation> operations;                   ///< all others, as written

  /// The first operand of an operation; empty if there is none.
  std::string_view operand(std::string_view opcode) const;
  std::string_view id() const { return operand("id"); }
};

/// Also reads lines with all six fields of a FEN. The moves of bm and am are legal.
Result<EpdRecord, ParseError> parse_epd(std::string_view line);
/// Without a line end.
std::string to_epd(const EpdRecord& record);

}  // namespace rookery::notation
