// The door for JSON from outside: files, peers and pages are hostile until they have passed here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace rookery::json {

struct Limits {
  std::size_t bytes = 1 << 20;
  int depth = 32;  ///< lists and objects inside each other; copying and writing recurse that deep
  std::size_t values = 100'000;
};

/// Valid JSON within the limits, or one line that says what was wrong.
Result<Value, Error> parse_untrusted(std::string_view text, const Limits& limits = {});

/// The fields of an untrusted object, each with its type and range. A field that is wrong gives an
/// empty value, and error() tells the first one: "game.clock.initial: expected ...". So a reader
/// asks for everything and ends with `return fields.result(value)`. A field that is null is absent.
/// Holds a reference to the value it was made from.
class Fields {
 public:
  /// `what` names the object in errors.
  Fields(const Value& object, std::string what);

  bool has(std::string_view key) const;
  /// The object itself, for what has no fixed names: to be looked at with as much care.
  const Value& value() const { return *object_; }
  /// Required.
  std::string text(std::string_view key, std::size_t longest = kLongest);
  std::int64_t integer(std::string_view key, std::int64_t min, std::int64_t max);
  double number(std::string_view key, double min, double max);
  Fields object(std::string_view key);
  /// Absent: none, and no error.
  std::optional<std::string> optional_text(std::string_view key, std::size_t longest = kLongest);
  std::optional<std::int64_t> optional_integer(std::string_view key, std::int64_t min,
                                               std::int64_t max);
  std::optional<double> optional_number(std::string_view key, double min, double max);
  std::optional<Fields> optional_object(std::string_view key);
  /// Absent: false, an empty list or map.
  bool flag(std::string_view key);
  std::vector<std::string> texts(std::string_view key, std::size_t most,
                                 std::size_t longest = kLongest);
  std::vector<std::int64_t> integers(std::string_view key, std::size_t most, std::int64_t min,
                                     std::int64_t max);
  std::map<std::string, std::int64_t> integer_map(std::string_view key, std::size_t most,
                                                  std::int64_t min, std::int64_t max);
  std::vector<Fields> objects(std::string_view key, std::size_t most);

  /// The same object with an error of its own: for what may be wrong without harm to the rest.
  Fields apart() const { return Fields(*object_, what_); }

  /// A field's meaning was wrong: "KEY: REASON".
  void refuse(std::string_view key, std::string_view reason);
  /// The first thing that was wrong, here or in an object inside.
  const std::optional<Error>& error() const { return *error_; }
  template <class T>
  Result<T, Error> result(T value) const {
    if (*error_) return Unexpected{**error_};
    return value;
  }

 private:
  static constexpr std::size_t kLongest = 1000;
  Fields(const Value& object, std::string what, std::shared_ptr<std::optional<Error>> error);
  const Value* find(std::string_view key) const;
  const Value* require(std::string_view key, std::string_view expected);
  void wrong_type(std::string_view key, std::string_view expected, const Value& found);
  /// What a value that was found becomes; the error has been noted if it is none.
  std::string as_text(std::string_view key, const Value& value, std::size_t longest);
  std::int64_t as_integer(std::string_view key, const Value& value, std::int64_t min,
                          std::int64_t max);
  double as_number(std::string_view key, const Value& value, double min, double max);
  const Value* find_list(std::string_view key, std::size_t most);
  std::string path(std::string_view key) const;

  const Value* object_;
  std::string what_;
  std::shared_ptr<std::optional<Error>> error_;
};

}  // namespace rookery::json
