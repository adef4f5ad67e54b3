// Options: every type's values, good and bad, and the table that applies them.
#include "search/option.h"

#include <gtest/gtest.h>

namespace rookery::search {
namespace {

std::string checked(const OptionSpec& spec, std::string_view value) {
  const auto result = checked_value(spec, value);
  return result ? *result : "! " + result.error().message;
}

TEST(Option, ValuesHaveOneForm) {
  const OptionSpec check = OptionSpec::check("Own Book", false);
  EXPECT_EQ(checked(check, "TRUE"), "true");
  EXPECT_EQ(checked(check, "1"), "true");
  EXPECT_EQ(checked(check, "0"), "false");
  EXPECT_EQ(checked(check, "yes"), "! option Own Book: expected true or false, not 'yes'");
  const OptionSpec combo = OptionSpec::combo("Style", "calm", {"calm", "odd", "wild"});
  EXPECT_EQ(checked(combo, "WILD"), "wild");
  EXPECT_EQ(checked(combo, "loud"), "! option Style: expected calm, odd or wild, not 'loud'");
  EXPECT_EQ(checked(OptionSpec::text("File"), "<empty>"), "");
  EXPECT_EQ(checked(OptionSpec::text("File"), "a b"), "a b");
  EXPECT_EQ(checked(OptionSpec::button("Clear"), "whatever"), "");
}

TEST(Option, NumbersStayInTheirRange) {
  const OptionSpec spin = OptionSpec::spin("Hash", 16, 1, 1024);
  EXPECT_EQ(checked(spin, "1"), "1");
  EXPECT_EQ(checked(spin, "1024"), "1024");
  for (const char* bad : {"0", "1025", "-1", "", "16 ", "0x10", "99999999999999999999", "1.5"})
    EXPECT_EQ(checked(spin, bad),
              "! option Hash: expected a number from 1 to 1024, not '" + std::string(bad) + "'");
  EXPECT_EQ(checked(spin, "\x1b[2J"),
            "! option Hash: expected a number from 1 to 1024, not '?[2J'");
}

TEST(Option, TheTableApplies) {
  bool deep = false;
  int depth = 3;
  std::uint64_t seed = 0;
  const std::vector<Option> table = {switch_option("Deep", deep),
                                     number_option("depth", depth, 1, 9),
                                     seed_option([&](std::uint64_t s) { seed = s; })};
  EXPECT_EQ(table[1].spec.default_value, "3");
  EXPECT_TRUE(set_option(table, "it", "deep", "true"));
  EXPECT_TRUE(set_option(table, "it", "Depth", "7"));
  EXPECT_TRUE(set_option(table, "it", "seed", "18446744073709551615"));
  EXPECT_TRUE(deep);
  EXPECT_EQ(depth, 7);
  EXPECT_EQ(seed, ~std::uint64_t{0});

  EXPECT_FALSE(set_option(table, "it", "depth", "10"));
  EXPECT_EQ(depth, 7);
  EXPECT_EQ(set_option(table, "it", "seed", "x").error().message,
            "option seed: expected a whole number, not 'x'");
  EXPECT_EQ(set_option(table, "it", "width", "1").error().message, "it has no option 'width'");
}

}  // namespace
}  // namespace rookery::search
