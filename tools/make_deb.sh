#!/bin/bash
# make_deb.sh [--source-only]: the source tarball and the Debian package of the last commit, in
# build/package. Two clones of a commit, wherever they lie, give the same bytes.
set -e
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
. "$root/tools/bootstrap.sh"
case $1 in
  "" | --source-only) ;;
  *) echo "usage: tools/make_deb.sh [--source-only]" >&2; exit 2 ;;
esac
cd "$root"
[ -e .git ] || { say "make_deb.sh packs a commit: run it in a clone of the repository"; exit 1; }
[ -z "$(git status --porcelain)" ] || say "note: what is not committed is not packed"

# Version and date are written once each: in CMakeLists.txt and in CHANGELOG.md.
version=$(git show HEAD:CMakeLists.txt | sed -n 's/^project(rookery VERSION \([0-9.]*\).*/\1/p')
date=$(git show HEAD:CHANGELOG.md | sed -n "s/^## $version - \([0-9-]*\)$/\1/p")
[ -n "$date" ] || { say "CHANGELOG.md has no line '## $version - YEAR-MONTH-DAY'"; exit 1; }

out=$root/build/package
tree=$out/rookery-$version
rm -rf "$out"
mkdir -p "$out"
umask 022 # what is packed must not depend on who packs
git -c tar.umask=0022 archive --format=tar --prefix="rookery-$version/" HEAD | xz -9 --threads=1 \
  >"$out/rookery_$version.orig.tar.xz"
if [ "$1" = --source-only ]; then echo "$out/rookery_$version.orig.tar.xz"; exit; fi

ensure_packages package
tar -C "$out" -xf "$out/rookery_$version.orig.tar.xz"
cp -R "$tree/packaging/debian" "$tree/debian"
{
  echo "rookery ($version-1) unstable; urgency=medium"
  echo
  echo "  * Release $version; see CHANGELOG.md."
  echo
  echo " -- $(sed -n 's/^Maintainer: //p' "$tree/debian/control")  $(LC_ALL=C date -u -R -d "$date")"
} >"$tree/debian/changelog"

cd "$tree"
say "building the package: the program once for each kind of processor, some minutes"
export DEB_BUILD_OPTIONS="noautodbgsym parallel=$(nproc) $DEB_BUILD_OPTIONS"
quietly package.log dpkg-buildpackage --unsigned-source --unsigned-changes --build=full
grep '^obj-.*: perft' "$root/build/package.log" || true
cd "$out"
rm -rf "$tree"
if command -v lintian >/dev/null; then
  say "lintian"
  lintian --fail-on error,warning ./*.changes >&2
fi
ls -1 "$out"/*.deb "$out"/*.orig.tar.xz
