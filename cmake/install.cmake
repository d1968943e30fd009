# SPDX-License-Identifier: Apache-2.0
# `cmake --install` and find_package(thalweg).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/thalweg)
install(TARGETS thalweg EXPORT thalweg ARCHIVE)
if(TARGET cudasim)
  install(TARGETS cudasim EXPORT thalweg ARCHIVE)
endif()
install(EXPORT thalweg NAMESPACE thalweg:: FILE thalweg-targets.cmake DESTINATION ${package_dir})
install(DIRECTORY thalweg DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.cuh" PATTERN "app" EXCLUDE PATTERN "sets" EXCLUDE)
# The library holds data of others, whose licences want to be handed on.
install(FILES thalweg/data/sets/SOURCES.md DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME data-sets.md)

configure_package_config_file(cmake/thalweg-config.cmake.in thalweg-config.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(thalweg-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/thalweg-config.cmake
  ${PROJECT_BINARY_DIR}/thalweg-config-version.cmake DESTINATION ${package_dir})
