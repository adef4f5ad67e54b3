// The numbers of params.h as options of the engine, in builds made for tuning; none otherwise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/params.h"
#include "search/agent.h"

namespace rookery::engine {

/// Adds one spin option for each number of the search.
inline void append_tuning_options([[maybe_unused]] std::vector<search::OptionSpec>& specs) {
#if defined(ROOKERY_TUNING)
#define ROOKERY_OPTION(name, value, low, high, step) \
  specs.push_back({#name, search::OptionSpec::Type::spin, std::to_string(value), low, high, {}});
  ROOKERY_PARAMS(ROOKERY_OPTION)
#undef ROOKERY_OPTION
#endif
}

inline void set_tuning_option([[maybe_unused]] std::string_view option,
                              [[maybe_unused]] int value) {
#if defined(ROOKERY_TUNING)
#define ROOKERY_ASSIGN(name, initial, low, high, step) \
  if (option == #name) params::name = value;
  ROOKERY_PARAMS(ROOKERY_ASSIGN)
#undef ROOKERY_ASSIGN
#endif
}

}  // namespace rookery::engine
