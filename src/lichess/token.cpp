// Reading the token without leaving copies in sight.
#include "lichess/token.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/read_file.h"
#include "base/system_error.h"

namespace rookery::lichess {

Result<Token, Error> Token::from_text(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
    text.pop_back();
  const auto is_token_char = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  // The message must not repeat the text: it may be a token with a stray character.
  if (text.empty()) return Unexpected{Error{"the API token is empty"}};
  if (!std::all_of(text.begin(), text.end(), is_token_char))
    return Unexpected{
        Error{"the API token has a space, a quote or another character that no token has: was more "
              "copied than the token?"}};
  if (text.size() < 4)
    return Unexpected{Error{"the API token is too short: was only a part of it copied?"}};
  return Token(std::move(text));
}

Result<Token, Error> read_token(const std::string& file) {
  if (char* variable = std::getenv("LICHESS_TOKEN"); variable && *variable) {
    std::string text = variable;
    std::memset(variable, 'x', text.size());  // /proc/PID/environ shows this memory
    unsetenv("LICHESS_TOKEN");
    return Token::from_text(std::move(text));
  }
  if (file.empty())
    return Unexpected{Error{"no API token: set LICHESS_TOKEN, or token_file in the configuration"}};
  struct stat status {};
  if (stat(file.c_str(), &status) != 0)
    return Unexpected{system_error("read the token file " + file)};
  if (status.st_mode & (S_IRWXG | S_IRWXO))
    return Unexpected{Error{"others can read the token file; run: chmod 600 " + file}};
  auto text = read_file(file, FileKind::settings);
  if (!text) return Unexpected{text.error()};
  text->resize(std::min(text->size(), text->find('\n')));
  if (text->empty()) return Unexpected{Error{"the token file " + file + " is empty"}};
  return Token::from_text(*std::move(text));
}

}  // namespace rookery::lichess
