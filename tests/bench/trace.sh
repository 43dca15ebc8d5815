#!/usr/bin/env bash
# What writing a trace costs: time of a run with each level against the same run without. Run after a
# release build, on a quiet machine with two processors (one writes what the other emulates):
#   bash tests/bench/trace.sh [REPEATS] [FILE]      default: 5; the fastest run of each counts; /dev/null
# wall: of the run itself. processor: of the whole program, both threads.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

repeats="${1:-5}"
target="${2:-/dev/null}"
[[ "$repeats" =~ ^[1-9][0-9]*$ ]] || { echo "trace.sh: '$repeats' repeats; expected 1 or more" >&2; exit 2; }
TIMEFORMAT='%U %S'

# Prints: level, wall seconds, processor seconds. Messages of a case meet on no link, so that the program
# runs it only once.
run() {
  local level="$1" result; shift
  local -a trace=()
  [ "$level" = off ] || trace=(--trace "$target" --trace-level "$level")
  result=$({ time build/release/bin/orrery run "$@" --ports unlimited --routing dimension-order --quiet --json - \
    "${trace[@]}"; } 2>&1)
  awk -v level="$level" '/"wall_s"/ {wall = $2 + 0} END {print level, wall, $1 + $2}' <<<"$result"
}

while read -r name arguments; do
  read -ra words <<<"$arguments"
  for ((i = 0; i < repeats; ++i)); do
    for level in off rounds messages all; do run "$level" "${words[@]}"; done
  done | awk -v name="$name" '
    !($1 in wall) || $2 < wall[$1] {wall[$1] = $2}
    !($1 in cpu) || $3 < cpu[$1] {cpu[$1] = $3}
    END {
      split("off rounds messages all", levels, " ")
      for (i = 1; i <= 4; ++i) {
        l = levels[i]
        printf "%-28s %-9s  wall %7.3f s %+6.1f %%  processor %7.3f s %+6.1f %%\n", name, l,
               wall[l], (wall[l] / wall["off"] - 1) * 100, cpu[l], (cpu[l] / cpu["off"] - 1) * 100
      }
    }'
done <<'CASES'
ring_1024_torus --algorithm ring --topology torus:32x32 --bytes 2MiB
rabenseifner_16384_fat_tree --algorithm rabenseifner --topology fat-tree:128,2 --bytes 2MiB
barrier_65536_full --collective barrier --algorithm dissemination --topology full:65536 --bytes 0B
CASES
