#!/usr/bin/env bash
# Exports runs for Perfetto and reads them with speedscope's importer (from npm), which complains about slices that
# overlap or stay open.
#   speedscope.sh ORRERY NODE_MODULES/speedscope
set -euo pipefail
orrery=$1 package=$2
here="$(dirname "${BASH_SOURCE[0]}")"
directory="$(mktemp -d)"
trap 'rm -rf "$directory"' EXIT

check() {  # MESSAGES OPTIONS...: what is read has MESSAGES sends and receives
  local messages=$1 said
  shift
  "$orrery" export "$@" --format perfetto -o "$directory/trace.json"
  said="$(node "$here/speedscope.cjs" "$package" "$directory/trace.json" 2>&1)"
  case "$said" in
    *"Tried to end"* | *"still open"*) echo "$said" | head -3 >&2; exit 1 ;;
    *"\"send\":$messages,"*"\"receive\":$messages"*) ;;
    *) echo "expected $messages messages: $said" >&2; exit 1 ;;
  esac
}
check 24 lessons/first-allreduce
check 3072 papers/swing-8x8 --algorithm swing --bytes 2MiB
check 510 --topology torus:4x4 --algorithm bucket --ports unlimited --gamma 30ps/B --bytes 37B --overhead 10ns
check 56 --collective alltoall --algorithm linear --ranks 8 --duplex half --gamma 30ps/B
