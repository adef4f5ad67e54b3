#!/bin/bash
# Inference and training speed of the network for some widths: bench/nnue.sh [128 256 512].
# Best and median of nine runs: of all that disturbs a measurement nothing makes it faster.
cd "$(dirname "$0")/.." || exit 1
for hidden in "${@:-256}"; do
  cmake --preset release -B "build/hidden-$hidden" -DROOKERY_HIDDEN="$hidden" \
    -DROOKERY_BENCH=ON >/dev/null || exit 1
  ninja -C "build/hidden-$hidden" nnue_bench >/dev/null || exit 1
done
for hidden in "${@:-256}"; do
  echo "hidden $hidden                        best     median"
  "build/hidden-$hidden/bench/nnue_bench" --benchmark_repetitions=9 --benchmark_min_time=0.5 \
    --benchmark_format=json 2>/dev/null | python3 -c '
import collections, json, statistics, sys
runs = collections.defaultdict(list)
for run in json.load(sys.stdin)["benchmarks"]:
    if run["run_type"] == "iteration":
        runs[run["name"].removesuffix("/process_time/real_time")].append(run)
for name, of in runs.items():
    if "items_per_second" in of[0]:
        rates = [r["items_per_second"] for r in of]
        what, best = "positions/s", max(rates)
    else:
        rates = [r["real_time"] for r in of]
        what, best = "ns", min(rates)
    print(f"{name:30} {best:10,.1f} {statistics.median(rates):10,.1f} {what}")'
done
