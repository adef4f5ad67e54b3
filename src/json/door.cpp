// Checks on the way in.
#include "json/door.h"

#include <fmt/format.h>

namespace rookery::json {
namespace {

/// Hears every token before anything is built, and stops the parser at the first that is too much.
class Gate final : public nlohmann::json_sax<Value> {
 public:
  explicit Gate(const Limits& limits) : limits_(limits) {}
  const std::string& reason() const { return reason_; }

  bool null() override { return count(); }
  bool boolean(bool) override { return count(); }
  bool number_integer(number_integer_t) override { return count(); }
  bool number_unsigned(number_unsigned_t) override { return count(); }
  bool number_float(number_float_t, const string_t&) override { return count(); }
  bool string(string_t&) override { return count(); }
  bool binary(binary_t&) override { return count(); }
  bool key(string_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    reason_ = fmt::format("not JSON: wrong at byte {}", position);
    return false;
  }

 private:
  bool count() {
    if (++values_ <= limits_.values) return true;
    reason_ = fmt::format("JSON of more than {} values", limits_.values);
    return false;
  }
  bool open() {
    if (++depth_ <= limits_.depth) return count();
    reason_ = fmt::format("JSON nested deeper than {}", limits_.depth);
    return false;
  }
  bool close() {
    --depth_;
    return true;
  }

  const Limits& limits_;
  int depth_ = 0;
  std::size_t values_ = 0;
  std::string reason_;
};

std::string_view kind_of(const Value& value) {
  return value.is_object() ? "an object" : value.is_array() ? "a list" : "";
}

/// For messages: short, and nothing that could harm a terminal (dump escapes control characters).
std::string shown(const Value& value) {
  constexpr std::size_t kShown = 40;
  if (const auto kind = kind_of(value); !kind.empty()) return std::string(kind);
  std::string text = value.dump(-1, ' ', /*ensure_ascii=*/true);
  if (text.size() > kShown) text = text.substr(0, kShown) + "...";
  return text;
}

}  // namespace

Result<Value, Error> parse_untrusted(std::string_view text, const Limits& limits) {
  if (text.size() > limits.bytes)
    return Unexpected{
        Error{fmt::format("JSON of {} bytes, allowed are {}", text.size(), limits.bytes)}};
  Gate gate(limits);
  if (!Value::sax_parse(text, &gate)) return Unexpected{Error{gate.reason()}};
  return Value::parse(text, nullptr, /*allow_exceptions=*/false);
}

Fields::Fields(const Value& object, std::string what)
    : Fields(object, std::move(what), std::make_shared<std::optional<Error>>()) {}

Fields::Fields(const Value& object, std::string what, std::shared_ptr<std::optional<Error>> error)
    : object_(&object), what_(std::move(what)), error_(std::move(error)) {
  if (!object.is_object() && !*error_)
    *error_ = Error{fmt::format("{}: expected an object, not {}", what_, shown(object))};
}

std::string Fields::path(std::string_view key) const { return fmt::format("{}.{}", what_, key); }

void Fields::refuse(std::string_view key, std::string_view reason) {
  if (!*error_) *error_ = Error{fmt::format("{}: {}", path(key), reason)};
}

void Fields::wrong_type(std::string_view key, std::string_view expected, const Value& found) {
  refuse(key, fmt::format("expected {}, not {}", expected, shown(found)));
}

const Value* Fields::find(std::string_view key) const {
  if (!object_->is_object()) return nullptr;
  const auto found = object_->find(key);
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

const Value* Fields::require(std::string_view key, std::string_view expected) {
  const Value* found = find(key);
  if (!found) refuse(key, fmt::format("is missing, expected {}", expected));
  return found;
}

bool Fields::has(std::string_view key) const { return find(key) != nullptr; }

std::string Fields::as_text(std::string_view key, const Value& value, std::size_t longest) {
  if (!value.is_string()) return wrong_type(key, "text", value), std::string();
  const auto& text = value.get_ref<const std::string&>();
  if (text.size() <= longest) return text;
  refuse(key, fmt::format("text of {} bytes, allowed are {}", text.size(), longest));
  return {};
}

std::int64_t Fields::as_integer(std::string_view key, const Value& value, std::int64_t min,
                                std::int64_t max) {
  const bool is_huge = value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX;
  if (value.is_number_integer() && !is_huge)
    if (const auto n = value.get<std::int64_t>(); min <= n && n <= max) return n;
  wrong_type(key, fmt::format("a whole number from {} to {}", min, max), value);
  return 0;
}

double Fields::as_number(std::string_view key, const Value& value, double min, double max) {
  if (value.is_number())
    if (const auto n = value.get<double>(); min <= n && n <= max) return n;
  wrong_type(key, fmt::format("a number from {} to {}", min, max), value);
  return 0;
}

std::string Fields::text(std::string_view key, std::size_t longest) {
  const Value* found = require(key, "text");
  return found ? as_text(key, *found, longest) : "";
}

std::optional<std::string> Fields::optional_text(std::string_view key, std::size_t longest) {
  const Value* found = find(key);
  return found ? std::optional(as_text(key, *found, longest)) : std::nullopt;
}

std::int64_t Fields::integer(std::string_view key, std::int64_t min, std::int64_t max) {
  const Value* found = require(key, "a whole number");
  return found ? as_integer(key, *found, min, max) : 0;
}

std::optional<std::int64_t> Fields::optional_integer(std::string_view key, std::int64_t min,
                                                     std::int64_t max) {
  const Value* found = find(key);
  return found ? std::optional(as_integer(key, *found, min, max)) : std::nullopt;
}

double Fields::number(std::string_view key, double min, double max) {
  const Value* found = require(key, "a number");
  return found ? as_number(key, *found, min, max) : 0;
}

std::optional<double> Fields::optional_number(std::string_view key, double min, double max) {
  const Value* found = find(key);
  return found ? std::optional(as_number(key, *found, min, max)) : std::nullopt;
}

Fields Fields::object(std::string_view key) {
  static const Value kEmpty = Value::object();
  const Value* found = require(key, "an object");
  return Fields(found ? *found : kEmpty, path(key), error_);
}

std::optional<Fields> Fields::optional_object(std::string_view key) {
  const Value* found = find(key);
  if (!found) return std::nullopt;
  return Fields(*found, path(key), error_);
}

bool Fields::flag(std::string_view key) {
  const Value* found = find(key);
  if (!found) return false;
  if (!found->is_boolean()) return wrong_type(key, "true or false", *found), false;
  return found->get<bool>();
}

const Value* Fields::find_list(std::string_view key, std::size_t most) {
  const Value* found = find(key);
  if (!found) return nullptr;
  if (!found->is_array()) return wrong_type(key, "a list", *found), nullptr;
  if (found->size() <= most) return found;
  refuse(key, fmt::format("a list of {}, allowed are {}", found->size(), most));
  return nullptr;
}

std::vector<std::string> Fields::texts(std::string_view key, std::size_t most,
                                       std::size_t longest) {
  std::vector<std::string> out;
  if (const Value* list = find_list(key, most))
    for (const Value& item : *list) out.push_back(as_text(key, item, longest));
  return out;
}

std::vector<std::int64_t> Fields::integers(std::string_view key, std::size_t most, std::int64_t min,
                                           std::int64_t max) {
  std::vector<std::int64_t> out;
  if (const Value* list = find_list(key, most))
    for (const Value& item : *list) out.push_back(as_integer(key, item, min, max));
  return out;
}

std::map<std::string, std::int64_t> Fields::integer_map(std::string_view key, std::size_t most,
                                                        std::int64_t min, std::int64_t max) {
  std::map<std::string, std::int64_t> out;
  const Value* found = find(key);
  if (!found) return out;
  if (!found->is_object() || found->size() > most) {
    wrong_type(key, fmt::format("an object of at most {} fields", most), *found);
    return out;
  }
  for (const auto& [name, value] : found->items()) out[name] = as_integer(key, value, min, max);
  return out;
}

std::vector<Fields> Fields::objects(std::string_view key, std::size_t most) {
  std::vector<Fields> out;
  if (const Value* list = find_list(key, most))
    for (const Value& item : *list)
      out.push_back(Fields(item, fmt::format("{}[{}]", path(key), out.size()), error_));
  return out;
}

}  // namespace rookery::json
