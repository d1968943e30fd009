// SPDX-License-Identifier: Apache-2.0
// NumPy's validation sets: correctly rounded values in f32 and f64 (shared/data/ref_math_accuracy).
#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "testing/math_functions.h"
#include "testing/skip.h"
#include "testing/ulp.h"

namespace thalweg {
namespace {

struct Pipe {
  explicit Pipe(const std::string& command) : file(popen(command.c_str(), "r")) {}
  ~Pipe() {
    if (file) pclose(file);
  }
  FILE* file;
};

TEST_CASE("NumPy's validation sets, within 2 ULP") {
  const std::string archive =
      THALWEG_SHARED_DIR "/data/ref_math_accuracy/numpy_umath_validation.tar.xz";
  if (!std::filesystem::exists(archive)) return testing::skip("no " + archive);
  int sets = 0;
  for (const auto& f : testing::math_functions()) {
    Pipe pipe("tar -xJOf '" + archive + "' umath-validation-set-" + f.name + ".csv 2>/dev/null");
    REQUIRE(pipe.file);
    char line[256];
    int points = 0;
    while (std::fgets(line, sizeof line, pipe.file)) {
      int bits = 0;
      unsigned long long x = 0;
      unsigned long long y = 0;
      if (std::sscanf(line, "np.float%d,%llx,%llx", &bits, &x, &y) != 3) continue;
      ++points;
      double error = 0;
      if (bits == 32) {
        const float got = f.f32(float_of(static_cast<std::uint32_t>(x)));
        error = testing::ulps(got, static_cast<double>(float_of(static_cast<std::uint32_t>(y))));
      } else {
        const double got = f.f64(float_of(std::uint64_t{x}));
        error = testing::ulps(got, static_cast<long double>(float_of(std::uint64_t{y})));
      }
      INFO(f.name << ": " << line);
      CHECK(error <= 2.0);
    }
    if (points > 0) ++sets;
  }
  if (sets == 0) return testing::skip("tar or xz cannot read " + archive);
  CHECK(sets == 7);  // exp expm1 log log1p sin cos tanh
}

}  // namespace
}  // namespace thalweg
