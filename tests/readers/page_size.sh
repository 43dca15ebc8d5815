#!/usr/bin/env bash
# A page of a large run is smaller than 3 MB, and nothing is said of its size then. Arguments: orrery, options of the run.
set -euo pipefail
orrery=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

said=$("$orrery" export "$@" -o "$work/large.html" 2>&1)
size=$(stat -c %s "$work/large.html")
if ((size >= 3000000)) || [[ -n $said ]]; then
  echo "$* has $size bytes; said: $said"
  exit 1
fi
