#!/usr/bin/env bash
# Checks that clang-format 14 has nothing to change in the sources; shows what it would change.
#   bash tests/format.sh          check
#   bash tests/format.sh --fix    change them
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mapfile -t sources < <(find emu algorithms scenarios viz tests -name '*.h' -o -name '*.cc' -o -name '*.c')
case "${1:-}" in
  "") ;;
  --fix)
    clang-format-14 -i "${sources[@]}"
    exit
    ;;
  *)
    echo "format.sh: unknown argument '$1'; expected nothing or --fix" >&2
    exit 2
    ;;
esac

# A copy is compared: at the end of "namespace orrery::inline engine", --dry-run reports a change to the text that
# stands there.
copy="$(mktemp -d)"
trap 'rm -rf "$copy"' EXIT
cp --parents -t "$copy" .clang-format "${sources[@]}"
(cd "$copy" && clang-format-14 -i "${sources[@]}")
status=0
for source in "${sources[@]}"; do diff -u "$source" "$copy/$source" || status=1; done
[ "$status" = 0 ] || echo "format.sh: 'bash tests/format.sh --fix' formats these files" >&2
exit "$status"
