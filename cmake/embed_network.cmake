# Puts the network file that nets/default names into the eval library, between the symbols
# rookery_network_begin and _end. Without nets/default, or with a width of one's own, the program
# has no network.

set(ROOKERY_HIDDEN "" CACHE STRING "Width of the network's hidden layer, for experiments")
if(ROOKERY_HIDDEN)
  target_compile_definitions(rookery_eval PUBLIC ROOKERY_HIDDEN=${ROOKERY_HIDDEN})
endif()

enable_language(ASM)
set(network_file "")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/nets)
if(EXISTS ${CMAKE_SOURCE_DIR}/nets/default AND NOT ROOKERY_HIDDEN)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/nets/default)
  file(STRINGS ${CMAKE_SOURCE_DIR}/nets/default network_name LIMIT_COUNT 1)
  set(network_file ${CMAKE_SOURCE_DIR}/nets/${network_name})
  set(network_incbin ".incbin \"${network_file}\"")
endif()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/network.S CONTENT [[
    .section .rodata
    .balign 64
    .global rookery_network_begin
    .global rookery_network_end
rookery_network_begin:
    @network_incbin@
rookery_network_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]] @ONLY)
set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/network.S PROPERTIES
  OBJECT_DEPENDS "${network_file}" COMPILE_OPTIONS "-Wno-unused-command-line-argument")
target_sources(rookery_eval PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/network.S)
