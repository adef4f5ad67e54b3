#!/bin/sh
# check_variants.sh PROGRAM...: builds for several processors must agree, move for move. Those that
# this processor can not run (the system's loader knows) are told and left out.
set -e
levels=$(/lib64/ld-linux-x86-64.so.2 --help 2>/dev/null | sed -n 's/^ *x86-64-\(v[234]\) (supported.*/\1/p')
expected=
for program; do
  level=$(expr "$program" : '.*-\(v[234]\)/' || true)
  case " $(echo $levels) " in
    *" $level "*) ;;
    *) [ -z "$level" ] || { echo "$program: not checked, this processor is older"; continue; } ;;
  esac
  "$program" perft 5 | grep -q '^4865609 nodes' || { echo "$program: wrong perft" >&2; exit 1; }
  bench=$("$program" bench --depth 8 --json | grep -o '"nodes":[0-9]*')
  echo "$program: perft 5 right, bench --depth 8 $bench"
  [ -n "$bench" ] && [ "${expected:=$bench}" = "$bench" ] ||
    { echo "$program: not the bench of the others, $expected" >&2; exit 1; }
done
