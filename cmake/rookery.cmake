# Compiler settings and the two helpers that every folder uses.

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                    -Wno-overlength-strings $<$<BOOL:${ROOKERY_WERROR}>:-Werror>
                    -fdiagnostics-color=always)
if(ROOKERY_MARCH)
  add_compile_options(-march=${ROOKERY_MARCH})
endif()
if(ROOKERY_SANITIZE)
  add_compile_options(-fsanitize=${ROOKERY_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ROOKERY_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND ROOKERY_SANITIZE MATCHES undefined)
    # A third of the build time for what faults by itself; the fuzzers, with Clang, have them all.
    add_compile_options(-fno-sanitize=null,vptr)
  endif()
  # GCC loses track of initialisation in instrumented code.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
endif()
if(CMAKE_UNITY_BUILD)
  # GCC takes a .cpp that a unity file includes for a header; headers may not do this, it may.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(ROOKERY_LTO)
  include(CheckIPOSupported)
  check_ipo_supported()
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

find_package(Threads REQUIRED)

# rookery_not_hot(TARGET): code that waits for people and peers, whose libraries are slow to compile:
# little optimisation, and none at the link.
function(rookery_not_hot target)
  target_compile_options(${target} PRIVATE -O1 $<$<BOOL:${ROOKERY_LTO}>:-fno-lto>)
  if(CMAKE_CXX_FLAGS MATCHES "-fstack-protector")
    target_compile_options(${target} PRIVATE -fstack-protector-strong)
  endif()
endfunction()

# rookery_library(NAME DEPS ...): the folder's sources as one static library. The DEPS are the layer
# rule: a folder may include only itself and what it links.
function(rookery_library name)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp
       ${CMAKE_SOURCE_DIR}/src/${name}/*/*.cpp)
  if(sources)
    add_library(rookery_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(rookery_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(rookery_${name} ${scope} ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(rookery_${name} ${scope} ${ARG_DEPS})
  # Distributions guard every stack; the search is no place for that. rookery_not_hot turns it on again.
  if(CMAKE_CXX_FLAGS MATCHES "-fstack-protector" AND sources)
    target_compile_options(rookery_${name} PRIVATE -fno-stack-protector)
  endif()
endfunction()
