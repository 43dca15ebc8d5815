#!/usr/bin/env bash
# Makes the .deb of a build, installs it on a Debian 12 that has nothing else, and runs the demo's scenario there:
#   package.sh BUILD [FOLDER]
# FOLDER holds that Debian and is made with debootstrap if it is missing; without it a temporary one is used. Needs root, debootstrap
# and an archive of Debian; without them the test is skipped (77).
set -euo pipefail

# shellcheck source=tests/install/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

build="$1"
require_debootstrap
make_debian bookworm "${2:-}"

rm -f "$build"/orrery_*.deb
(cd "$build" && cpack >cpack.log) || { cat "$build/cpack.log" && exit 1; }
deb="$(ls "$build"/orrery_*.deb)"
dpkg-deb --info "$deb" | grep -E 'Version|Depends|Installed-Size'
cp "$deb" "$root/tmp/orrery.deb"

in_debian apt-get purge -y -qq orrery >/dev/null 2>&1 || true
in_debian apt-get update -qq
in_debian apt-get install -y -qq --no-install-recommends /tmp/orrery.deb >"$build/package.log" 2>&1 ||
  { tail -20 "$build/package.log" && exit 1; }

scenario=papers/swing-recursive-doubling-vs-ring-8x8
in_debian orrery run "$scenario"
in_debian orrery-gui "$scenario" --screenshot /tmp/window.png
[ "$(head -c 4 "$root/tmp/window.png" | tail -c 3)" = PNG ]
in_debian orrery reproduce paper1-tables >/dev/null
in_debian apt-get install -y -qq --no-install-recommends g++ libc6-dev >>"$build/package.log" 2>&1
for assignment in broadcast-rounds torus-allreduce irregular-gather; do
  folder=/usr/share/orrery/assignments/$assignment
  in_debian orrery grade "$folder/assignment.toml" "$folder/teacher/solution.cc" --require 100
done
in_debian apt-get purge -y -qq orrery >/dev/null
if in_debian test -e /usr/share/orrery; then
  echo "package.sh: removing the package left /usr/share/orrery behind" >&2
  exit 1
fi
echo "package.sh: fine"
