// The door for JSON from outside: what passes, what does not, and what is said about it.
#include "json/door.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace rookery::json {
namespace {

using testing::HasSubstr;

std::string repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::string refusal(std::string_view text, const Limits& limits = {}) {
  const auto parsed = parse_untrusted(text, limits);
  return parsed ? "accepted" : parsed.error().message;
}

TEST(Door, NestingSizeAndNumberOfValuesAreBounded) {
  EXPECT_EQ(refusal(repeat("[", 100'000)), "JSON nested deeper than 32");
  EXPECT_EQ(refusal(repeat("{\"a\":", 33)), "JSON nested deeper than 32");
  EXPECT_TRUE(parse_untrusted(repeat("[", 32) + repeat("]", 32)));
  EXPECT_EQ(refusal(std::string(1 << 21, ' ')), "JSON of 2097152 bytes, allowed are 1048576");
  EXPECT_EQ(refusal("[1,2,3,4]", {.values = 4}), "JSON of more than 4 values");
  EXPECT_TRUE(parse_untrusted("[1,2,3]", {.values = 4}));
}

TEST(Door, WhatIsNotJsonIsNamedByItsPlace) {
  EXPECT_EQ(refusal("{\"a\": }"), "not JSON: wrong at byte 7");
  EXPECT_EQ(refusal(""), "not JSON: wrong at byte 1");
  EXPECT_EQ(refusal("{} {}"), "not JSON: wrong at byte 4");
  EXPECT_THAT(refusal("\"\xff\""), HasSubstr("not JSON"));
  EXPECT_THAT(refusal("1e999"), HasSubstr("not JSON"));
}

TEST(Fields, EachTypeAndRangeIsChecked) {
  const Value value = *parse_untrusted(
      R"({"name":"x","n":5,"big":9000000000000000000,"huge":18446744073709551615,"half":0.5,)"
      R"("list":["a","b"],"on":true,"none":null,"inner":{"n":-2147483648}})");
  const auto error = [&](auto ask) {
    Fields fields(value, "thing");
    ask(fields);
    return fields.error() ? fields.error()->message : "";
  };
  EXPECT_EQ(error([](Fields& f) {
              EXPECT_EQ(f.text("name"), "x");
              EXPECT_EQ(f.integer("n", 0, 5), 5);
              EXPECT_EQ(f.number("half", 0, 1), 0.5);
              EXPECT_EQ(f.texts("list", 2).size(), 2u);
              EXPECT_TRUE(f.flag("on"));
              EXPECT_FALSE(f.flag("off"));
              EXPECT_FALSE(f.has("none"));
              EXPECT_EQ(f.optional_text("none"), std::nullopt);
              EXPECT_EQ(f.optional_integer("absent", 0, 1), std::nullopt);
              EXPECT_EQ(f.object("inner").integer("n", INT32_MIN, 0), INT32_MIN);
            }),
            "");
  EXPECT_EQ(error([](Fields& f) { f.text("none"); }), "thing.none: is missing, expected text");
  EXPECT_EQ(error([](Fields& f) { f.text("n"); }), "thing.n: expected text, not 5");
  EXPECT_EQ(error([](Fields& f) { f.text("name", 0); }),
            "thing.name: text of 1 bytes, allowed are 0");
  EXPECT_EQ(error([](Fields& f) { f.integer("big", 0, 1000); }),
            "thing.big: expected a whole number from 0 to 1000, not 9000000000000000000");
  EXPECT_EQ(error([](Fields& f) { f.integer("huge", INT64_MIN, INT64_MAX); }),
            "thing.huge: expected a whole number from -9223372036854775808 to 9223372036854775807, "
            "not 18446744073709551615");
  EXPECT_THAT(error([](Fields& f) { f.integer("half", 0, 1); }), HasSubstr("not 0.5"));
  EXPECT_EQ(error([](Fields& f) { f.flag("list"); }),
            "thing.list: expected true or false, not a list");
  EXPECT_EQ(error([](Fields& f) { f.texts("list", 1); }), "thing.list: a list of 2, allowed are 1");
  EXPECT_EQ(error([](Fields& f) { f.object("inner").integer("n", 0, 4000); }),
            "thing.inner.n: expected a whole number from 0 to 4000, not -2147483648");
  EXPECT_EQ(error([](Fields& f) { f.object("name").text("x"); }),
            "thing.name: expected an object, not \"x\"");
}

TEST(Fields, TheFirstMistakeIsTheOneThatIsTold) {
  const Value value = *parse_untrusted(R"({"a":1,"b":2})");
  Fields fields(value, "thing");
  fields.text("a");
  fields.text("b");
  const auto result = fields.result(7);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "thing.a: expected text, not 1");
}

TEST(Fields, ControlCharactersDoNotReachTheMessage) {
  const Value value = *parse_untrusted(R"({"a":"\u001b[2J"})");
  Fields fields(value, "thing");
  fields.integer("a", 0, 1);
  EXPECT_EQ(fields.error()->message,
            "thing.a: expected a whole number from 0 to 1, not \"\\u001b[2J\"");
}

}  // namespace
}  // namespace rookery::json
