#!/usr/bin/env bash
# Orrery and SimGrid (S4U) on the same collectives, traffic and networks, side by side: speed, memory and
# simulated time of whole commands, by processor time. Run after a release build, on a quiet machine:
#   bash tests/bench/simgrid.sh [REPEATS]      default: 3; the fastest run of each counts
#   bash tests/bench/simgrid.sh irregular [REPEATS]   only traffic in which flows begin and end one by one
# There the median of each counts, with the least and the most, and both programs take turns. Simulated times differ
# where competing flows have unequal latency: SimGrid's CM02 weights their shares by 1/latency.
# SimGrid comes from Debian's packages, unpacked below build/simgrid and not installed: libsimgrid-dev
# does not go together with the Boost that Orrery is built with.
#
# Both have the same model: links of 50 GB/s and 100 ns, any number of messages at once, max-min fair
# shares, one path (dimension order or D-mod-k), sizes only. SimGrid runs as fast as we know how: CM02
# without TCP window, cross-traffic or weights; raw contexts on small stacks; one mailbox for each rank.
# Orrery runs each case twice: as a user types it, when one rank stands for all that are like it, and with
# every rank emulated (symmetry = off).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

regular=1
if [ "${1:-}" = irregular ]; then regular=0; shift; fi
repeats="${1:-3}"
orrery="build/release/bin/orrery"
place="build/simgrid"
libraries="$place/root/usr/lib/x86_64-linux-gnu"
[[ "$repeats" =~ ^[1-9][0-9]*$ ]] || { echo "simgrid.sh: '$repeats' repeats; expected 1 or more" >&2; exit 2; }
[ -x "$orrery" ] || { echo "simgrid.sh: no $orrery; expected a release build" >&2; exit 2; }

# The packages that SimGrid needs and this machine has not.
packages() {
  echo libsimgrid-dev
  apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces \
    --no-enhances libsimgrid3.32 | grep '^[a-z]' | sort -u |
    while read -r package; do
      [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || echo "$package"
    done
}

if [ ! -e "$libraries/libsimgrid.so" ]; then
  mkdir -p "$place/packages" "$place/root"
  mapfile -t wanted < <(packages)
  (cd "$place/packages" && apt-get download -qq "${wanted[@]}" 2>&1 | grep -v unsandboxed || true)
  for package in "$place"/packages/*.deb; do dpkg -x "$package" "$place/root"; done
fi
if [ tests/bench/simgrid/peer.cc -nt "$place/peer" ] || [ tests/bench/simgrid/traffic.h -nt "$place/peer" ]; then
  c++ -std=c++20 -O3 -DNDEBUG -isystem "$place/root/usr/include" tests/bench/simgrid/peer.cc -o "$place/peer" \
    -L"$libraries" -lsimgrid -Wl,--allow-shlib-undefined
fi

stack_kib=16
# Both print: messages, seconds (of the run; not used), simulated seconds, peak resident bytes.
run_peer() {
  LD_LIBRARY_PATH="$libraries" "$place/peer" "$@" --log=root.thres:warning \
    --cfg=network/model:CM02 --cfg=network/TCP-gamma:0 --cfg=network/crosstraffic:0 --cfg=network/weight-S:0 \
    --cfg=contexts/factory:raw --cfg=contexts/stack-size:"$stack_kib" --cfg=contexts/guard-size:0
}
run_orrery() {
  "$orrery" run --algorithm "$1" --topology "$2" --bytes "$3B" --symmetry "$4" --ports unlimited --routing dimension-order \
    --quiet --json - |
    awk -F'[:,]' '/"messages"/ && !m {m = $2} /"wall_s"/ {w = $2} /"completion_time_s"/ {s = $2}
                  /"peak_rss_bytes"/ {r = $2} END {print m, w, s, r}'
}
# The same with the processor time of the whole command.
measured() {
  local output TIMEFORMAT='%U %S' user system messages simulated bytes
  output="$({ time "$@" 2>/dev/null; } 2>"$place/times")"
  read -r user system <"$place/times"
  read -r messages _ simulated bytes <<<"$output"
  echo "$messages $(awk "BEGIN {print $user + $system}") $simulated $bytes"
}
fastest() { # of several runs of a command; with the least memory
  for ((i = 0; i < repeats; ++i)); do measured "$@"; done |
    awk '{if (!n || $2 < w) w = $2; if (!n++ || $4 < r) r = $4; m = $1; s = $3} END {print m, w, s, r}'
}

# What the two cost on irregular traffic; one after the other, so that both meet the same machine.
irregular() {
  local name="$1" i
  local -a peer=() own=()
  read -r -a peer <<<"$2"
  read -r -a own <<<"$3"
  : >"$place/costs"
  for ((i = 0; i < repeats; ++i)); do
    echo "peer $(measured run_peer "${peer[@]}")" >>"$place/costs"
    echo "own $(measured run_traffic "${own[@]}")" >>"$place/costs"
  done
  sort -k1,1 -k3,3g "$place/costs" | awk -v name="$name" '
    {n[$1]++; s[$1, n[$1]] = $3; m[$1] = $2; t[$1] = $4; b[$1] = $5}
    function middle(k) {return s[k, int((n[k] + 1) / 2)]}
    END {if (m["peer"] != m["own"]) {print "simgrid.sh: " m["peer"] " messages against " m["own"]; exit 1}
         printf "%-36s %9d %8.2f %6.2f..%-7.2f %8.3f %6.3f..%-7.3f %7.1f %9.2f  %12.6f %12.6f\n", name, m["own"],
           middle("peer"), s["peer", 1], s["peer", n["peer"]], middle("own"), s["own", 1], s["own", n["own"]],
           middle("peer") / middle("own"), middle("own") * 1e6 / m["own"], t["peer"] * 1e6, t["own"] * 1e6}'
}
run_traffic() {
  "$orrery" run "$@" --symmetry off --ports unlimited --routing dimension-order --quiet --json - |
    awk -F'[:,]' '/"messages"/ && !m {m = $2} /"wall_s"/ {w = $2} /"completion_time_s"/ {s = $2}
                  /"peak_rss_bytes"/ {r = $2} END {print m, w, s, r}'
}

irregular_cases() {
  local traffic topology ranks file
  stack_kib=64
  printf '%-36s %9s %8s %15s %8s %15s %7s %9s  %12s %12s\n' "irregular traffic, seconds" messages SimGrid "" Orrery "" \
    ratio "us/message" "SimGrid us" "Orrery us"
  run_peer hosts 1024 >"$place/hosts"
  irregular "rabenseifner, random, torus:32x32" "rabenseifner torus:32x32 2097152 $place/hosts" \
    "--algorithm rabenseifner --topology torus:32x32 --bytes 2MiB --mapping file:$place/hosts"
  while read -r traffic topology ranks; do
    file="$place/${traffic/:/-}-$ranks.goal"
    run_peer goal "$traffic" "$ranks" >"$file"
    irregular "$traffic $topology" "$traffic $topology" "--schedule $file --topology $topology"
  done <<'CASES'
permutations:8 torus:8x16 128
permutations:8 torus:16x16 256
permutations:8 torus:16x32 512
permutations:8 torus:32x32 1024
permutations:8 torus:32x64 2048
permutations:8 fat-tree:64,2 4096
incast torus:32x32 1024
at-once torus:8x8 64
at-once star:64 64
at-once star:128 128
CASES
}

if [ "$regular" = 0 ]; then irregular_cases; exit; fi
printf '%-36s %10s  %21s  %6s  %17s  %6s  %26s  %10s\n' "" "" "messages/s" "" "bytes/rank" "" "simulated" ""
printf '%-36s %10s  %10s %10s  %6s  %8s %8s  %6s  %13s %12s  %10s\n' \
  case messages SimGrid Orrery ratio SimGrid Orrery ratio "SimGrid µs" "Orrery µs" difference
while read -r algorithm topology ranks; do
  read -r messages peer_s peer_time peer_bytes <<<"$(fastest run_peer "$algorithm" "$topology" 2097152)"
  for symmetry in auto off; do
    read -r own_messages own_s own_time own_bytes <<<"$(fastest run_orrery "$algorithm" "$topology" 2097152 "$symmetry")"
    [ "$messages" = "$own_messages" ] || { echo "simgrid.sh: $messages messages against $own_messages" >&2; exit 1; }
    name="$algorithm $topology p=$ranks"
    [ "$symmetry" = auto ] || name="  every rank emulated"
    awk -v name="$name" -v p="$ranks" -v m="$messages" -v pw="$peer_s" -v ow="$own_s" \
      -v pt="$peer_time" -v ot="$own_time" -v pb="$peer_bytes" -v ob="$own_bytes" 'BEGIN {
        printf "%-36s %10d  %10d %10d  %6.1f  %8d %8d  %6.2f  %12.6f %12.6f  %9.5f%%\n", name, m, m / pw, m / ow,
               pw / ow, pb / p, ob / p, ob / pb, pt * 1e6, ot * 1e6, (ot / pt - 1) * 100}'
  done
done <<'CASES'
ring torus:32x32 1024
rabenseifner torus:64x64 4096
rabenseifner torus:128x128 16384
rabenseifner fat-tree:128,2 16384
CASES
echo
irregular_cases
