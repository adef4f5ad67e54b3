#include "engine/tuning.h"

#include "engine/params.h"

namespace rookery::engine {

namespace {

#define ROOKERY_ROW(name, value, low, high, step) {#name, value, low, high, step},
constexpr ParamInfo kParams[] = {ROOKERY_PARAMS(ROOKERY_ROW)};
#undef ROOKERY_ROW

}  // namespace

std::span<const ParamInfo> search_params() { return kParams; }

bool has_tuning() {
#if defined(ROOKERY_TUNING)
  return true;
#else
  return false;
#endif
}

Tuning::Tuning() {
  for (const ParamInfo& p : kParams) values_.push_back(p.value);
}

void Tuning::set(std::string_view name, int value) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (kParams[i].name == name) values_[i] = value;
}

void Tuning::apply() const {
#if defined(ROOKERY_TUNING)
  const int* value = values_.data();
#define ROOKERY_APPLY(name, initial, low, high, step) params::name = *value++;
  ROOKERY_PARAMS(ROOKERY_APPLY)
#undef ROOKERY_APPLY
#endif
}

}  // namespace rookery::engine
