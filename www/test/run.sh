#!/bin/bash
# run.sh packages|build|unit|browser|deep|learn|real PROGRAM: one check of the page, for ctest. Exit 77: cannot be run here.
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
skip() { echo "skipped: $1"; exit 77; }
command -v node >/dev/null || skip "the page's tests need the command node, version 18 or newer"
command -v npm >/dev/null || skip "the page's tests need the command npm"
[ "$(node -p 'parseInt(process.versions.node) >= 18')" = true ] || skip "node is older than version 18"

case $1 in
  packages)  # from the lock file, and only when it changed
    cmp -s package-lock.json node_modules/.installed-lock.json && exit 0
    npm ci --no-audit --no-fund && cp package-lock.json node_modules/.installed-lock.json ;;
  build)  # the committed page is what its source gives
    out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT
    npx vite build --outDir "$out" --emptyOutDir >"$out.log" 2>&1 || { cat "$out.log"; exit 1; }
    rm -f "$out.log"
    diff -r "$out" dist || { echo "www/dist is not what www/src gives: run 'npm run build' in www and commit dist"; exit 1; } ;;
  unit) npm run --silent check && npx vitest run ;;
  browser | deep | learn | real)  # against the program that $2 names
    ROOKERY=${2:?the program} exec node --test --test-concurrency=1 "test/$1/" ;;
  *) echo "usage: run.sh packages|build|unit|browser|deep|learn|real PROGRAM" >&2; exit 2 ;;
esac
