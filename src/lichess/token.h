// The API token: read from the environment or a private file, and kept out of everything else.
#pragma once

#include <string>

#include "base/result.h"

namespace rookery::lichess {

/// Deliberately without any conversion to text but reveal(), which only the HTTP layer and the
/// log's redaction call.
class Token {
 public:
  static Result<Token, Error> from_text(std::string text);
  const std::string& reveal() const { return text_; }

 private:
  explicit Token(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

/// LICHESS_TOKEN, else `file`, which only its owner may read. The variable is wiped, so that
/// neither the process list nor a child process shows it: call before threads start.
Result<Token, Error> read_token(const std::string& file);

}  // namespace rookery::lichess
