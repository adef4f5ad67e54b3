# What `cmake --install` puts where. A build for one of the levels of x86-64 goes to lib/rookery,
# beside those for the others, and bin/rookery is the launcher that picks one; any other build is
# bin/rookery itself. The component `program` is the one file that differs between levels.

include(GNUInstallDirs)

if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_executable(launcher packaging/launcher.cpp)
  set_target_properties(launcher PROPERTIES OUTPUT_NAME rookery-launcher UNITY_BUILD OFF
                        INTERPROCEDURAL_OPTIMIZATION OFF)
  target_include_directories(launcher PRIVATE src)
  target_compile_definitions(launcher PRIVATE ROOKERY_PROGRAMS="../lib/rookery")
  target_compile_options(launcher PRIVATE -O1 -march=x86-64)  # after, so it wins
  target_link_options(launcher PRIVATE -Wl,--as-needed)       # no libstdc++
endif()

if(ROOKERY_MARCH MATCHES "^x86-64-(v[234])$")
  install(PROGRAMS $<TARGET_FILE:rookery> DESTINATION lib/rookery RENAME rookery-${CMAKE_MATCH_1}
          COMPONENT program)
  install(PROGRAMS $<TARGET_FILE:launcher> DESTINATION bin RENAME rookery)
else()
  install(TARGETS rookery RUNTIME DESTINATION bin COMPONENT program)
endif()

# Man pages and completions tell what the program itself tells. A cross build can not run it, and one
# with sanitizers is for tests alone.
if(NOT CMAKE_CROSSCOMPILING AND NOT ROOKERY_SANITIZE)
  set(manual ${CMAKE_BINARY_DIR}/manual)
  add_custom_command(OUTPUT ${manual}/man/rookery.1 DEPENDS rookery
    COMMAND rookery manual --out ${manual} > /dev/null VERBATIM)
  add_custom_target(manual ALL DEPENDS ${manual}/man/rookery.1)
  install(DIRECTORY ${manual}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${manual}/completions/rookery.bash
          DESTINATION share/bash-completion/completions RENAME rookery)
  install(FILES ${manual}/completions/_rookery DESTINATION share/zsh/vendor-completions)
  install(FILES ${manual}/completions/rookery.fish DESTINATION share/fish/vendor_completions.d)
endif()

install(FILES packaging/rookery.desktop DESTINATION share/applications)
install(FILES www/public/icon.svg DESTINATION share/icons/hicolor/scalable/apps
        RENAME rookery.svg)
file(GLOB units CONFIGURE_DEPENDS packaging/*.service)
install(FILES ${units} DESTINATION lib/systemd/system)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md packaging/NOTICES DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs)
