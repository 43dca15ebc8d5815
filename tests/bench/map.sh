#!/usr/bin/env bash
# The time of a full winner map: 64 numbers of ranks x 21 sizes x 5 algorithms on yahoo, for both mappings.
#   bash tests/bench/map.sh [JOBS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

list() { (IFS=,; echo "$*"); }
ranks=$(list $({ seq 8 8 256; seq 5 8 253; } | sort -n))
bytes=$(list $(for i in $(seq 0 20); do echo "$((1 << i))B"; done))
for mapping in sequential cyclic; do
  echo "$mapping"
  time build/release/bin/orrery map --topology yahoo --collective allgather --mapping "$mapping" --ranks "$ranks" --bytes "$bytes" \
    --algorithm ring,neighbor-exchange,recursive-doubling,bruck,sparbit --jobs "${1:-2}" --quiet
done
