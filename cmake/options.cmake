# SPDX-License-Identifier: Apache-2.0
option(THALWEG_CUDA "Compile the .cu files with nvcc; otherwise they run in the simulator" OFF)
option(THALWEG_TESTS "Build tests and examples" ON)
option(THALWEG_BENCH "Build the microbenchmarks" OFF)
option(THALWEG_FUZZ "Build tests/fuzz with clang's libFuzzer" OFF)
option(THALWEG_WERROR "Warnings are errors" OFF)
set(THALWEG_ARCH native CACHE STRING "Instruction set: native, x86-64-v3 or x86-64-v4")
set(THALWEG_SANITIZE "" CACHE STRING "address, undefined or thread; empty for none")
set_property(CACHE THALWEG_ARCH PROPERTY STRINGS native x86-64-v3 x86-64-v4)
set_property(CACHE THALWEG_SANITIZE PROPERTY STRINGS "" address undefined thread)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, RelWithDebInfo or Debug" FORCE)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  foreach(language CXX CUDA)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER ${CCACHE})
    endif()
  endforeach()
endif()

# Flags that change results. A library that promises the same bits cannot be built with them.
set(refused_flags
  -Ofast -ffast-math --use_fast_math -use_fast_math -funsafe-math-optimizations
  -fassociative-math -freciprocal-math -ffinite-math-only -fno-signed-zeros -mdaz-ftz
  -ffp-contract=fast -ffp-contract=on -fmad=true --fmad=true -ftz=true --ftz=true
  -prec-div=false --prec-div=false -prec-sqrt=false --prec-sqrt=false)
get_directory_property(directory_options COMPILE_OPTIONS)
set(given_flags "${directory_options};${CMAKE_EXE_LINKER_FLAGS};${CMAKE_SHARED_LINKER_FLAGS}")
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
foreach(language CXX CUDA)
  string(APPEND given_flags
    ";${CMAKE_${language}_FLAGS};${CMAKE_${language}_FLAGS_${build_type}}")
endforeach()
string(REGEX REPLACE "[ ,=\t]" ";" given_words "${given_flags}")
string(REGEX REPLACE "[ ,\t]" ";" given_flags "${given_flags}")
foreach(flag IN LISTS refused_flags)
  if(flag IN_LIST given_flags OR flag IN_LIST given_words)
    message(FATAL_ERROR "thalweg: ${flag} is refused: it changes the results of floating-point "
      "arithmetic, and every build of thalweg gives the same bits. Remove it from the flags.")
  endif()
endforeach()
