// Result<T, E>: a value or the reason why there is none; std::expected's names, in C++20.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace rookery {

/// Wraps an error so that `return Unexpected{error};` converts to any Result with that error type.
template <class E>
class Unexpected {
 public:
  explicit Unexpected(E error) : error_(std::move(error)) {}
  const E& error() const& { return error_; }
  E&& error() && { return std::move(error_); }

 private:
  E error_;
};

template <class T, class E>
class [[nodiscard]] Result {
 public:
  using value_type = T;
  using error_type = E;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  template <class G>
  Result(Unexpected<G> unexpected)
      : state_(std::in_place_index<1>, E(std::move(unexpected).error())) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return assert(has_value()), *std::get_if<0>(&state_); }
  const T& value() const& { return assert(has_value()), *std::get_if<0>(&state_); }
  T&& value() && { return assert(has_value()), std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  template <class U>
  T value_or(U&& fallback) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(fallback));
  }

  const E& error() const& { return assert(!has_value()), *std::get_if<1>(&state_); }
  E&& error() && { return assert(!has_value()), std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, E> state_;
};

/// Success without a value: Result<Ok, Error>.
using Ok = std::monostate;

/// The error of most operations on outside input: one clear line for a person.
struct Error {
  std::string message;
};

/// A failed start; thrown only by start-up code and caught only in main.
struct FatalError {
  std::string message;
  int exit_status = 1;
};

}  // namespace rookery
