# SPDX-License-Identifier: Apache-2.0
# thalweg/data/sets/NAME.csv is compiled into the library, where thalweg/data/sets.h finds it: an
# installed library has no files to look for. Adding a file is enough.
file(GLOB data_sets CONFIGURE_DEPENDS thalweg/data/sets/*.csv)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${data_sets})
set(data_set_entries "")
foreach(file IN LISTS data_sets)
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND data_set_entries "    {\"${name}\", R\"csv(${text})csv\"},\n")
endforeach()
configure_file(thalweg/data/sets.cpp.in ${PROJECT_BINARY_DIR}/data_sets.cpp @ONLY)
target_sources(thalweg PRIVATE ${PROJECT_BINARY_DIR}/data_sets.cpp)
