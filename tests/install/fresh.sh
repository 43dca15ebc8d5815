#!/usr/bin/env bash
# Plays a machine where nothing is installed: runs the README's first two commands there, as a newcomer types them.
#   fresh.sh SOURCE SUITE [root | user | pull | demo | tests]...
# SOURCE is a clone of this repository; its last commit is tested. SUITE is bookworm (Debian 12) or trixie (Debian 13).
#   root    as root, without a display
#   user    as a user with sudo, with a display, in a folder whose path has spaces and an umlaut
#   pull    as that user: the first command again after a pull that changes a header; it compiles only what includes it
#   demo    only the first command
#   tests   only the second command
# The default is all of them. Prints the time of each command. Logs, and a picture of the window, stay in the current folder.
# Needs root, debootstrap and an archive of Debian; without them the test is skipped (77).
set -euo pipefail
# shellcheck source=tests/install/debian.sh
source "$(dirname "${BASH_SOURCE[0]}")/debian.sh"

source="$1" suite="$2"
shift 2
cases="" commands=""
for word in "$@"; do
  case "$word" in
    root | user | pull) cases+=" $word " ;;
    demo | tests) commands+=" $word " ;;
    *) echo "fresh.sh: unknown case '$word'; expected root, user, pull, demo or tests" >&2 && exit 2 ;;
  esac
done
: "${cases:= root user pull }" "${commands:= demo tests }"
require_debootstrap

header=emu/base/units.h  # what the pull changes
window='Orrery'          # what the window's title holds
upstream=/srv/orrery.git

fail() {
  echo "fresh.sh: $suite: $*" >&2
  exit 1
}

# Makes the machine: a Debian with git alone, or also what its arguments name, and the repository to clone from.
make_machine() {
  make_debian "$suite"
  in_debian apt-get update -qq
  in_debian apt-get install -y -qq --no-install-recommends git ca-certificates "$@" >"$log_prefix-machine.log" 2>&1 ||
    fail "installing git failed: $log_prefix-machine.log"
  git init -q --bare "$root$upstream"
  git -C "$root$upstream" symbolic-ref HEAD refs/heads/main
  git -C "$source" push -q "$root$upstream" HEAD:refs/heads/main
  in_debian git config --system safe.directory '*'  # a server has no owner
}

# Runs a command line of the newcomer in a folder of the machine. Its root is that of a namespace of mounts: below a root
# of chroot alone, users could make no namespaces, as they can on a real machine, and grading would find no sandbox.
newcomer() {  # folder command
  # shellcheck disable=SC2016
  unshare --mount --propagation private bash -c '
    mount --rbind "$1" "$1" && cd "$1" && pivot_root . . && umount -l . && exec chroot --userspec="$2" / "${@:3}"' - \
    "$root" "$user" env -i HOME="$home" USER="$user" TERM=dumb PATH="$path" \
    ${lang:+LANG="$lang"} ${display:+DISPLAY="$display"} bash -c 'cd "$1" && eval "$2"' - "$1" "$2"
}

# Clones the repository and reads the two commands from its README.
clone_repository() {  # folder
  clone="$1"
  newcomer / "git clone -q file://$upstream '$clone'"
  mapfile -t typed < <(sed -n 's/^\(bash [^#]*[^# ]\) *\(#.*\)\{0,1\}$/\1/p' "$root$clone/README.md")
  [ ${#typed[@]} -ge 2 ] || fail "README.md holds ${#typed[@]} lines that begin with bash; expected two commands"
}

# Runs a command in the clone; prints what it took.
run() {  # log command
  echo "fresh.sh: $suite: $user: $2"
  TIMEFORMAT="fresh.sh: $suite: $user: $2: %0R s, %0U s + %0S s of processor time (user + system)"
  time newcomer "$clone" "$2" >"$log_prefix-$1.log" 2>&1 </dev/null
}

# Runs a command in the clone, which must succeed.
expect_success() {  # log command
  run "$@" || {
    tail -40 "$log_prefix-$1.log" >&2
    fail "'$2' failed: $log_prefix-$1.log"
  }
}

# Runs the demo, which must open its window; takes a picture of it and closes it.
run_with_window() {  # log
  local log="$log_prefix-$1.log" id="" deadline
  : >"$log"
  run "$1" "${typed[0]}" &
  local demo=$!
  until grep -q '^Opening the window' "$log"; do
    kill -0 "$demo" 2>/dev/null || { tail -40 "$log" >&2 && fail "'${typed[0]}' ended before it opened the window: $log"; }
    sleep 1
  done
  # Not before: the demo must bring what it needs.
  in_debian apt-get install -y -qq --no-install-recommends xdotool imagemagick >>"$log_prefix-machine.log" 2>&1
  deadline=$((SECONDS + 120))
  until id="$(newcomer / "xdotool search --onlyvisible --name '$window'" 2>/dev/null | head -1)" && [ -n "$id" ]; do
    kill -0 "$demo" 2>/dev/null || { tail -40 "$log" >&2 && fail "'${typed[0]}' ended without a window: $log"; }
    [ $SECONDS -lt $deadline ] || fail "no window opened within 120 s: $log"
    sleep 1
  done
  sleep 3  # until it is painted
  newcomer / "import -window $id /tmp/window.png"
  cp "$root/tmp/window.png" "$log_prefix-$1.png"
  local colours
  colours="$(newcomer / "identify -format %k /tmp/window.png")"
  [ "$colours" -ge 50 ] || fail "the window is empty ($colours colours): $log_prefix-$1.png"
  echo "fresh.sh: $suite: $user: the window '$(newcomer / "xdotool getwindowname $id")': $log_prefix-$1.png, $colours colours"
  newcomer / "xdotool windowfocus $id key ctrl+q"
  wait "$demo" || { tail -40 "$log" >&2 && fail "'${typed[0]}' failed after its window was closed: $log"; }
}

# Starts a display in the machine.
start_display() {
  local answer="$root/tmp/display"
  mkdir -p "$root/tmp/.X11-unix"
  chmod 1777 "$root/tmp/.X11-unix"
  in_debian bash -c "exec Xvfb -ac -displayfd 3 -screen 0 1600x1000x24 -nolisten tcp 3>/tmp/display" \
    >"$log_prefix-display.log" 2>&1 &  # leave_debian ends it
  for _ in $(seq 60); do
    [ ! -s "$answer" ] || break
    sleep 0.5
  done
  [ -s "$answer" ] || fail "Xvfb did not start: $log_prefix-display.log"
  display=":$(head -1 "$answer")"
}

# Prints the folder in which ninja built last.
build_folder() {
  # shellcheck disable=SC2016
  newcomer "$clone" 'dirname "$(ls -t build/*/.ninja_log | head -1)"'
}

# Prints the objects of the build that depend on a file, by ninja's own record, and those compiled with a precompiled
# header that does.
objects_of() {  # file
  local direct precompiled
  direct="$(newcomer "$clone" "ninja -C $(build_folder) -t deps" | awk -v file="$1" '
    /^[^ ].*: #deps/ { object = substr($1, 1, length($1) - 1) }
    /^ / && substr($0, length($0) - length(file) + 1) == file { print object }')"
  precompiled="$(grep '\.gch$' <<<"$direct" | tr '\n' ' ')"
  { echo "$direct" && newcomer "$clone" "ninja -C $(build_folder) -t query $precompiled" |
    awk '/^  outputs:/ { outputs = 1; next } /^[^ ]/ { outputs = 0 } outputs { print $1 }'; } | sort -u
}

play_root() {
  user=root home=/root path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin lang="" display=""
  log_prefix="$PWD/fresh-$suite-root"
  make_machine
  clone_repository /root/orrery
  if [[ "$commands" == *" demo "* ]]; then
    expect_success demo "${typed[0]}"
    [ -s "$root$clone/build/demo.png" ] || fail "the demo left no picture in build/demo.png"
  fi
  if [[ "$commands" == *" tests "* ]]; then
    expect_success tests "${typed[1]}"
    grep -E 'tests passed|Total Test time' "$log_prefix-tests.log"
  fi
  leave_debian
}

play_user() {
  user=user home=/home/user path=/usr/local/bin:/usr/bin:/bin lang=C.UTF-8 display=""
  log_prefix="$PWD/fresh-$suite-user"
  make_machine sudo xvfb
  in_debian useradd --create-home --shell /bin/bash "$user"
  echo "$user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$user"
  newcomer "$home" "mkdir -p '$home/Größe und mehr'"
  clone_repository "$home/Größe und mehr/orrery"
  start_display
  if [[ "$cases" == *" pull "* || "$commands" == *" demo "* ]]; then run_with_window demo; fi
  if [[ "$cases" == *" user "* && "$commands" == *" tests "* ]]; then
    expect_success tests "${typed[1]}"
    grep -E 'tests passed|Total Test time' "$log_prefix-tests.log"
  fi
  if [[ "$cases" == *" pull "* ]]; then pull_and_run; fi
  leave_debian
}

# Changes a comment of a header upstream, pulls and runs the first command again.
pull_and_run() {
  local writer="$root/srv/writer" compiled expected
  git clone -q "$root$upstream" "$writer"
  echo "// A line that fresh.sh adds." >>"$writer/$header"
  git -C "$writer" -c user.name=fresh -c user.email=fresh@localhost commit -q -a -m "base: add a line to a header"
  git -C "$writer" push -q origin HEAD:refs/heads/main
  newcomer "$clone" "git pull -q"
  touch "$root/tmp/pulled"
  sleep 1
  run_with_window pull
  compiled="$(cd "$root$clone/$(build_folder)" && find . -name '*.o' -newer "$root/tmp/pulled" -printf '%P\n' | sort -u)"
  expected="$(objects_of "$header")"
  [ -n "$compiled" ] || fail "the pull changed $header; nothing was compiled again"
  [ -z "$(comm -23 <(echo "$compiled") <(echo "$expected"))" ] ||
    fail "the pull compiled what does not include $header: $(comm -23 <(echo "$compiled") <(echo "$expected") | head -20)"
  echo "fresh.sh: $suite: $user: the pull compiled $(wc -l <<<"$compiled") of" \
    "$(cd "$root$clone/$(build_folder)" && find . -name '*.o' | wc -l) objects"
}

[[ "$cases" != *" root "* ]] || play_root
[[ "$cases" != *" user "* && "$cases" != *" pull "* ]] || play_user
echo "fresh.sh: fine"
