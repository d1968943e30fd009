// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace thalweg {

/// Base of everything the library throws on purpose. The text has the form
///   `op: rule broken; got a=f32[2,3] on cpu:0, b=f32[4,5] on cpu:0; hint`
/// and one line `while ...` for each caller that added what it was doing (add_context).
/// Messages are made by fmt: `throw ShapeError("add: shapes do not broadcast; got {} ...", a)`.
class Error : public std::exception {
 public:
  explicit Error(std::string text) : text_(std::move(text)) {}

  template <class First, class... Rest>
  Error(fmt::format_string<First, Rest...> form, First&& first, Rest&&... rest)
      : text_(fmt::format(form, std::forward<First>(first), std::forward<Rest>(rest)...)) {}

  const char* what() const noexcept override { return text_.c_str(); }

  /// Appends the line `while <what>`; used by `catch (Error& e) { e.add_context(...); throw; }`.
  void add_context(std::string_view what) {
    text_ += "\n  while ";
    text_ += what;
  }

 private:
  std::string text_;
};

// Kinds by cause: what the caller has to change.
struct ShapeError : Error {
  using Error::Error;
};
struct DtypeError : Error {
  using Error::Error;
};
struct DeviceError : Error {
  using Error::Error;
};
struct IndexError : Error {  // an axis, a position or a class number out of range
  using Error::Error;
};
struct ValueError : Error {  // an argument outside its documented range
  using Error::Error;
};
struct GradientError : Error {  // no derivative, no history, a kept tensor was changed
  using Error::Error;
};
struct FileError : Error {  // a file or its bytes; names the file and the place
  using Error::Error;
};
struct MemoryError : Error {
  using Error::Error;
};

}  // namespace thalweg
