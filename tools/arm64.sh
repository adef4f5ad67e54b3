#!/bin/bash
# Builds rookery for arm64 with Debian's cross compiler and compares perft and bench, under qemu, with
# a build for this machine: arm64.sh [PROGRAM, build/release/rookery]. Everything stays in build/.
# Needs the packages g++-aarch64-linux-gnu, qemu-user-static and ninja-build.
set -e
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$root/tools/bootstrap.sh"
native=$(readlink -f "${1:-$root/build/release/rookery}")
[ -x "$native" ] || { say "no program $native to compare with: run ./rookery --version first"; exit 1; }
for tool in aarch64-linux-gnu-g++ qemu-aarch64-static ninja; do
  command -v $tool >/dev/null || { say "$tool is missing; see the head of this script"; exit 1; }
done

# Libraries and headers of arm64 in a folder of their own: this system's packages are not touched.
libraries=$root/build/arm64.root
if [ ! -e "$libraries/complete" ]; then
  say "fetching libraries for arm64"
  apt=$root/build/arm64.apt
  rm -rf "$libraries" "$apt"
  mkdir -p "$libraries" "$apt"/{lists/partial,cache/archives/partial}
  : >"$apt/status"
  options=(-o "Dir::State=$apt" -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt/cache"
    -o "Dir::State::lists=$apt/lists" -o APT::Architecture=arm64 -o APT::Architectures=arm64
    -o Debug::NoLocking=1 -o APT::Sandbox::User=root -o APT::Install-Recommends=false)
  quietly arm64.log apt-get "${options[@]}" -q update
  wanted=$(awk '!/^#/ && NF == 1 && /^lib|^nlohmann/ {print $1}' "$root/tools/packages.txt")
  quietly arm64.log apt-get "${options[@]}" -q -y --download-only install $wanted libc6-dev libstdc++-12-dev
  for package in "$apt"/cache/archives/*.deb; do dpkg-deb -x "$package" "$libraries"; done
  # Packages without a merged /usr bring a /lib of their own; links to it are absolute.
  [ -L "$libraries/lib" ] || { cp -a "$libraries/lib/." "$libraries/usr/lib/"; rm -r "$libraries/lib"; ln -s usr/lib "$libraries/lib"; }
  touch "$libraries/complete"
  rm -r "$apt"
fi

say "building for arm64"
build arm64 rookery
emulated() { qemu-aarch64-static -L "$libraries" "$root/build/arm64/rookery" "$@"; }
emulated --version --verbose
for command in "perft 4" "perft 3 --fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R\ w\ KQkq\ -" "bench --depth 6 --json"; do
  eval "words=($command)"
  want=$("$native" "${words[@]}" | grep -oE '^[0-9]+ nodes|"nodes":[0-9]+')
  have=$(emulated "${words[@]}" | grep -oE '^[0-9]+ nodes|"nodes":[0-9]+')
  [ -n "$want" ] && [ "$want" = "$have" ] || { say "$command: $have on arm64, $want here"; exit 1; }
  echo "$command: $have, as here"
done
