// printable: text from files, engines and servers, made safe for a terminal.
#pragma once

#include <string>
#include <string_view>

namespace rookery {

/// The text in one line: every control character (escape sequences begin with one; line ends and
/// tabs are some too), every character that turns the direction of writing, and every byte that is
/// not UTF-8 as '?'. All else stays.
std::string printable(std::string_view text);
/// The same for a text of several lines: line ends stay.
std::string printable_lines(std::string_view text);

}  // namespace rookery
