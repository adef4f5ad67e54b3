#include "base/printable.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "base/rng.h"

namespace rookery {
namespace {

TEST(Printable, TextOfPeopleStays) {
  for (const char* text : {"", "Carlsen, Magnus", "Réti", "Żółw 象棋 ♞ 🙂"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, ControlCharactersBecomeQuestionMarks) {
  EXPECT_EQ(printable("\x1b[2J\x1b]0;title\x07"), "?[2J?]0;title?");
  EXPECT_EQ(printable("a\r\nb\tc\x7f"), "a??b?c?");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "?");
  EXPECT_EQ(printable("\xc2\x9b"
                      "2J"),
            "?2J");  // the same as ESC [, in one character
  EXPECT_EQ(printable("\x9b"
                      "2J"),
            "?2J");  // and in one byte
  EXPECT_EQ(printable("abc\xe2\x80\xae"
                      "fed"),
            "abc?fed");  // right to left from here on
}

TEST(Printable, LinesStayLinesOnRequest) {
  EXPECT_EQ(printable_lines("a\nb\x1b\r\n"), "a\nb??\n");
  EXPECT_EQ(printable_lines(""), "");
}

TEST(Printable, WhatIsNotUtf8BecomesQuestionMarks) {
  EXPECT_EQ(printable("caf\xe9"), "caf?");
  EXPECT_EQ(printable("\xc0\x9b"), "??");            // longer than needed
  EXPECT_EQ(printable("\xe0\x82\x9b"), "???");       // longer than needed
  EXPECT_EQ(printable("\xed\xa0\x80"), "???");       // a surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "????");  // beyond Unicode
  EXPECT_EQ(printable("\xe2\x99"), "??");            // cut off
}

TEST(Printable, NothingHarmfulIsLeftOfRandomBytes) {
  Rng rng(5);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes;
    for (std::uint32_t n = rng.below(30); n > 0; --n) bytes += static_cast<char>(rng.below(256));
    const std::string safe = printable(bytes);
    for (const char c : safe) EXPECT_TRUE(static_cast<unsigned char>(c) >= ' ' && c != 127);
    EXPECT_EQ(printable(safe), safe);
  }
}

}  // namespace
}  // namespace rookery
