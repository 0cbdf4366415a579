// A list of at most N small values, without memory of its own: what move
// generators fill.
#pragma once

#include <array>
#include <cstddef>

namespace noughts {

template <class T, std::size_t N>
class FixedList {
 public:
  // Require: size() < N.
  void push_back(T item) { items_[size_++] = item; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // The first `size` items, written through begin(), are the list. Require: size <= N.
  void resize(std::size_t size) { size_ = size; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }
  T operator[](std::size_t i) const { return items_[i]; }

 private:
  std::array<T, N> items_;
  std::size_t size_ = 0;
};

}  // namespace noughts
