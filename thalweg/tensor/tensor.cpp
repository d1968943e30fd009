// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/tensor.h"

#include <algorithm>

#include "thalweg/base/fp_environment.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

std::atomic<std::int64_t> tensors_alive{0};

bool strides_are_contiguous(const Shape& shape, const Strides& strides) {
  std::int64_t expected = 1;
  bool contiguous = true;
  for (int i = shape.size() - 1; i >= 0; --i) {
    if (shape[i] == 0) return true;
    if (shape[i] == 1) continue;
    contiguous &= strides[i] == expected;
    if (__builtin_mul_overflow(expected, shape[i], &expected)) contiguous = false;
  }
  return contiguous;
}

// Whether every element of the shape lies in 0..held-1; without elements always does.
bool lies_within(const Shape& shape, const Strides& strides, std::int64_t offset,
                 std::int64_t held) {
  if (element_count(shape) == 0) return true;
  std::int64_t low = offset, high = offset;
  for (int i = 0; i < shape.size(); ++i) {
    std::int64_t reach = 0;
    std::int64_t& end = strides[i] < 0 ? low : high;
    if (__builtin_mul_overflow(strides[i], shape[i] - 1, &reach) ||
        __builtin_add_overflow(end, reach, &end)) {
      return false;
    }
  }
  return low >= 0 && high < held;
}

}  // namespace

std::int64_t live_tensors() { return tensors_alive.load(); }

TensorBody::TensorBody() { tensors_alive.fetch_add(1, std::memory_order_relaxed); }
TensorBody::~TensorBody() { tensors_alive.fetch_sub(1, std::memory_order_relaxed); }

void destroy(TensorBody* body) { delete body; }

Tensor empty(const Shape& shape, Dtype dtype, Device device) {
  static const bool checked = (check_fp_environment(), true);
  (void)checked;
  const std::int64_t count = element_count(shape);
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(count, static_cast<std::int64_t>(size_of(dtype)), &bytes)) {
    throw MemoryError("empty: more bytes than can exist; got {}{}", name_of(dtype), text_of(shape));
  }
  Ref<TensorBody> body(new TensorBody);
  body->shape = shape;
  body->strides = contiguous_strides(shape);
  body->numel = count;
  body->dtype = dtype;
  body->storage = Storage::allocate(device, bytes);
  return Tensor(std::move(body));
}

std::int64_t Tensor::size(std::int64_t axis) const {
  return shape()[normalize_axis("size", axis, dim())];
}

void Tensor::refuse_undefined() {
  throw ValueError(
      "tensor: only a defined tensor can be used; got an undefined tensor (default-constructed, or "
      "a gradient that does not exist); ask defined() first");
}

void refuse_dtype(std::string_view op, const Tensor& x, std::string_view name,
                  std::string_view wanted) {
  throw DtypeError("{}: wants {}; got {}={}; use cast", op, wanted, name, x.describe());
}

void Tensor::check_dtype(Dtype wanted) const {
  if (dtype() == wanted) return;
  throw DtypeError("data: the elements are asked for as {}; got {}; use cast", name_of(wanted),
                   describe());
}

void* Tensor::mutable_data() {
  if (requires_grad() && grad_enabled()) {
    throw GradientError(
        "in-place write: the tensor {}; got {}; write under NoGrad, or to x.detach()",
        is_leaf() ? "is a leaf that requires a gradient" : "has a history", describe());
  }
  body_->storage->mark_written();
  return body_->data();
}

void Tensor::check_host() const {
  if (device().is_cpu() && is_contiguous()) return;
  throw DeviceError(
      "span: wants a contiguous tensor on the CPU; got {}{}; use to(x, cpu()) and contiguous(x)",
      is_contiguous() ? "" : "strided ", describe());
}

Tensor Tensor::view(const Shape& shape, const Strides& strides, std::int64_t offset) const {
  const TensorBody& base = the_body();
  const std::int64_t count = element_count(shape);
  const auto held = static_cast<std::int64_t>(base.storage->bytes() / size_of(base.dtype));
  if (strides.size() != shape.size()) {
    throw ShapeError("view: as many strides as sizes; got shape {}, strides {} for x={}",
                     text_of(shape), text_of(strides), describe());
  }
  if (!lies_within(shape, strides, offset, held)) {
    throw IndexError(
        "view: elements outside the storage; got shape {}, strides {}, offset {} on {} elements",
        text_of(shape), text_of(strides), offset, held);
  }
  Ref<TensorBody> body(new TensorBody);
  body->shape = shape;
  body->strides = strides;
  body->numel = count;
  body->offset = count ? offset : 0;
  body->dtype = base.dtype;
  body->contiguous = strides_are_contiguous(shape, strides);
  body->storage = base.storage;
  return Tensor(std::move(body));
}

Tensor Tensor::detach() const {
  const TensorBody& base = the_body();
  Ref<TensorBody> body(new TensorBody);
  body->shape = base.shape;
  body->strides = base.strides;
  body->numel = base.numel;
  body->offset = base.offset;
  body->dtype = base.dtype;
  body->contiguous = base.contiguous;
  body->storage = base.storage;
  return Tensor(std::move(body));
}

double Tensor::item() const {
  if (numel() != 1) {
    throw ShapeError("item: wants exactly one element; got {}; take a slice or a mean first",
                     describe());
  }
  return visit_any(dtype(), [&]<class T>() {
    T value;
    device_memory::copy(&value, cpu(), data(), device(), sizeof value);
    return static_cast<double>(value);
  });
}

std::string Tensor::describe() const {
  if (!defined()) return "an undefined tensor";
  return fmt::format("{}{} on {}", name_of(dtype()), text_of(shape()), name_of(device()));
}

bool Tensor::is_leaf() const { return !requires_grad() || leaf_of(*this); }

Tensor& Tensor::set_requires_grad(bool wanted) {
  if (!is_leaf()) {
    throw GradientError("set_requires_grad: only for leaves; got {} made by {}; use detach()",
                        describe(), body_->node->op());
  }
  if (!wanted) {
    body_->node = {};
  } else if (!is_float(dtype())) {
    refuse_dtype("set_requires_grad", *this, "x", "a float dtype (f32, f64)");
  } else if (!requires_grad()) {
    body_->node = Ref<Node>(new Leaf({shape(), dtype(), device()}));
  }
  return *this;
}

void Tensor::replace_data(const Tensor& other) {
  if (!is_leaf()) {
    throw GradientError("replace_data: only for leaves; got {} made by {}; use detach()",
                        describe(), body_->node->op());
  }
  if (!other.defined()) {
    throw ValueError("replace_data: wants a defined tensor; got x={}, other={}", describe(),
                     other.describe());
  }
  if (requires_grad() && !is_float(other.dtype())) {
    throw DtypeError(
        "replace_data: a leaf that requires a gradient stays a float (f32, f64); got x={}, "
        "other={}; use cast, or set_requires_grad(false) first",
        describe(), other.describe());
  }
  const bool wanted = requires_grad();
  body_->shape = other.body_->shape;
  body_->strides = other.body_->strides;
  body_->numel = other.body_->numel;
  body_->offset = other.body_->offset;
  body_->dtype = other.body_->dtype;
  body_->contiguous = other.body_->contiguous;
  body_->storage = other.body_->storage;
  body_->generation += 1;
  body_->node = {};
  if (wanted) set_requires_grad();
}

namespace {

// Where the gradient of x is collected: its leaf, or what retain_grad put at its node; or null.
Tensor* collected(const TensorBody& x) {
  if (!x.node) return nullptr;
  if (x.node->number() == 0) return &static_cast<Leaf*>(x.node.get())->grad;
  Watch* keeper = x.node->keeper(x.slot);
  return keeper ? &keeper->kept : nullptr;
}

}  // namespace

Tensor Tensor::grad() const {
  const Tensor* grad = collected(the_body());
  return grad ? *grad : Tensor();
}

void Tensor::set_grad(const Tensor& grad) const {
  Tensor* place = collected(the_body());
  if (!place) {
    throw GradientError("set_grad: wants a leaf that requires a gradient; got {}", describe());
  }
  if (grad.defined() &&
      (grad.shape() != shape() || grad.dtype() != dtype() || !(grad.device() == device()))) {
    throw GradientError("set_grad: the gradient is not like the tensor; got x={}, gradient={}",
                        describe(), grad.describe());
  }
  *place = grad;
}

void Tensor::zero_grad() const {
  if (Tensor* grad = collected(the_body())) *grad = Tensor();
}

}  // namespace thalweg
