#!/usr/bin/env bash
# Builds the programs as scenarios/demo.sh does, from nothing and without ccache, and says what that took: demo.sh SOURCE
set -euo pipefail

build="$(mktemp -d)"
trap 'rm -rf "$build"' EXIT
export CCACHE_DISABLE=1
cmake -S "$1" --preset release -B "$build" >/dev/null
time cmake --build "$build" --target orrery --target orrery-gui >"$build/log" || { tail -60 "$build/log" && exit 1; }
QT_QPA_PLATFORM=offscreen "$build/bin/orrery-gui" lessons/first-allreduce --screenshot "$build/window.png"
"$build/bin/orrery" run papers/swing-recursive-doubling-vs-ring-8x8
