#!/usr/bin/env bash
# Installs the packages of packages.txt that are missing. Needs root or sudo only if some are. Debian 12.
#   bash assets/setup.sh                  all groups
#   bash assets/setup.sh build window     only these
set -euo pipefail

list="$(dirname "${BASH_SOURCE[0]}")/packages.txt"
wanted=" $* "
missing=()
while read -r line; do
  case "$line" in
    "" | "#"*) continue ;;
    "["*) group="${line//[][]/}" && known="${known:- }$group " && continue ;;
  esac
  [ $# -eq 0 ] || [[ "$wanted" == *" $group "* ]] || continue
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$line" 2>/dev/null || true)" = installed ] || missing+=("$line")
done <"$list"
for group in "$@"; do
  [[ "$known" == *" $group "* ]] || {
    echo "setup: unknown group '$group'; expected$known" >&2
    exit 2
  }
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "setup: missing packages: ${missing[*]}" >&2
    echo "setup: installing them needs root: run this as root, or install sudo" >&2
    exit 2
  }
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
