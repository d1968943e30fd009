# SPDX-License-Identifier: Apache-2.0
# bench/*.cpp is what all benchmarks share; bench/<folder>/*.cpp make one executable per folder, but
# each *_speed.cpp is a program of its own that prints a table for people.
# Peers are linked here and nowhere else.
find_package(benchmark REQUIRED)
find_package(dnnl QUIET)
find_library(OPENBLAS_LIBRARY openblas)

add_library(thalweg_bench INTERFACE)
target_link_libraries(thalweg_bench INTERFACE
  thalweg thalweg_flags thalweg_testing benchmark::benchmark Eigen3::Eigen
  nlohmann_json::nlohmann_json)
if(dnnl_FOUND)
  target_link_libraries(thalweg_bench INTERFACE DNNL::dnnl)
  target_compile_definitions(thalweg_bench INTERFACE THALWEG_WITH_DNNL)
endif()
if(OPENBLAS_LIBRARY)
  target_link_libraries(thalweg_bench INTERFACE ${OPENBLAS_LIBRARY})
  target_compile_definitions(thalweg_bench INTERFACE THALWEG_WITH_OPENBLAS)
endif()

file(GLOB shared_sources CONFIGURE_DEPENDS bench/*.cpp)
if(shared_sources)
  add_library(thalweg_bench_shared STATIC ${shared_sources})
  target_link_libraries(thalweg_bench_shared PUBLIC thalweg_bench)
endif()

function(thalweg_benchmark target)
  add_executable(${target} ${ARGN})
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
  target_link_libraries(${target} PRIVATE thalweg_bench)
  if(TARGET thalweg_bench_shared)
    target_link_libraries(${target} PRIVATE thalweg_bench_shared)
  endif()
endfunction()

file(GLOB bench_sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} bench/*/*.cpp)
foreach(source IN LISTS bench_sources)
  get_filename_component(folder ${source} DIRECTORY)
  get_filename_component(name ${source} NAME_WE)
  if(name MATCHES "_speed$")
    thalweg_benchmark(${name} ${source})
  else()
    list(APPEND bench_folders ${folder})
    list(APPEND sources_of_${folder} ${source})
  endif()
endforeach()
list(REMOVE_DUPLICATES bench_folders)

foreach(folder IN LISTS bench_folders)
  string(REPLACE "/" "_" target ${folder})
  thalweg_benchmark(${target} ${sources_of_${folder}})
endforeach()
