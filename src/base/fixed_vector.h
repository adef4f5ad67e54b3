// A vector with room for N elements inside itself: no allocation, for move lists.
#pragma once

#include <cassert>
#include <cstddef>

namespace rookery {

/// T must be trivially copyable. Elements past size() are uninitialised.
template <class T, std::size_t N>
class FixedVector {
 public:
  using value_type = T;
  FixedVector() {}  // leaves the storage uninitialised on purpose

  void push_back(const T& value) {
    assert(size_ < N);
    data_[size_++] = value;
  }
  void pop_back() { --size_; }
  void clear() { size_ = 0; }
  void resize(std::size_t size) {
    assert(size <= N);
    size_ = size;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  static constexpr std::size_t capacity() { return N; }
  T* data() { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& operator[](std::size_t i) { return assert(i < size_), data_[i]; }
  const T& operator[](std::size_t i) const { return assert(i < size_), data_[i]; }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }
  /// For generators that write through a raw pointer: the new end.
  void set_end(T* end) { size_ = static_cast<std::size_t>(end - data_); }

 private:
  std::size_t size_ = 0;
  union {
    T data_[N];
  };
};

}  // namespace rookery
