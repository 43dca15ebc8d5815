#!/usr/bin/env bash
# A page of an allreduce of 64 ranks is smaller than 3 MB, and nothing is said of its size then. Arguments: orrery, algorithm.
set -euo pipefail
orrery=$1 algorithm=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

said=$("$orrery" export --collective allreduce --algorithm "$algorithm" --topology torus:8x8 --bytes 1MiB -o "$work/large.html" 2>&1)
size=$(stat -c %s "$work/large.html")
if ((size >= 3000000)) || [[ -n $said ]]; then
  echo "64 ranks with $algorithm have $size bytes; said: $said"
  exit 1
fi
