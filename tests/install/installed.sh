#!/usr/bin/env bash
# Installs a build into an empty folder and uses what is there: installed.sh BUILD
set -euo pipefail

build="$1"
root="$(mktemp -d)"
trap 'rm -rf "$root"' EXIT
fail() {
  echo "installed.sh: $*" >&2
  exit 1
}
is_file() { [ -s "$root/$1" ] || fail "$1 is missing or empty"; }

cmake --install "$build" --prefix "$root" >/dev/null
export PATH="$root/bin:$PATH"
cd "$root"

version="$(orrery --version)"
for program in orrery orrery-gui orrery-mpi; do
  [ -x "bin/$program" ] || continue
  is_file "share/man/man1/$program.1"
  is_file "share/bash-completion/completions/$program"
  is_file "share/zsh/site-functions/_$program"
  is_file "share/fish/vendor_completions.d/$program.fish"
  [ "$("$program" --version)" = "$program ${version#* }" ] || fail "$program has another version than $version"
done
is_file "share/doc/orrery/README.md"
is_file "share/doc/orrery/CHANGELOG.md"
is_file "share/doc/orrery/CITATION.cff"
grep -q "^## ${version#* }$" share/doc/orrery/CHANGELOG.md || fail "CHANGELOG.md does not know $version"
grep -q "^version: ${version#* }$" share/doc/orrery/CITATION.cff || fail "CITATION.cff does not know $version"

# Each command that the help lists has a page, and each page is one that man reads without a complaint.
while read -r command; do
  is_file "share/man/man1/orrery-$command.1"
done < <(orrery --complete "" | cut -f1)
if command -v man >/dev/null; then
  for page in share/man/man1/*.1; do
    complaints="$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)"
    [ -z "$complaints" ] || fail "$page: $complaints"
  done
fi

# The scenarios and data are those installed, not those of the source.
orrery run papers/swing-recursive-doubling-vs-ring-8x8 --quiet || fail "the demo's scenario failed"
orrery reproduce paper1-tables --out out >/dev/null || fail "orrery reproduce paper1-tables failed"
orrery network examples/platform.xml >/dev/null || fail "the examples of bring-your-own.md are missing"
if [ -x bin/orrery-gui ]; then
  orrery-gui lessons/first-allreduce --screenshot window.png || fail "orrery-gui failed"
  is_file window.png
  is_file share/applications/orrery.desktop
  is_file share/icons/hicolor/scalable/apps/orrery.svg
fi

# A plug-in builds against the installed headers and package.
orrery new-algorithm own >/dev/null
grep -q "$root/lib" own/CMakeLists.txt || fail "own/CMakeLists.txt does not name the installed package"
cmake -S own -B own/build -DCMAKE_PREFIX_PATH="$root" >own.log && cmake --build own/build >>own.log || fail "$(cat own.log)"
orrery run own/own.toml --plugin own/build/libown.so --quiet || fail "the plug-in's scenario failed"

# The assignments are there, and one is graded with what is installed (grade_test has the others), with time for a machine
# that is busy.
for assignment in broadcast-rounds torus-allreduce irregular-gather; do
  is_file "share/orrery/assignments/$assignment/assignment.toml"
  is_file "share/orrery/assignments/$assignment/teacher/solution.cc"
done
assignment=share/orrery/assignments/irregular-gather
sed -i -E 's/^(build|run|all)_time = .*/\1_time = "600s"/' "$assignment/assignment.toml"
orrery grade "$assignment/assignment.toml" "$assignment/teacher/solution.cc" --require 100 --quiet || fail "$assignment: its solution has not all points"

# Completion, as bash asks for it.
words() {  # words typed so far, the last unfinished: what bash would offer
  bash -c 'source share/bash-completion/completions/orrery
    COMP_WORDS=(orrery "$@") COMP_CWORD=$#
    _orrery && printf "%s\n" "${COMPREPLY[@]}"' _ "$@" | sort | tr '\n' ' '
}
expect() {  # what is offered, then the words
  local want="$1" got
  shift
  got="$(words "$@")"
  [ "$got" = "$want " ] || fail "orrery $*<Tab> offers '$got'; expected '$want'"
}
expect "reference render reproduce run" r
expect "--link-bandwidth --link-latency --link-rounds --links" run --link
expect "ring,rabenseifner" run --algorithm ring,rab
expect "lessons/first-allreduce" run lessons/first
expect "messages" run --trace-level m

echo "installed.sh: fine"
