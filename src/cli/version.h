// What this build is.
#pragma once

namespace rookery::cli {

/// One line; with `verbose` also for which processor it was built and what it chose on this one.
void print_version(bool verbose);

}  // namespace rookery::cli
