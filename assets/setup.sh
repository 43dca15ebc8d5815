#!/usr/bin/env bash
# Installs the packages of packages.txt that are missing. Needs root or sudo only if some are. Debian 12 or 13.
#   bash assets/setup.sh                  all groups
#   bash assets/setup.sh build window     only these
set -euo pipefail

list="$(dirname "${BASH_SOURCE[0]}")/packages.txt"
wanted=" $* "
missing=()
# Returns whether one of the packages `a | b` is installed.
installed() {
  local package
  for package in ${1//|/ }; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" != installed ] || return 0
  done
  return 1
}
while read -r line; do
  case "$line" in
    "" | "#"*) continue ;;
    "["*) group="${line//[][]/}" && known="${known:- }$group " && continue ;;
  esac
  [ $# -eq 0 ] || [[ "$wanted" == *" $group "* ]] || continue
  installed "$line" || missing+=("$line")
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
    printf 'setup: missing package: %s\n' "${missing[@]}" >&2
    echo "setup: installing them needs root: run this as root, or install sudo" >&2
    exit 2
  }
  as_root=(sudo)
fi
printf 'setup: installing %s\n' "${missing[@]}" >&2
"${as_root[@]}" apt-get update -qq
# satisfy, unlike install, understands `a | b`.
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get satisfy -y -qq --no-install-recommends "${missing[@]}" >&2
