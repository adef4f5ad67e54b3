#!/bin/bash
# Runs the fuzzers one after another under ASan and UBSan: tools/fuzz.sh [SECONDS [TARGET...]].
# Inputs that take new ways are kept in build/fuzz/corpus; a finding stops the run and is left in
# build/fuzz/findings.
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-600}
shift
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(fen san uci epd pgn)
cmake --preset fuzz >/dev/null && ninja -C build/fuzz "${targets[@]/#/fuzz_}" || exit 1
mkdir -p build/fuzz/findings
for target in "${targets[@]}"; do
  mkdir -p "build/fuzz/corpus/$target"
  echo "== $target, $seconds s"
  nice -n 19 "build/fuzz/tests/fuzz/fuzz_$target" -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="build/fuzz/findings/$target-" -max_len=4096 -timeout=10 -verbosity=0 \
    -dict=tests/fuzz/chess.dict "build/fuzz/corpus/$target" "tests/fuzz/corpus/$target" || exit 1
done
