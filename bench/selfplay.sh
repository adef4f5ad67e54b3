#!/bin/bash
# Speed of self-play on all cores with the built-in network: bench/selfplay.sh [SECONDS [NODES]],
# default 60 seconds at 400 soft nodes. The last line tells kept positions a second.
cd "$(dirname "$0")/.." || exit 1
cmake --preset release >/dev/null && ninja -C build/release rookery >/dev/null || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
timeout --preserve-status -s INT "${1:-60}" build/release/rookery selfplay --out "$folder" \
  --games 0 --threads "$(nproc)" --nodes "${2:-400}"
