# Puts the built page (www/dist) into the web library: each file as it is and compressed, so that
# the program needs no compressor, and without a date, so that two builds are the same. Without www/dist the program says that it has no page.

file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/www/dist/*)
list(SORT page_files)
set(page_folder ${CMAKE_CURRENT_BINARY_DIR}/page)
file(MAKE_DIRECTORY ${page_folder})
set(page_data "")
set(page_table "")
set(page_hashes "")
set(page_symbols "")
set(page_number 0)
foreach(file ${page_files})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR}/www/dist ${file})
  file(SHA256 ${file} hash)
  string(SUBSTRING ${hash} 0 16 hash)
  set(compressed ${page_folder}/${hash}.gz)
  execute_process(COMMAND gzip -9 --no-name --stdout ${file} OUTPUT_FILE ${compressed}
                  COMMAND_ERROR_IS_FATAL ANY)
  set(n ${page_number})
  string(APPEND page_data "page_${n}:\n    .incbin \"${file}\"\npage_${n}_gzip:\n"
         "    .incbin \"${compressed}\"\npage_${n}_end:\n    .byte 0\n"
         "    .global page_${n}, page_${n}_gzip, page_${n}_end\n")
  string(APPEND page_symbols
         "extern \"C\" const char page_${n}[], page_${n}_gzip[], page_${n}_end[];\n")
  string(APPEND page_table "      {\"/${name}\", between(page_${n}, page_${n}_gzip),\n"
         "       between(page_${n}_gzip, page_${n}_end), \"${hash}\"},\n")
  string(APPEND page_hashes ${name} ${hash})
  math(EXPR page_number "${page_number} + 1")
endforeach()
set(page_build none)
if(page_files)
  string(SHA256 page_build "${page_hashes}")
  string(SUBSTRING ${page_build} 0 12 page_build)
endif()

file(CONFIGURE OUTPUT ${page_folder}/page.S CONTENT [=[
    .section .rodata
@page_data@
    .section .note.GNU-stack,"",%progbits
]=] @ONLY)
file(CONFIGURE OUTPUT ${page_folder}/page.cpp CONTENT [=[
#include <vector>

#include "web/assets.h"

@page_symbols@
namespace rookery::web {

std::span<const Asset> embedded_assets() {
  [[maybe_unused]] const auto between = [](const char* begin, const char* end) {
    return std::string_view(begin, static_cast<std::size_t>(end - begin));
  };
  static const std::vector<Asset> all = {
@page_table@
  };
  return all;
}

std::string_view embedded_build() { return "@page_build@"; }

}  // namespace rookery::web
]=] @ONLY)
set_source_files_properties(${page_folder}/page.S PROPERTIES
  OBJECT_DEPENDS "${page_files}" COMPILE_OPTIONS "-Wno-unused-command-line-argument")
target_sources(rookery_web PRIVATE ${page_folder}/page.S ${page_folder}/page.cpp)
