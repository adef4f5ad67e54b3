# Puts our drawings of the pieces into the report library, as a string.

set(pieces_file ${CMAKE_SOURCE_DIR}/www/art/pieces.svg)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${pieces_file})
file(READ ${pieces_file} pieces)
string(REGEX MATCHALL "<g id=[^\n]*" pieces "${pieces}")
list(JOIN pieces "\n" pieces)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/pieces.cpp CONTENT [=[
#include "report/board_svg.h"

namespace rookery::report {

std::string_view piece_sprite() {
  return R"pieces(@pieces@)pieces";
}

}  // namespace rookery::report
]=] @ONLY)
target_sources(rookery_report PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/pieces.cpp)
