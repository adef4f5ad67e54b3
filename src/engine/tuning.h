// The numbers of params.h as options of an engine, in builds made for tuning.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace rookery::engine {

/// A row of params.h. Switches have no step.
struct ParamInfo {
  const char* name;
  int value, min, max, step;
};
std::span<const ParamInfo> search_params();

/// Whether this build can change them (cmake -DROOKERY_TUNING=ON).
bool has_tuning();

/// The numbers of one engine. Without tuning they are what they are.
class Tuning {
 public:
  Tuning();
  /// Other names than those of the table are ignored.
  void set(std::string_view name, int value);
  /// Makes them those of the calling thread: a search begins with this.
  void apply() const;

 private:
  std::vector<int> values_;  // in the order of the table
};

}  // namespace rookery::engine
