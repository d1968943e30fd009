# SPDX-License-Identifier: Apache-2.0
# Tests of the repository itself. Each checker first proves on planted faults that it can fail.
function(repository_test name)
  add_test(NAME repository/${name} COMMAND ${ARGN})
  set_tests_properties(repository/${name} PROPERTIES TIMEOUT 300)
endfunction()
function(repository_check name)
  repository_test(${name} ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_${name}.py ${ARGN})
endfunction()
function(repository_self_test name)
  repository_test(${name}_self_test
    ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/check_${name}.py --self-test ${ARGN})
endfunction()

repository_check(layers ${PROJECT_SOURCE_DIR})
repository_self_test(layers)
repository_self_test(example)
repository_check(docs ${PROJECT_SOURCE_DIR})
repository_self_test(docs)
repository_test(bench_self_test
  ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/bench.py --self-test)

# docs/operations.md against the cases; what differs is printed.
add_executable(operations_page tools/operations_page.cpp)
target_link_libraries(operations_page PRIVATE thalweg_testing thalweg thalweg_flags)
target_compile_definitions(operations_page PRIVATE THALWEG_REPO_DIR="${PROJECT_SOURCE_DIR}")
repository_test(operations bash -c
  "$<TARGET_FILE:operations_page> | diff -u --label docs/operations.md --label './dev docs' \
    ${PROJECT_SOURCE_DIR}/docs/operations.md -")

include(add_an_op)

repository_test(dev_usage ${PROJECT_SOURCE_DIR}/tests/dev_usage.sh)

# What the C++ compiler leaves to libm; without the optimiser it calls floor and sqrt as well.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(libraries $<TARGET_FILE:thalweg>)
  if(TARGET cudasim)
    list(APPEND libraries $<TARGET_FILE:cudasim>)
  endif()
  repository_check(symbols ${libraries})
  repository_self_test(symbols ${CMAKE_CXX_COMPILER})
  repository_check(contraction ${libraries})
  repository_self_test(contraction ${CMAKE_CXX_COMPILER})
endif()
if(THALWEG_CUDA)
  repository_check(ptx $<TARGET_FILE:thalweg>)
  repository_self_test(ptx ${CMAKE_CUDA_COMPILER})
endif()

# Every kernel through nvcc, where there is one, whatever this build compiles them with.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  repository_check(nvcc ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/check_nvcc)
  repository_self_test(nvcc)
  set_tests_properties(repository/nvcc repository/nvcc_self_test PROPERTIES
    SKIP_RETURN_CODE 77 TIMEOUT 1200)
endif()

# Configurations that must be refused, with the text that says why.
function(refused name text)
  repository_test(refuses_${name} ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}
    -B ${PROJECT_BINARY_DIR}/refused/${name} -G Ninja ${ARGN})
  set_tests_properties(repository/refuses_${name} PROPERTIES PASS_REGULAR_EXPRESSION "${text}")
endfunction()
refused(ofast "-Ofast is refused" -DCMAKE_CXX_FLAGS=-Ofast)
refused(fast_math "-ffast-math is refused" -DCMAKE_CXX_FLAGS_RELEASE=-O3\ -ffast-math)
refused(cuda_fast_math "--use_fast_math is refused" -DCMAKE_CUDA_FLAGS=--use_fast_math)
refused(old_processors "THALWEG_ARCH must be native" -DTHALWEG_ARCH=x86-64-v2)

# A project of its own that finds the installed library, builds and runs.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT THALWEG_CUDA)
  set(install_dir ${PROJECT_BINARY_DIR}/install_test)
  repository_test(install
    ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${install_dir}/prefix)
  repository_test(find_package ${CMAKE_CTEST_COMMAND}
    --build-and-test ${PROJECT_SOURCE_DIR}/tests/install ${install_dir}/build
    --build-generator Ninja
    --build-options -DCMAKE_PREFIX_PATH=${install_dir}/prefix -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    --test-command user)
  set_tests_properties(repository/install PROPERTIES FIXTURES_SETUP installed)
  set_tests_properties(repository/find_package PROPERTIES FIXTURES_REQUIRED installed)
endif()

# A program whose own flags flush subnormals is told so by the library.
add_executable(fast_math_program tests/repository/fast_math.cpp)
target_link_libraries(fast_math_program PRIVATE thalweg thalweg_flags)
target_link_options(fast_math_program PRIVATE -ffast-math)
repository_test(notices_fast_math fast_math_program)
set_tests_properties(repository/notices_fast_math PROPERTIES
  PASS_REGULAR_EXPRESSION "subnormals are flushed to zero")
