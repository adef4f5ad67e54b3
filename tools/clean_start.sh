#!/bin/bash
# clean_start.sh source|package FOLDER [DEB]: what a new user meets, on a minimal Debian 12 made in
# FOLDER with nothing but git. Needs root and the package debootstrap.
#   source   the two commands of the README in a fresh clone: ./rookery web, and ./test --quick
#   package  DEB (made by tools/make_deb.sh) installed with what it depends on, and used by an
#            ordinary user without a source tree; upgrade and removal leave the user's games alone
# Each step is told with its time; the first that fails ends it.
set -eu
usage() { sed -n '2,6s/^# \?//p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd)
[ $# -ge 2 ] || usage
kind=$1 folder=$2 deb=${3:-}
case $kind in source) ;; package) [ -f "$deb" ] || usage ;; *) usage ;; esac
[ "$(id -u)" = 0 ] || { echo "clean_start: needs root" >&2; exit 1; }

step() { # step TITLE COMMAND...: runs it quietly and tells how long it took
  local title=$1 begin=$SECONDS
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 30 "$log" >&2
    echo "FAILED: $title (all of it: $log)" >&2
    exit 1
  fi
  printf '%-50s %5d s\n' "$title" $((SECONDS - begin))
}
log=$(mktemp -t clean_start.XXXXXX)
inside() { chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=xterm "$@"; }
# An ordinary user, in a home of its own.
person() { inside setpriv --reuid 1000 --regid 1000 --clear-groups env HOME=/home/person USER=person sh -c "cd || exit 1
$1"; }

if [ ! -e "$folder/etc/debian_version" ]; then
  mirror=$(sed -n 's/^URIs: *//p; s/^deb \(http[^ ]*\).*/\1/p' /etc/apt/sources.list.d/debian.sources \
    /etc/apt/sources.list 2>/dev/null | head -n 1)
  step "debootstrap" debootstrap --variant=minbase --include=git,ca-certificates bookworm "$folder" "$mirror"
fi
# Where this machine gets its packages, that one does too.
rm -f "$folder/etc/apt/sources.list"
cp -R /etc/apt/sources.list.d/. "$folder/etc/apt/sources.list.d/"
[ ! -e /etc/apt/sources.list ] || cp /etc/apt/sources.list "$folder/etc/apt/"
cp /etc/resolv.conf "$folder/etc/resolv.conf"
for system in proc sys dev dev/pts; do
  mountpoint -q "$folder/$system" || mount --bind "/$system" "$folder/$system"
done
cleanup() {
  for system in dev/pts dev sys proc; do umount "$folder/$system" 2>/dev/null || true; done
}
trap cleanup EXIT
inside id person >/dev/null 2>&1 || inside useradd --create-home --uid 1000 person
echo "minimal system: $(du -sxh "$folder" | cut -f 1)"

# uses PROGRAM: what both ways must offer. PROGRAM is run by the person.
uses() {
  local program=$1
  step "play in the terminal" person "printf 'e4\nquit\n' | $program play --plain --level 1 | grep -q 'Black: '"
  step "run UCI" person "printf 'uci\nposition startpos moves e2e4\ngo depth 6\nisready\n' | $program uci | grep -q '^bestmove'"
  # The browser is no part of what is tested: it comes after.
  step "install a browser" inside apt-get -q -y --no-install-recommends install chromium
  step "open the page in Chromium" person "
    $program web --no-open >link 2>/dev/null & server=\$!
    for i in \$(seq 600); do [ -s link ] && break; sleep 0.1; done
    chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --virtual-time-budget=20000 \
      --window-size=1200,800 --screenshot=page.png --dump-dom \"\$(head -n 1 link)\" >page.html
    kill \$server; wait \$server || true
    grep -q '<svg' page.html && grep -qi rookery page.html"
}

step "package lists" inside apt-get -q update
if [ $kind = source ]; then
  rm -rf "$folder/home/person/rookery" "$folder/root/rookery"
  step "clone" git clone -q "$root" "$folder/root/rookery"
  step "./rookery --version (installs, builds)" inside sh -c "cd /root/rookery && ./rookery --version"
  step "share it with the person" cp -R "$folder/root/rookery" "$folder/home/person/rookery"
  uses /home/person/rookery/build/release/rookery
  step "./test --quick" inside sh -c "cd /root/rookery && ./test --quick"
  echo "clone with its builds: $(du -sh "$folder/root/rookery" | cut -f 1)"
else
  cp "$deb" "$folder/rookery.deb"
  before=$(du -sxk "$folder/usr" | cut -f 1)
  step "apt install ./rookery.deb" inside apt-get -q -y --no-install-recommends install /rookery.deb
  echo "package $(du -h "$deb" | cut -f 1), on the disk with what it needs: $((($(du -sxk "$folder/usr" | cut -f 1) - before) / 1024)) MB"
  person "rookery --version --verbose"
  uses rookery
  step "man pages are there" test -e "$folder/usr/share/man/man1/rookery-play.1.gz"
  games() { (cd "$folder/home/person/.local/state/rookery" && find . -type f -exec sha256sum {} + | sort); }
  kept=$(games)
  [ -n "$kept" ] || { echo "FAILED: no game was kept" >&2; exit 1; }
  # Services stay off until somebody turns them on.
  [ -z "$(find "$folder/etc/systemd/system" -name 'rookery*' 2>/dev/null)" ] ||
    { echo "FAILED: a service is enabled" >&2; exit 1; }
  step "upgrade (the same again)" inside apt-get -q -y --reinstall install /rookery.deb
  [ "$(games)" = "$kept" ] || { echo "FAILED: the upgrade changed the games" >&2; exit 1; }
  step "removal" inside apt-get -q -y purge rookery
  [ "$(games)" = "$kept" ] || { echo "FAILED: the removal changed the games" >&2; exit 1; }
  left=$(find "$folder/usr" "$folder/etc" "$folder/var/lib" -name '*rookery*' -not -path '*/dpkg/*' -not -path '*/apt/*' 2>/dev/null)
  [ -z "$left" ] || { echo "FAILED: left behind: $left" >&2; exit 1; }
  echo "games untouched by upgrade and removal: $(echo "$kept" | wc -l) files; nothing else left behind"
fi
