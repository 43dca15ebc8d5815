#!/usr/bin/env bash
# Checks that clang-format 14 has nothing to change in the sources; names the places where it has.
#   bash tests/format.sh          check
#   bash tests/format.sh --fix    change them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-}" in
  "") how=(--dry-run -Werror) ;;
  --fix) how=(-i) ;;
  *)
    echo "format.sh: unknown argument '$1'; expected nothing or --fix" >&2
    exit 2
    ;;
esac

find emu algorithms scenarios viz tests -name '*.h' -o -name '*.cc' -o -name '*.c' |
  xargs clang-format-14 "${how[@]}" || {
  echo "format.sh: 'bash tests/format.sh --fix' formats these files" >&2
  exit 1
}
