#!/usr/bin/env bash
# clang-tidy (bugprone and performance, without the slow analyzer) over the sources that a change touches; of a header that
# changed, over one source that includes it.
#   bash tests/tidy.sh            what changed since the branch left main; on main itself, since the commit before
#   bash tests/tidy.sh COMMIT     what changed since COMMIT
#   bash tests/tidy.sh --all      every source: some seconds of processor time for each
# A change of more than 30 sources is sampled, always the same way, so that it takes minutes and not an hour;
# ORRERY_TIDY_FILES=N takes another number.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

most="${ORRERY_TIDY_FILES:-30}"
checks='-*,bugprone-*,performance-*,-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions'

# A build of its own, only configured: neither groups of sources nor precompiled headers, which clang cannot read from gcc.
# Options of gcc that clang does not know are passed over.
cmake -S . -B build/tidy -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
  -DORRERY_GROUP_BYTES=0 -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
# The plug-ins of tests/plugin, unlike the tests beside them, are left out: they are wrong on purpose, and what this would
# find in them is what they are there for.
compiled="$(sed -n "s|^ *\"file\": \"$PWD/\(.*\.cc\)\".*|\1|p" build/tidy/compile_commands.json |
  grep -v -e '^build/' -e '^tests/plugin/[a-z]*[.]cc$' | sort -u)"

base() {
  local main
  main="$(git merge-base HEAD origin/main 2>/dev/null || git merge-base HEAD main 2>/dev/null)" || main=HEAD
  if [ "$(git rev-parse "$main")" = "$(git rev-parse HEAD)" ]; then echo HEAD^; else echo "$main"; fi
}

# One source for each file that is read: itself, the source beside a header, or the first that includes it.
sources_of() {
  local file own
  while read -r file; do
    own="${file%.h}.cc"
    case "$file" in
      *.cc) echo "$file" ;;
      *.h) if [ -f "$own" ]; then echo "$own"; else grep -rlF "#include \"$file\"" --include='*.cc' emu algorithms scenarios viz tests | sort | sed -n 1p; fi ;;
    esac
  done | sort -u
}

changed() {
  { git diff --name-only --diff-filter=d "$1" && git ls-files --others --exclude-standard; } | sources_of
}

case "${1:-}" in
  --all) files="$compiled" && most=1000000 ;;
  *)
    if since="$(git rev-parse --verify --quiet "${1:-$(base)}^{commit}")"; then
      files="$(comm -12 <(changed "$since") <(echo "$compiled"))"
    elif [ -n "${1:-}" ]; then
      echo "tidy.sh: '$1' is not a commit; expected one, --all or nothing" >&2
      exit 2
    else
      files="$compiled"  # no history: a sample of everything
    fi
    ;;
esac

count="$(grep -c . <<<"$files" || true)"
if [ "$count" -gt "$most" ]; then
  echo "tidy.sh: $most of $count sources (ORRERY_TIDY_FILES=$count for all)"
  files="$(sort -R --random-source=<(yes) <<<"$files" | sed -n "1,${most}p")"
fi
[ "$count" -gt 0 ] || exit 0

# Checks one source. What clang-tidy prints beside its findings is shown only where it breaks off.
check() {
  local said code=0
  { said="$(clang-tidy-16 -p build/tidy --quiet --extra-arg=-Wno-unknown-warning-option --extra-arg=-Qunused-arguments --checks="$checks" --warnings-as-errors='*' "$1" 2>&1 >&3)" || code=$?; } 3>&1
  [ "$code" -le 1 ] || printf 'tidy.sh: %s: clang-tidy crashed (exit code %s)\n%s\n' "$1" "$code" "$(grep -v '^ *#' <<<"$said")" >&2
  return "$code"
}
export -f check
export checks
xargs -P "$(nproc)" -I FILE bash -c 'check FILE' <<<"$files" || {
  echo "tidy.sh: see above" >&2
  exit 1
}
