// SPDX-License-Identifier: Apache-2.0
#include "thalweg/data/diabetes.h"

#include <doctest/doctest.h>

#include <cmath>
#include <iterator>
#include <sstream>

#include "tests/io/files.h"
#include "thalweg/base/error.h"
#include "thalweg/data/sets.h"
#include "thalweg/io/file.h"
#include "thalweg/io/inflate.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/max.h"
#include "thalweg/ops/min.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"

namespace thalweg::data {
namespace {

using Doubles = std::vector<double>;

TEST_CASE("load_diabetes: what was measured") {
  const Diabetes set = load_diabetes();
  CHECK(set.names ==
        std::vector<std::string>{"age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6"});
  CHECK(set.raw.dtype() == f64);
  CHECK(set.raw.shape() == Shape{442, 10});
  CHECK(set.target.shape() == Shape{442});
  CHECK(to_vector<double>(select(set.raw, 0, 0)) ==
        Doubles{59, 2, 32.1, 101, 157, 93.2, 38, 4, 4.8598, 87});
  CHECK(to_vector<double>(select(set.raw, 0, 441)) ==
        Doubles{36, 1, 19.6, 71, 250, 133.2, 97, 3, 4.5951, 92});
  CHECK(sum(select(set.raw, 1, 0)).item() == 21445);
  CHECK(sum(select(set.raw, 1, 1)).item() == 649);
  CHECK(sum(select(set.raw, 1, 4)).item() == 83600);
  CHECK(sum(set.target).item() == 67243);
  CHECK(min(set.target).item() == 25);
  CHECK(max(set.target).item() == 346);
}

TEST_CASE("load_diabetes: columns of sum 0 and sum of squares 1") {
  const Tensor x = load_diabetes().scaled;
  CHECK(x.shape() == Shape{442, 10});
  for (double s : to_vector<double>(sum(x, {0}))) CHECK(std::abs(s) < 1e-13);
  for (double s : to_vector<double>(vecdot(x, x, {0}))) CHECK(std::abs(s - 1) < 1e-14);
  // The first row as scikit-learn's load_diabetes() gives it.
  const Doubles first{0.038075906433423026, 0.05068011873981862,   0.061696206518683294,
                      0.0218723855140367,   -0.04422349842444599,  -0.03482076283769895,
                      -0.04340084565202491, -0.002592261998183278, 0.019907486170462722,
                      -0.01764612515980379};
  const Doubles row = to_vector<double>(select(x, 0, 0));
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(std::abs(row[i] - first[i]) < 1e-14);
}

TEST_CASE("load_diabetes: the numbers of Debian's package, where it is at hand") {
  const std::string path = testing::shared("diabetes/diabetes_data_raw.csv.gz");
  if (path.empty()) return;
  const io::FileBytes file = io::read_file("test", path);
  const auto bytes = io::gunzip({"test", path, file.bytes()});
  std::istringstream text{std::string(io::text_of_bytes(bytes))};
  const Doubles theirs{std::istream_iterator<double>(text), {}};
  const Doubles ours = to_vector<double>(load_diabetes().raw);
  REQUIRE(theirs.size() == ours.size());
  double worst = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    worst = std::max(worst, std::abs(ours[i] / theirs[i] - 1));
  }
  CHECK(worst < 1e-15);  // eleven numbers stand one place away in it
}

TEST_CASE("set_text: an unknown name") {
  CHECK_THROWS_WITH_AS(set_text("cars"),
                       "set_text: no such built-in set; got cars; there are: diabetes", ValueError);
}

}  // namespace
}  // namespace thalweg::data
