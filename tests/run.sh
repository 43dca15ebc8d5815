#!/usr/bin/env bash
# Installs what is missing, builds release and runs every test that is not labelled slow.
#   bash tests/run.sh            the default suite
#   bash tests/run.sh slow       the long checks
#   bash tests/run.sh asan       the default suite under AddressSanitizer (or ubsan, dev)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

suite="${1:-release}"
case "$suite" in
  release | dev | asan | ubsan) build="$suite" ;;
  slow) build=release ;;
  *)
    echo "run.sh: unknown suite '$suite'; expected release, dev, asan, ubsan or slow" >&2
    exit 2
    ;;
esac

bash assets/setup.sh build window test mpi python
cmake --preset "$build" >/dev/null
cmake --build --preset "$build"
ctest --preset "$suite"
