#!/bin/bash
# Fails if clang-format would change a source file.
cd "$(dirname "$0")/.." || exit 1
find src tests bench -name '*.cpp' -o -name '*.h' | xargs -r clang-format --dry-run -Werror
