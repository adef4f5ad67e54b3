#!/bin/bash
# Inference and training speed of the network for some widths: bench/nnue.sh [128 256 512].
# items_per_second of `training` are positions a second.
cd "$(dirname "$0")/.." || exit 1
for hidden in "${@:-256}"; do
  echo "== hidden $hidden"
  cmake --preset release -B "build/hidden-$hidden" -DROOKERY_HIDDEN="$hidden" \
    -DROOKERY_BENCH=ON >/dev/null || exit 1
  ninja -C "build/hidden-$hidden" nnue_bench >/dev/null || exit 1
  "build/hidden-$hidden/bench/nnue_bench" --benchmark_min_time=2
done
