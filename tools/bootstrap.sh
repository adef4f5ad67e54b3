# What ./rookery and ./test share: packages, configuring, building. Sourced with `root` set to the
# repo's path. Nothing goes to stdout, which belongs to the program that is started, and nothing is
# read from stdin: a chess GUI may be waiting at both.

say() { echo "rookery: $*" >&2; }

# quietly LOG COMMAND...: keeps the output in build/LOG and shows its end only on failure.
quietly() {
  local log="$root/build/$1"
  shift
  mkdir -p "$root/build"
  if ! "$@" </dev/null >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    say "failed: $* (all of it: $log)"
    return 1
  fi
}

# ensure_packages [test]: installs what tools/packages.txt lists and is missing.
ensure_packages() {
  local wanted missing sudo=
  wanted=$(awk -v kind="$1" '!/^#/ && NF && ($2 == "" || $2 == kind) {print $1}' \
    "$root/tools/packages.txt")
  # Virtual names and architecture suffixes are of no concern: every line is a real package.
  missing=$(comm -23 <(sort <<<"$wanted") \
    <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null |
      sed -n 's/^installed //p' | sort -u))
  [ -z "$missing" ] && return
  say "installing" $missing
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || { say "these packages need root or sudo"; return 1; }
    sudo=sudo
  fi
  # On a fresh machine the package lists may be missing or old.
  quietly install.log $sudo apt-get -q update &&
    quietly install.log $sudo env DEBIAN_FRONTEND=noninteractive \
      apt-get -q -y --no-install-recommends install $missing
}

# build PRESET [TARGETS...]
build() {
  local preset=$1
  shift
  cd "$root" || return
  if [ ! -f "build/$preset/build.ninja" ]; then
    quietly "$preset.configure.log" cmake --preset "$preset" || return
  fi
  quietly "$preset.build.log" ninja -C "build/$preset" "$@"
}
