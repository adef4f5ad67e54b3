// `rookery --version`, and with --verbose what a report of a fault should say.
#include "cli/version.h"

#include <fmt/format.h>

#include "base/processor.h"
#include "eval/nnue/kernels.h"
#include "eval/nnue/network.h"
#include "web/assets.h"

namespace rookery::cli {

namespace {

std::string processor_name() {
  const int level = processor_level();
  if (level == 0) return "not an x86-64";
  return level == 1 ? "x86-64" : fmt::format("x86-64-v{}", level);
}

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("Clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  return fmt::format("GCC {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
}

std::string built_for() {
  const std::string march = ROOKERY_MARCH;
  if (march.empty()) return "any processor of its kind";
  return march == "native" ? "the machine that built it" : march;
}

}  // namespace

void print_version(bool verbose) {
  fmt::print("rookery {}\n", ROOKERY_VERSION);
  if (!verbose) return;
  const eval::nnue::NetworkPtr& network = eval::nnue::default_network();
  fmt::print("built for   {}\n", built_for());
  fmt::print("processor   {}\n", processor_name());
  fmt::print("kernels     {}\n", eval::nnue::best_kernels().name);
  fmt::print("network     {}\n", network ? network->name() : "none");
  fmt::print("page        {}\n", web::embedded_build());
  fmt::print("compiler    {}\n", compiler_name());
}

}  // namespace rookery::cli
