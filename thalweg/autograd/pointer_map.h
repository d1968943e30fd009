// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace thalweg {

/// A map from pointers to small values: open addressing with linear probing, the first entries
/// without an allocation. A backward pass looks up every edge, so this must cost a few ns. It is
/// never iterated over, so addresses cannot reach a result.
template <class Key, class Value>
class PointerMap {
 public:
  PointerMap() = default;
  PointerMap(const PointerMap&) = delete;
  PointerMap& operator=(const PointerMap&) = delete;

  /// The value of `key`, made by Value() when it is new. Valid until the next call.
  Value& operator[](const Key* key) {
    if (2 * (used_ + 1) > capacity_) grow();
    std::size_t i = home(key);
    for (; entries_[i].key; i = next(i)) {
      if (entries_[i].key == key) return entries_[i].value;
    }
    entries_[i] = {key, Value()};
    ++used_;
    return entries_[i].value;
  }

  /// The value of `key`, or null.
  const Value* find(const Key* key) const {
    for (std::size_t i = home(key); entries_[i].key; i = next(i)) {
      if (entries_[i].key == key) return &entries_[i].value;
    }
    return nullptr;
  }

  void erase(const Key* key) {
    std::size_t hole = home(key);
    while (entries_[hole].key != key) {
      if (!entries_[hole].key) return;
      hole = next(hole);
    }
    // Later entries of the run move up, so that no search ends at the hole before it finds them.
    for (std::size_t i = next(hole); entries_[i].key; i = next(i)) {
      const std::size_t distance = (i - home(entries_[i].key)) & (capacity_ - 1);
      if (distance < ((i - hole) & (capacity_ - 1))) continue;
      entries_[hole] = entries_[i];
      hole = i;
    }
    entries_[hole].key = nullptr;
    --used_;
  }

  std::size_t size() const { return used_; }

 private:
  struct Entry {
    const Key* key = nullptr;
    Value value{};
  };
  static constexpr std::size_t kInPlace = 64;

  std::size_t home(const Key* key) const {
    const auto bits = reinterpret_cast<std::uintptr_t>(key) * 0x9E3779B97F4A7C15u;
    return (bits >> 32) & (capacity_ - 1);
  }
  std::size_t next(std::size_t i) const { return (i + 1) & (capacity_ - 1); }

  void grow() {
    auto old = std::exchange(larger_, std::make_unique<Entry[]>(2 * capacity_));
    const Entry* from = entries_;
    const std::size_t count = std::exchange(capacity_, 2 * capacity_);
    entries_ = larger_.get();
    for (std::size_t k = 0; k < count; ++k) {
      if (!from[k].key) continue;
      std::size_t i = home(from[k].key);
      while (entries_[i].key) i = next(i);
      entries_[i] = from[k];
    }
  }

  Entry room_[kInPlace];
  std::unique_ptr<Entry[]> larger_;
  Entry* entries_ = room_;
  std::size_t capacity_ = kInPlace;
  std::size_t used_ = 0;
};

}  // namespace thalweg
