// Words of a command line, taken one by one.
#pragma once

#include <string_view>

namespace rookery::uci {

/// A line read word by word; spaces, tabs and the carriage return of some GUIs separate.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}

  /// The next word, or empty at the end.
  std::string_view next() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    return word;
  }
  std::string_view peek() {
    const auto start = rest_.find_first_not_of(kSpaces);
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
    return rest_.substr(0, rest_.find_first_of(kSpaces));
  }
  bool empty() { return peek().empty(); }
  /// What has not been read, without spaces at either end.
  std::string_view rest() {
    peek();
    return rest_.substr(0, rest_.find_last_not_of(kSpaces) + 1);
  }

 private:
  static constexpr std::string_view kSpaces = " \t\r\n";
  std::string_view rest_;
};

}  // namespace rookery::uci
