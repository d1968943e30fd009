# SPDX-License-Identifier: Apache-2.0
# thalweg_cuda_sources(files...): says how .cu files are compiled. With THALWEG_CUDA by nvcc;
# without it by the C++ compiler, with the simulator's headers in place of CUDA's.
if(THALWEG_CUDA)
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 80 90)
  endif()
  set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
  enable_language(CUDA)
  find_package(CUDAToolkit REQUIRED)
endif()

function(thalweg_cuda_sources)
  if(ARGN AND NOT THALWEG_CUDA)
    set_source_files_properties(${ARGN} PROPERTIES
      LANGUAGE CXX
      INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/cudasim/include)
  endif()
endfunction()
