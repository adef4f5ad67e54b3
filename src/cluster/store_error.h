// What can go wrong between us and the store, and whether it helps to try again.
#pragma once

#include <string>

#include "base/result.h"

namespace rookery::cluster {

struct StoreError {
  enum class Kind {
    away,     ///< not to be reached now: try again later
    refused,  ///< it was understood and is not allowed
    broken,   ///< a mistake here or damage there
  };
  Kind kind = Kind::broken;
  std::string message;
};

template <class T>
using Stored = Result<T, StoreError>;

}  // namespace rookery::cluster
