// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/fp_environment.h"

#include <doctest/doctest.h>
#include <xmmintrin.h>

#include <string>

#include "thalweg/base/error.h"

namespace thalweg {
namespace {

// What check_fp_environment says when these bits of MXCSR are set.
std::string said_with(unsigned bits) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | bits);
  std::string said;
  try {
    check_fp_environment();
  } catch (const Error& e) {
    said = e.what();
  }
  _mm_setcsr(before);
  return said;
}

TEST_CASE("the usual state is accepted") { CHECK(said_with(0).empty()); }

TEST_CASE("flushed subnormals and other rounding are named") {
  const auto says = [](unsigned bits, const char* text) {
    return said_with(bits).find(text) != std::string::npos;
  };
  CHECK(says(1u << 15, "subnormals are flushed to zero; look for a library built with -ffast"));
  CHECK(says(1u << 6, "subnormals are flushed to zero"));
  CHECK(says(1u << 13, "rounding is not to nearest"));
  CHECK(says(3u << 13 | 1u << 15, "flushed to zero and rounding is not to nearest"));
}

}  // namespace
}  // namespace thalweg
