# SPDX-License-Identifier: Apache-2.0
# The library: every .cpp and .cu under thalweg/ but the command's. Adding a file is enough.
find_package(fmt REQUIRED)
find_package(ZLIB REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(nlohmann_json REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)

file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} thalweg/*.cpp)
file(GLOB_RECURSE cuda_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} thalweg/*.cu)
list(FILTER sources EXCLUDE REGEX "^thalweg/app/")
list(FILTER cuda_sources EXCLUDE REGEX "^thalweg/app/")
thalweg_cuda_sources(${cuda_sources})

add_library(thalweg STATIC ${sources} ${cuda_sources})
add_library(thalweg::thalweg ALIAS thalweg)
include(data_sets)
target_include_directories(thalweg PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)
target_compile_features(thalweg PUBLIC cxx_std_20)
# Headers hold arithmetic too: whoever includes them must not contract it.
target_compile_options(thalweg INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
# fmt 9 turns constexpr off under nvcc, which its consteval format strings then miss.
target_compile_definitions(thalweg PUBLIC $<$<COMPILE_LANGUAGE:CUDA>:FMT_USE_CONSTEXPR=1>)
target_link_libraries(thalweg
  PUBLIC fmt::fmt OpenMP::OpenMP_CXX
  PRIVATE $<BUILD_INTERFACE:thalweg_flags> ZLIB::ZLIB OpenSSL::Crypto
          $<BUILD_INTERFACE:nlohmann_json::nlohmann_json> $<BUILD_INTERFACE:Eigen3::Eigen>)
if(THALWEG_CUDA)
  target_link_libraries(thalweg PUBLIC CUDA::cudart)
endif()
# Half the time of a plain file went into reading these. No header of ours: a change would rebuild
# everything. The presets dev and clang go without, so that no file leans on what it does not name.
set(precompiled_headers <algorithm> <atomic> <cstdint> <cstring> <functional> <limits> <memory>
  <optional> <span> <string> <string_view> <type_traits> <utility> <vector> <fmt/core.h>)
target_precompile_headers(thalweg PRIVATE ${precompiled_headers})

# Eigen's vector code and threads have orders of sums of their own, so linalg is built without them;
# and under another name, lest the linker take a user's copy of a function for ours.
file(GLOB linalg CONFIGURE_DEPENDS thalweg/ops/linalg/*.cpp)
set_source_files_properties(${linalg} PROPERTIES COMPILE_DEFINITIONS
  "EIGEN_DONT_VECTORIZE;EIGEN_DONT_PARALLELIZE;Eigen=thalweg_eigen")
# A precompiled header brings the options back that it was made with.
set_source_files_properties(${linalg} thalweg/base/threads.cpp PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON)
# g++ 12 makes fused operations of its rotations, although it is told not to contract; no other file
# of the library has them (tools/check_contraction.py).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set_source_files_properties(${linalg} PROPERTIES COMPILE_OPTIONS -fno-tree-slp-vectorize)
endif()

# libgomp is invisible to the thread sanitizer: run_team tells it fork and join by hand.
if(THALWEG_SANITIZE STREQUAL "thread")
  set_source_files_properties(thalweg/base/threads.cpp PROPERTIES
    COMPILE_OPTIONS -fno-sanitize=thread COMPILE_DEFINITIONS THALWEG_TSAN)
endif()

# CUDA for machines without a GPU. It uses base/ and is used by the .cu files: a cycle of two
# static libraries, which the linker lines of CMake allow for.
file(GLOB cudasim_sources CONFIGURE_DEPENDS cudasim/*.cpp)
if(cudasim_sources AND NOT THALWEG_CUDA)
  add_library(cudasim STATIC ${cudasim_sources})
  add_library(thalweg::cudasim ALIAS cudasim)
  target_include_directories(cudasim PRIVATE
    ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/cudasim/include)
  target_link_libraries(cudasim
    PRIVATE $<BUILD_INTERFACE:thalweg_flags> fmt::fmt thalweg)
  target_link_libraries(thalweg PRIVATE cudasim)
endif()
