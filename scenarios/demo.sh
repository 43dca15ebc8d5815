#!/usr/bin/env bash
# Installs what is missing, builds the programs, compares recursive doubling with ring on an 8x8 torus (De Sensi et al., NSDI 2024) and
# opens the window, which begins with the first lesson; without a display a picture of the comparison is written instead.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scenario=scenarios/papers/swing-recursive-doubling-vs-ring-8x8.toml
bash assets/setup.sh build window
cmake --preset release >/dev/null
cmake --build --preset release --target orrery --target orrery-gui

build/release/bin/orrery run "$scenario"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  echo "Opening the window. Close it to end."
  build/release/bin/orrery-gui && exit 0
  echo "The window could not be opened."
fi
picture="$PWD/build/demo.png"
QT_QPA_PLATFORM=offscreen build/release/bin/orrery-gui "$scenario" --screenshot "$picture"
echo "There is no display to use here. A picture of the window: $picture"
