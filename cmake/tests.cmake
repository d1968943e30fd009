# SPDX-License-Identifier: Apache-2.0
# tests/<folder>/*_test.{cpp,cu} make one executable per folder; ctest runs it once per file.
find_package(doctest REQUIRED)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

# The harness: used by tests and benchmarks, not installed.
file(GLOB testing_sources CONFIGURE_DEPENDS testing/*.cpp)
add_library(thalweg_testing STATIC ${testing_sources})
target_link_libraries(thalweg_testing PUBLIC thalweg thalweg_flags doctest::doctest)
# No result depends on the optimiser, and a test is compiled as often as it runs. Benchmarks share
# inline functions with what they link.
if(THALWEG_TESTS AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(quick_to_compile -O1)
endif()
target_compile_options(thalweg_testing PRIVATE ${quick_to_compile})
target_precompile_headers(thalweg_testing PRIVATE ${precompiled_headers} <cmath>)

# One testing/cases/NAME.cpp for each op defines NAME_cases(); the list of them is written here, so
# that a new case is one new file.
file(GLOB case_sources CONFIGURE_DEPENDS testing/cases/*.cpp)
set(case_declarations "")
set(case_calls "")
foreach(source IN LISTS case_sources)
  get_filename_component(name ${source} NAME_WE)
  string(APPEND case_declarations "std::vector<OpCase> ${name}_cases();\n")
  string(APPEND case_calls "    ${name}_cases,\n")
endforeach()
configure_file(testing/op_cases.cpp.in ${PROJECT_BINARY_DIR}/testing/op_cases.cpp @ONLY)
target_sources(thalweg_testing PRIVATE ${case_sources} ${PROJECT_BINARY_DIR}/testing/op_cases.cpp)

add_library(thalweg_test_main OBJECT tests/main.cpp) # doctest's main takes seconds: once
target_link_libraries(thalweg_test_main PUBLIC thalweg_testing)
target_compile_options(thalweg_test_main PRIVATE ${quick_to_compile})
target_precompile_headers(thalweg_test_main PRIVATE
  ${precompiled_headers} <cmath> <fstream> <map> <sstream> <doctest/doctest.h>)

if(NOT THALWEG_TESTS) # benchmarks use the harness too
  return()
endif()

set(shared_dir "")
if(EXISTS ${PROJECT_SOURCE_DIR}/../shared/data)
  get_filename_component(shared_dir ${PROJECT_SOURCE_DIR}/../shared ABSOLUTE)
endif()

# Results do not depend on threads; idle threads of one test must not spin in the way of another.
set(test_environment OMP_WAIT_POLICY=passive)
if(THALWEG_SANITIZE STREQUAL "undefined")
  list(APPEND test_environment UBSAN_OPTIONS=print_stacktrace=1)
endif()

file(GLOB_RECURSE test_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  tests/*_test.cpp tests/*_test.cu)
if(THALWEG_CUDA)
  list(FILTER test_sources EXCLUDE REGEX "^tests/cudasim/")
endif()
set(test_folders "")
foreach(source IN LISTS test_sources)
  get_filename_component(folder ${source} DIRECTORY)
  list(APPEND test_folders ${folder})
  list(APPEND sources_of_${folder} ${source})
endforeach()
list(REMOVE_DUPLICATES test_folders)

foreach(folder IN LISTS test_folders)
  string(REPLACE "/" "_" target ${folder})
  set(cuda_tests ${sources_of_${folder}})
  list(FILTER cuda_tests INCLUDE REGEX "\\.cu$")
  thalweg_cuda_sources(${cuda_tests})
  add_executable(${target} ${sources_of_${folder}} $<TARGET_OBJECTS:thalweg_test_main>)
  target_link_libraries(${target} PRIVATE
    thalweg_testing thalweg thalweg_flags nlohmann_json::nlohmann_json Eigen3::Eigen)
  target_compile_options(${target} PRIVATE ${quick_to_compile})
  target_precompile_headers(${target} REUSE_FROM thalweg_test_main)
  target_compile_definitions(${target} PRIVATE
    THALWEG_SHARED_DIR="${shared_dir}" THALWEG_REPO_DIR="${PROJECT_SOURCE_DIR}")
  foreach(source IN LISTS sources_of_${folder})
    string(REGEX REPLACE "^tests/(.*)_test\\.(cpp|cu)$" "\\1" name ${source})
    add_test(NAME ${name} COMMAND ${target} --source-file=*/${source})
    set_tests_properties(${name} PROPERTIES
      ENVIRONMENT "${test_environment}" SKIP_RETURN_CODE 77 TIMEOUT 600
      FAIL_REGULAR_EXPRESSION "test cases: +0 ") # a filter that selects nothing is a mistake
  endforeach()
endforeach()

include(repository_tests)
