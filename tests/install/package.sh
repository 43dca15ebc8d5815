#!/usr/bin/env bash
# Makes the .deb of a build, installs it on a Debian 12 that has nothing else, and runs the demo's scenario there:
#   package.sh BUILD [FOLDER]
# FOLDER holds that Debian and is made with debootstrap if it is missing; without it a temporary one is used. Needs root, debootstrap
# and an archive of Debian; without them the test is skipped (77).
set -euo pipefail

build="$1"
root="${2:-}"
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
  echo "package.sh: skipped; expected root and debootstrap" >&2
  exit 77
fi
if [ -z "$root" ]; then
  temporary="$(mktemp -d)"
  root="$temporary/bookworm"
fi
leave() {
  umount "$root/proc" 2>/dev/null || true
  [ -z "${temporary:-}" ] || rm -rf --one-file-system "$temporary"
}
trap leave EXIT

[ -d "$root/etc/apt" ] || debootstrap --variant=minbase bookworm "$root" >/dev/null
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"  # programs look for themselves in /proc/self/exe
cp /etc/resolv.conf "$root/etc/resolv.conf"
for setting in /etc/apt/apt.conf.d/*proxy*; do
  [ ! -f "$setting" ] || cp "$setting" "$root/etc/apt/apt.conf.d/"
done

rm -f "$build"/orrery_*.deb
(cd "$build" && cpack >cpack.log) || { cat "$build/cpack.log" && exit 1; }
deb="$(ls "$build"/orrery_*.deb)"
dpkg-deb --info "$deb" | grep -E 'Version|Depends|Installed-Size'
cp "$deb" "$root/tmp/orrery.deb"

in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
in_root apt-get purge -y -qq orrery >/dev/null 2>&1 || true
in_root apt-get update -qq
in_root apt-get install -y -qq --no-install-recommends /tmp/orrery.deb >"$build/package.log" 2>&1 ||
  { tail -20 "$build/package.log" && exit 1; }

scenario=papers/swing-recursive-doubling-vs-ring-8x8
in_root orrery run "$scenario"
in_root orrery-gui "$scenario" --screenshot /tmp/window.png
[ "$(head -c 4 "$root/tmp/window.png" | tail -c 3)" = PNG ]
in_root orrery reproduce paper1-tables >/dev/null
in_root apt-get install -y -qq --no-install-recommends g++ libc6-dev >>"$build/package.log" 2>&1
for assignment in broadcast-rounds torus-allreduce irregular-gather; do
  folder=/usr/share/orrery/assignments/$assignment
  in_root orrery grade "$folder/assignment.toml" "$folder/teacher/solution.cc" --require 100
done
in_root apt-get purge -y -qq orrery >/dev/null
if in_root test -e /usr/share/orrery; then
  echo "package.sh: removing the package left /usr/share/orrery behind" >&2
  exit 1
fi
echo "package.sh: fine"
