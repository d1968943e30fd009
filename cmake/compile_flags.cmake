# SPDX-License-Identifier: Apache-2.0
# thalweg_flags: what every target of this project is compiled with.
include(CheckCXXSourceCompiles)
include(CheckCXXSourceRuns)

if(NOT THALWEG_ARCH MATCHES "^(native|x86-64-v3|x86-64-v4)$")
  message(FATAL_ERROR "thalweg: THALWEG_ARCH must be native, x86-64-v3 or x86-64-v4; got "
    "'${THALWEG_ARCH}'. Below v3 there is no fused multiply-add, which the order of arithmetic needs.")
endif()

# The compiler must produce at least x86-64-v3, and this processor must run what it produces.
set(CMAKE_REQUIRED_FLAGS -march=${THALWEG_ARCH})
set(CMAKE_REQUIRED_QUIET TRUE)
string(MAKE_C_IDENTIFIER "thalweg_compiles_${THALWEG_ARCH}" compiles)
string(MAKE_C_IDENTIFIER "thalweg_runs_${THALWEG_ARCH}" runs)
check_cxx_source_compiles("
  #if !defined(__FMA__) || !defined(__AVX2__) || !defined(__BMI2__)
  #error below x86-64-v3
  #endif
  int main() {}" ${compiles})
if(NOT ${compiles})
  message(FATAL_ERROR "thalweg: -march=${THALWEG_ARCH} with ${CMAKE_CXX_COMPILER} gives less than "
    "x86-64-v3 (AVX2, FMA, BMI2). thalweg needs an x86-64 processor of 2013 or later "
    "(Haswell, Zen) and a compiler that knows it.")
endif()
if(NOT CMAKE_CROSSCOMPILING)
  check_cxx_source_runs("
    int main() {
      __builtin_cpu_init();
      bool ok = __builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") &&
                __builtin_cpu_supports(\"bmi2\");
    #ifdef __AVX512F__
      ok = ok && __builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512bw\") &&
           __builtin_cpu_supports(\"avx512dq\") && __builtin_cpu_supports(\"avx512vl\");
    #endif
      return ok ? 0 : 1;
    }" ${runs})
  if(NOT ${runs})
    message(FATAL_ERROR "thalweg: this processor cannot run code for THALWEG_ARCH=${THALWEG_ARCH}. "
      "Choose native or x86-64-v3.")
  endif()
endif()
# Compilers take half of AVX-512's width by default, for programs that are not made of loops.
set(vector_width "")
string(MAKE_C_IDENTIFIER "thalweg_has_avx512_${THALWEG_ARCH}" has_avx512)
check_cxx_source_compiles("
  #ifndef __AVX512F__
  #error narrower
  #endif
  int main() {}" ${has_avx512})
if(${has_avx512})
  set(vector_width -mprefer-vector-width=512)
endif()
unset(CMAKE_REQUIRED_FLAGS)

find_package(OpenMP REQUIRED COMPONENTS CXX)

set(CMAKE_CXX_EXTENSIONS OFF)
add_library(thalweg_flags INTERFACE)
target_compile_features(thalweg_flags INTERFACE cxx_std_20)
# CMake 3.25 knows no CUDA_STANDARD 20, so nvcc is told by flag.
set(host_flags -ffp-contract=off -fno-math-errno -fno-trapping-math -march=${THALWEG_ARCH}
  ${vector_width})
list(JOIN host_flags "," host_flags_for_nvcc)
target_compile_options(thalweg_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:${host_flags} -Wall -Wextra>
  $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20 -Xcompiler=${host_flags_for_nvcc} -Xcompiler=-fopenmp,-Wall,-Wextra
    -fmad=false -ftz=false -prec-div=true -prec-sqrt=true -no-compress -Xptxas=-warn-spills>)
target_link_libraries(thalweg_flags INTERFACE OpenMP::OpenMP_CXX)
# A loop that clang does not vectorise although g++ does is slower there, not wrong.
target_compile_options(thalweg_flags INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-pass-failed>)
if(THALWEG_WERROR)
  target_compile_options(thalweg_flags INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror> $<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings>)
endif()

if(THALWEG_SANITIZE)
  if(NOT THALWEG_SANITIZE MATCHES "^(address|undefined|thread)$")
    message(FATAL_ERROR "thalweg: THALWEG_SANITIZE must be address, undefined or thread; got "
      "'${THALWEG_SANITIZE}'")
  endif()
  target_compile_options(thalweg_flags INTERFACE
    -fsanitize=${THALWEG_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(thalweg_flags INTERFACE -fsanitize=${THALWEG_SANITIZE})
endif()
if(THALWEG_SANITIZE STREQUAL "thread")
  # The simulator's fibers would mix up the stacks of calls that the sanitizer keeps by host thread,
  # and as threads of its own they would cost it a clock of a thousand entries at every switch.
  target_compile_options(thalweg_flags INTERFACE
    $<$<CXX_COMPILER_ID:GNU>:--param=tsan-instrument-func-entry-exit=0>
    $<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -tsan-instrument-func-entry-exit=0>)
endif()

if(THALWEG_FUZZ)
  target_compile_options(thalweg_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
