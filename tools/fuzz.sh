#!/bin/bash
# Runs the fuzzers one after another under ASan and UBSan: tools/fuzz.sh [SECONDS [TARGET...]].
# Inputs that take new ways are kept in build/fuzz/corpus; a finding stops the run and is left in
# build/fuzz/findings.
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-600}
shift
notation="fen san uci epd pgn"
doors="session games network book checkpoint config events saved_game json state own_engines engine
  syzygy review"
page="page http queue"
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=($notation $doors $page)
cmake --preset fuzz >/dev/null || exit 1
mkdir -p build/fuzz/findings
for target in "${targets[@]}"; do
  program=fuzz_doors
  [[ " $notation " == *" $target "* ]] && program=fuzz_notation
  [[ " $page " == *" $target "* ]] && program=fuzz_page
  ninja -C build/fuzz $program || exit 1
  mkdir -p "build/fuzz/corpus/$target"
  echo "== $target, $seconds s"
  FUZZ_TARGET=$target nice -n 10 "build/fuzz/tests/fuzz/$program" -max_total_time="$seconds" \
    -print_final_stats=1 -artifact_prefix="build/fuzz/findings/$target-" -max_len=4096 -timeout=10 \
    -rss_limit_mb=1024 -verbosity=0 -dict=tests/fuzz/chess.dict "build/fuzz/corpus/$target" \
    "tests/fuzz/corpus/$target" || exit 1
done
