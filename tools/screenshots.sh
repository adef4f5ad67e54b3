#!/bin/sh
# Makes the pictures of docs/images again: the real program in a pseudo-terminal, rendered to PNG.
# Needs the Debian packages librsvg2-bin, fonts-dejavu-core and ncurses-term.
set -e
cd "$(dirname "$0")/.."
command -v rsvg-convert >/dev/null || { echo "screenshots: install librsvg2-bin first" >&2; exit 1; }
[ -d build/tests ] || cmake --preset tests
ninja -C build/tests rookery tui_screenshots
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
build/tests/tests/tui_screenshots "$PWD/build/tests/rookery" "$folder"
mkdir -p docs/images
for svg in "$folder"/*.svg; do
  rsvg-convert --zoom 1.25 "$svg" --output "docs/images/$(basename "$svg" .svg).png"
done
