#!/bin/bash
# Move generation beside Debian's stockfish: both in turn, five times, the best time of each.
cd "$(dirname "$0")/.." || exit 1
stockfish=$(PATH=$PATH:/usr/games command -v stockfish) || {
  echo "skipped: stockfish is not installed (apt-get install stockfish)"
  exit 0
}
startpos='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
./rookery --version >/dev/null || exit 1 # builds it

# Both print what they counted on the last line that holds a number; it must be the same.
ours() { build/release/rookery perft "$2" --fen "$1" | sed 's/ .*//'; }
theirs() {
  printf 'position fen %s\ngo perft %s\nquit\n' "$1" "$2" | "$stockfish" |
    sed -n 's/^Nodes searched: //p'
}
# milliseconds COMMAND...: into the variable `took`; what it prints into `nodes`.
milliseconds() {
  local start=$EPOCHREALTIME
  nodes=$("$@")
  local end=$EPOCHREALTIME
  took=$(((${end/./} - ${start/./}) / 1000))
}

race() {
  local name=$1 fen=$2 depth=$3 best_ours=999999 best_theirs=999999 round
  for round in 1 2 3 4 5; do
    milliseconds ours "$fen" "$depth"
    local counted=$nodes
    [ $took -lt $best_ours ] && best_ours=$took
    milliseconds theirs "$fen" "$depth"
    [ $took -lt $best_theirs ] && best_theirs=$took
    [ "$counted" = "$nodes" ] || { echo "counts differ: $counted, $nodes" >&2; exit 1; }
  done
  awk -v n="$name" -v d="$depth" -v c="$counted" -v o=$best_ours -v t=$best_theirs 'BEGIN {
    printf "%-9s depth %d  %d nodes\n", n, d, c
    printf "  rookery   %6d ms  %6.1f million nodes/s\n", o, c / o / 1000
    printf "  stockfish %6d ms  %6.1f million nodes/s\n  ratio %.2f\n", t, c / t / 1000, t / o }'
}
race start "$startpos" 6
race Kiwipete "$kiwipete" 5
