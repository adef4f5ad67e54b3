// /usr/bin/rookery of a package: starts the build of the program that suits this processor best.
// It runs before anything is known about the processor, so it is built for any x86-64 and has
// nothing but the C library. ROOKERY_CPU=v2 (or v3, v4) asks for a slower one, to compare them.
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/processor.h"

int main(int, char** argv) {
  char path[PATH_MAX + sizeof ROOKERY_PROGRAMS + 16];
  const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
  char* slash = nullptr;
  if (length > 0) {
    path[length] = 0;
    slash = std::strrchr(path, '/');
  }
  if (!slash) return std::fputs("rookery: /proc is not mounted\n", stderr), 1;

  const int able = rookery::processor_level();
  int level = able;
  if (const char* wish = std::getenv("ROOKERY_CPU"); wish && *wish) {
    if (wish[0] != 'v' || wish[1] < '2' || wish[1] > '4' || wish[2])
      return std::fputs("rookery: ROOKERY_CPU must be v2, v3 or v4\n", stderr), 2;
    level = wish[1] - '0';
    if (level > able)
      return std::fprintf(stderr, "rookery: ROOKERY_CPU=%s: this processor is x86-64-v%d\n", wish,
                          able),
             2;
  }
  // The best that is installed and that the processor can run.
  for (; level >= 2; --level) {
    std::sprintf(slash + 1, "%s/rookery-v%d", ROOKERY_PROGRAMS, level);
    execv(path, argv);
  }
  if (able < 2)
    std::fputs("rookery: this processor lacks SSE4.2 and POPCNT; build from source instead\n",
               stderr);
  else
    std::fprintf(stderr, "rookery: cannot start %s\n", path);
  return 1;
}
