#!/usr/bin/env bash
# Installs the packages of packages.txt that are missing. Needs root or sudo only if some are. Debian 12.
set -euo pipefail

list="$(dirname "${BASH_SOURCE[0]}")/packages.txt"
missing=()
while read -r package; do
  case "$package" in "" | "#"*) continue ;; esac
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || missing+=("$package")
done <"$list"
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
