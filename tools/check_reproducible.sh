#!/bin/bash
# Two clones of the last commit, in folders of different names, must give the same bytes of the
# package: check_reproducible.sh [FOLDER for the clones]. Takes twice as long as tools/make_deb.sh;
# LEVELS=v2 in the environment builds for one kind of processor only, which is the same question
# in a third of the time.
set -e
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
folder=$(mkdir -p "${1:-$root/build/reproducible}" && cd "${1:-$root/build/reproducible}" && pwd)
[ $# -le 1 ] || { echo "usage: tools/check_reproducible.sh [FOLDER]" >&2; exit 2; }
for name in one another/and-deeper; do
  rm -rf "${folder:?}/$name"
  git clone -q "$root" "$folder/$name"
  # Time zone, umask and language of whoever builds must not matter either.
  if [ $name = one ]; then umask 022; export TZ=UTC; else umask 027; export TZ=Asia/Tokyo LC_ALL=C.UTF-8; fi
  begin=$SECONDS
  "$folder/$name/tools/make_deb.sh" >/dev/null
  echo "$folder/$name: $((SECONDS - begin)) s"
done
status=0
for file in "$folder"/one/build/package/*.{deb,orig.tar.xz,debian.tar.xz}; do
  other=$folder/another/and-deeper/build/package/$(basename "$file")
  if cmp -s "$file" "$other"; then
    echo "same:  $(sha256sum "$file" | cut -c 1-16)… $(basename "$file") ($(stat -c %s "$file") bytes)"
  else
    echo "DIFFERENT: $file $other"
    status=1
  fi
done
exit $status
