// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/loss.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/copy.h"

namespace thalweg {

void check_loss(std::string_view op, const Tensor& x, const Tensor& target) {
  check_float(op, x);
  check_same(op, x, target, "x", "target");
  if (x.shape() == target.shape()) return;
  throw ShapeError("{}: x and target must have one shape; got x={}, target={}; {}", op,
                   x.describe(), target.describe(),
                   x.numel() == target.numel()
                       ? "use reshape(target, x.shape()): (n) against (n,1) is not repeated"
                       : "use reshape or expand");
}

void check_weight(std::string_view op, const Tensor& x, const Tensor& weight,
                  std::string_view name) {
  check_same(op, x, weight, "x", name);
  if (broadcast(weight.shape(), x.shape()) == x.shape()) return;
  throw ShapeError("{}: {} must broadcast to the shape of x; got x={}, {}={}; use reshape", op,
                   name, x.describe(), name, weight.describe());
}

void check_class_weight(std::string_view op, const Tensor& x, const Tensor& weight) {
  check_same(op, x, weight, "x", "weight");
  if (weight.dim() == 1 && weight.numel() == x.shape()[1]) return;
  throw ShapeError("{}: wants one weight for each class; got x={}, weight={}; use reshape", op,
                   x.describe(), weight.describe());
}

Tensor checked_classes(std::string_view op, const Tensor& x, const Tensor& target) {
  check_float(op, x);
  check_index(op, target, "target");
  if (x.dim() != 2 || target.dim() != 1 || target.shape()[0] != x.shape()[0]) {
    const bool column = x.dim() == 2 && target.shape() == Shape{x.shape()[0], 1};
    throw ShapeError(
        "{}: wants x [n,classes] and classes [n]; got x={}, target={}; {}", op, x.describe(),
        target.describe(),
        column ? "use reshape(target, {-1}): (n) against (n,1) is not repeated" : "use reshape");
  }
  if (!(x.device() == target.device())) {
    throw DeviceError("{}: devices must be equal; got x={}, target={}; use to", op, x.describe(),
                      target.describe());
  }
  const Tensor classes = contiguous_copy(target, i64, cpu());
  const auto numbers = classes.span<std::int64_t>();
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (numbers[row] < 0 || numbers[row] >= x.shape()[1]) {
      throw IndexError("{}: a class out of range; got {} in row {} of target for x={}; {}", op,
                       numbers[row], row, x.describe(),
                       x.shape()[1] == 0 ? std::string("there are no classes")
                                         : fmt::format("classes are 0 to {}", x.shape()[1] - 1));
    }
  }
  return x.device().is_cpu() ? classes : contiguous_copy(classes, x.device());
}

Tensor reduce_losses(const Tensor& losses, Reduction reduction) {
  if (reduction == Reduction::kNone) return losses;
  return reduction == Reduction::kSum ? sum(losses) : mean(losses);
}

}  // namespace thalweg
