// SPDX-License-Identifier: Apache-2.0
// The same product and sum on the CPU and, simulated, on CUDA: both libraries were found. The
// built-in set is in one of them.
#include <cstdio>

#include "thalweg/data/diabetes.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"

int main() {
  using namespace thalweg;
  const Tensor x = full({3, 5}, 0.1);
  const Tensor w = full({5, 2}, 0.7);
  const double on_cpu = sum(exp(matmul(x, w))).item();
  const double on_cuda = sum(exp(matmul(to(x, cuda()), to(w, cuda())))).item();
  std::printf("cpu %.9g, %s %.9g\n", on_cpu, name_of(cuda()).c_str(), on_cuda);
  if (data::load_diabetes().target.numel() != 442) return 1;
  return on_cpu == on_cuda && on_cpu > 8.5 && on_cpu < 8.6 ? 0 : 1;
}
