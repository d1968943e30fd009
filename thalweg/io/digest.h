// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "thalweg/io/bytes.h"
#include "thalweg/io/named_tensors.h"

namespace thalweg::io {

/// SHA-256 (FIPS 180-4, by OpenSSL) of bytes that come piece by piece. Error when OpenSSL has none.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;

  void add(Bytes bytes);
  /// 64 hexadecimal digits; call once, at the end.
  std::string finish();

 private:
  void* context_;
};

/// The same in one call: 64 hexadecimal digits.
///   sha256(bytes_of("abc"))     "ba7816bf..."
std::string sha256(Bytes bytes);

/// The digest that says two sets of tensors are equal to the bit: the SHA-256 over the tensors in
/// order of name (byte by byte), each as
///   length of name (8 bytes, little-endian), name, the text "f32[2,3]", a zero byte, elements
/// with the elements as in encode(): row-major, little-endian, every NaN the same. Device, strides
/// and the order of the list do not count. ValueError when a name stands twice or a
/// tensor is undefined.
///   digest({{"weight", w}, {"bias", b}})
std::string digest(const NamedTensors& tensors);

}  // namespace thalweg::io
