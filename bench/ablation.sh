#!/bin/bash
# What each idea of the search is worth: it is switched off and plays the whole engine.
#   bench/ablation.sh [GAMES [NODES [IDEA...]]]      default 400 games at 10,000 nodes, all ideas
# Prints the Elo of the engine without the idea, with 95 % error, as a Markdown table.
cd "$(dirname "$0")/.." || exit 1
games=${1:-400}
nodes=${2:-10000}
ideas=("${@:3}")
[ ${#ideas[@]} -gt 0 ] || mapfile -t ideas < <(sed -nE 's/^  X\((\w+), +1, +0, +1, +0\).*/\1/p' src/engine/params.h)
cmake --preset release -B build/tuning -DROOKERY_TUNING=ON >/dev/null &&
  ninja -C build/tuning rookery >/dev/null || exit 1
echo "| without | Elo | games |"
echo "|---|---|---|"
for idea in "${ideas[@]}"; do
  build/tuning/rookery match "rookery:$idea=0,name=without" rookery:name=with \
    --nodes "$nodes" --games "$games" --concurrency "$(nproc)" --json \
    --resign moves=3 score=400 --draw after=34 moves=6 score=10 |
    python3 -c '
import json, sys
r = json.load(sys.stdin)["encounters"][0]
print("| %s | %+.0f ± %.0f | %d |" % (sys.argv[1], r["elo"], r["elo_error"], r["games"]))' "$idea" || exit 1
done
