// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "thalweg/base/ref.h"
#include "thalweg/tensor/device.h"
#include "thalweg/tensor/dtype.h"
#include "thalweg/tensor/shape.h"
#include "thalweg/tensor/storage.h"

namespace thalweg {

class Node;
class Tensor;
struct TensorBody;

void destroy(Node* node);
void destroy(TensorBody* body);

struct BackwardOptions {
  bool retain_graph = false;  // keep what the nodes hold, for another backward
  bool create_graph = false;  // record the gradients' own computation (implies retain_graph)
};

/// A cheap handle of an n-dimensional array: shape, strides, offset, dtype, device, shared
/// storage, and the node that made it, if any. Copies of the handle are the same tensor. Ops are
/// free functions (ops/). Several threads may use a tensor as long as none of them writes to it.
class Tensor {
 public:
  Tensor() = default;

  /// False for a handle that holds no tensor (a default-constructed one, a missing gradient).
  bool defined() const { return static_cast<bool>(body_); }

  const Shape& shape() const;
  const Strides& strides() const;  // in elements
  std::int64_t offset() const;     // first element in the storage, in elements
  Dtype dtype() const;
  Device device() const;
  int dim() const { return shape().size(); }
  std::int64_t size(std::int64_t axis) const;  // counted from the end when negative
  std::int64_t numel() const;
  bool is_contiguous() const;

  /// First element. DtypeError when T is not the tensor's type. The memory is the device's.
  template <class T>
  const T* data() const {
    check_dtype(dtype_of<T>);
    return static_cast<const T*>(data());
  }
  const void* data() const;

  /// First element for writing. Counts as an in-place write: GradientError when the tensor has a
  /// history or is a leaf that requires a gradient, unless under NoGrad.
  template <class T>
  T* mutable_data() {
    check_dtype(dtype_of<T>);
    return static_cast<T*>(mutable_data());
  }
  void* mutable_data();

  /// The elements of a contiguous CPU tensor, without copying.
  template <class T>
  std::span<const T> span() const {
    check_host();
    return {data<T>(), static_cast<std::size_t>(numel())};
  }
  template <class T>
  std::span<T> mutable_span() {
    check_host();
    return {mutable_data<T>(), static_cast<std::size_t>(numel())};
  }

  /// The single element as a double, from any device; ShapeError when there is not exactly one.
  double item() const;

  /// A tensor on the same storage with other shape, strides and offset, without history; the basis
  /// of the view ops. IndexError when an element would lie outside the storage, ShapeError when
  /// there is not a stride for each size.
  Tensor view(const Shape& shape, const Strides& strides, std::int64_t offset) const;

  /// The same data without history.
  Tensor detach() const;

  // Gradients.
  bool requires_grad() const;  // a leaf that wants a gradient, or made from one
  bool is_leaf() const;        // not made by a recorded op
  /// Makes a leaf want a gradient, or not. GradientError for a tensor with a history; DtypeError
  /// when it is not a float. Returns *this.
  Tensor& set_requires_grad(bool wanted = true);
  /// Gives this tensor (all its handles) the data of another: shape, dtype, device and storage, as
  /// when a module moves its parameters. Drops its gradient. GradientError with a history;
  /// DtypeError when a gradient is wanted and `other` is not a float, ValueError when it is
  /// undefined: then nothing has changed.
  void replace_data(const Tensor& other);
  /// Sum of the gradients that backward() has brought to this leaf, or to a tensor of which
  /// retain_grad() was asked (autograd/hooks.h); undefined before.
  Tensor grad() const;
  void set_grad(const Tensor& grad) const;
  void zero_grad() const;  // makes grad() undefined

  /// Fills grad() of every leaf that this one-element tensor depends on (autograd/backward.h).
  void backward(BackwardOptions options = {}) const;

  bool same_as(const Tensor& other) const { return body_ == other.body_; }
  TensorBody* body() const { return body_.get(); }

  /// "f32[2,3] on cpu:0", for error texts.
  std::string describe() const;

  explicit Tensor(Ref<TensorBody> body) : body_(std::move(body)) {}

 private:
  const TensorBody& the_body() const {
    if (!body_) [[unlikely]]
      refuse_undefined();
    return *body_;
  }
  [[noreturn]] static void refuse_undefined();
  void check_dtype(Dtype wanted) const;
  void check_host() const;

  Ref<TensorBody> body_;
};

/// What the handles of one tensor share.
struct TensorBody : RefCounted {
  Shape shape;
  Strides strides;
  std::int64_t numel = 0;
  std::int64_t offset = 0;
  Dtype dtype = f32;
  bool contiguous = true;
  Ref<Storage> storage;
  Ref<Node> node;                // how it was made, or the Leaf that collects its gradient
  std::uint32_t slot = 0;        // which output of the node
  std::uint32_t generation = 0;  // how often replace_data gave it other data

  TensorBody();
  ~TensorBody();

  void* data() const { return static_cast<char*>(storage->data()) + offset * size_of(dtype); }
};

// Short accessors, defined here so that ops pay no call.
inline const Shape& Tensor::shape() const { return the_body().shape; }
inline const Strides& Tensor::strides() const { return the_body().strides; }
inline std::int64_t Tensor::offset() const { return the_body().offset; }
inline Dtype Tensor::dtype() const { return the_body().dtype; }
inline Device Tensor::device() const { return the_body().storage->device(); }
inline std::int64_t Tensor::numel() const { return the_body().numel; }
inline bool Tensor::is_contiguous() const { return the_body().contiguous; }
inline bool Tensor::requires_grad() const { return static_cast<bool>(the_body().node); }
inline const void* Tensor::data() const { return the_body().data(); }

/// DtypeError that shows the tensor; the same for a dtype alone is in dtype.h.
[[noreturn]] void refuse_dtype(std::string_view op, const Tensor& x, std::string_view name,
                               std::string_view wanted);

/// Uninitialised row-major tensor.
Tensor empty(const Shape& shape, Dtype dtype = f32, Device device = cpu());
inline Tensor empty_like(const Tensor& x) { return empty(x.shape(), x.dtype(), x.device()); }

}  // namespace thalweg
