#!/usr/bin/env bash
# Makes the .deb of a build, installs it on a Debian 12 that has nothing else, and runs the demo's scenario there:
#   package.sh BUILD [FOLDER]
# FOLDER holds that Debian and is made with debootstrap if it is missing; without it a temporary one is used. Needs root, debootstrap
# and an archive of Debian; without them the test is skipped (77).
set -euo pipefail

# shellcheck source=tests/install/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

build="$1"
source="$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")"
require_debootstrap
make_debian bookworm "${2:-}"

rm -f "$build"/*orrery_*.deb "$root"/tmp/*orrery_*.deb
(cd "$build" && cpack >cpack.log) || { cat "$build/cpack.log" && exit 1; }
for deb in "$build"/*orrery_*.deb; do
  dpkg-deb --info "$deb" | grep -E 'Package|Version|Depends|Installed-Size'
  cp "$deb" "$root/tmp"
done

# Installs packages there.
install_packages() {
  in_debian apt-get install -y -qq --no-install-recommends "$@" >>"$build/package.log" 2>&1 ||
    { tail -20 "$build/package.log" && exit 1; }
}
in_debian apt-get purge -y -qq orrery >"$build/package.log" 2>&1 || true
in_debian apt-get update -qq
install_packages "/tmp/$(basename "$build"/orrery_*.deb)"

scenario=papers/swing-recursive-doubling-vs-ring-8x8
in_debian orrery run "$scenario"
in_debian orrery-gui "$scenario" --screenshot /tmp/window.png
[ "$(head -c 4 "$root/tmp/window.png" | tail -c 3)" = PNG ]
in_debian orrery reproduce paper1-tables >/dev/null
install_packages g++ libc6-dev
for assignment in broadcast-rounds torus-allreduce irregular-gather; do
  folder=/usr/share/orrery/assignments/$assignment
  in_debian orrery grade "$folder/assignment.toml" "$folder/teacher/solution.cc" --require 100
done

# The module passes its tests with all that it uses, and the notebooks run.
python="$(cd "$root/tmp" && echo python3-orrery_*.deb)"
if [ -s "$root/tmp/$python" ]; then
  install_packages "/tmp/$python" python3-numpy python3-pandas python3-matplotlib python3-networkx python3-nbconvert python3-ipykernel
  mkdir -p "$root/tmp/source/tests" "$root/tmp/source/assets"
  cp -r "$source/tests/python" "$root/tmp/source/tests"
  cp -r "$source"/assets/{notebooks,python.md,python.png} "$root/tmp/source/assets"
  for test in run ranks misuse pictures notebooks; do
    in_debian env MPLBACKEND=Agg QT_QPA_PLATFORM=offscreen \
      bash -c "cd /tmp/source/tests/python && python3 -m unittest ${test}_test" >"$build/package-python.log" 2>&1 || {
      tail -40 "$build/package-python.log"
      exit 1
    }
    ! grep skipped "$build/package-python.log" || exit 1
  done
fi

in_debian apt-get purge -y -qq orrery >/dev/null
if in_debian test -e /usr/share/orrery; then
  echo "package.sh: removing the package left /usr/share/orrery behind" >&2
  exit 1
fi
echo "package.sh: fine"
