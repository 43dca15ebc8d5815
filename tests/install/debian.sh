# A Debian that has nothing else, in a folder: sourced by tests that install there. Sets `root`, its folder.
# shellcheck shell=bash disable=SC2016

# Skips the test (77) without root or debootstrap.
require_debootstrap() {
  if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
    echo "$(basename "$0"): skipped; expected root and debootstrap" >&2
    exit 77
  fi
}

# Prints the archive that this machine installs Debian's packages from.
archive() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' 2>/dev/null |
    sort -u | head -1
}

# Makes the Debian of a suite in a folder, unless it is there; without a folder in a temporary one. Gives it the network and
# the proxy of this machine. It is left when the test ends.
make_debian() {  # suite [folder]
  local suite="$1" setting folder
  root="${2:-}"
  temporary=""
  if [ -z "$root" ]; then
    temporary="$(mktemp -d)"
    root="$temporary/$suite"
  fi
  mkdir -p "$root"
  root="$(realpath "$root")"
  trap leave_debian EXIT
  # shellcheck disable=SC2046  # no archive is not an argument
  [ -d "$root/etc/apt" ] || debootstrap --variant=minbase "$suite" "$root" $(archive) >/dev/null || {
    tail -20 "$root/debootstrap/debootstrap.log" >&2
    return 1
  }
  for folder in proc sys dev/pts dev/shm; do
    mountpoint -q "$root/$folder" && continue
    case "$folder" in
      proc) mount -t proc proc "$root/proc" ;;  # programs look for themselves in /proc/self/exe
      sys) mount -t sysfs -o ro sysfs "$root/sys" ;;
      dev/pts) mount -t devpts -o newinstance,mode=620,gid=5,ptmxmode=666 devpts "$root/dev/pts" ;;
      dev/shm) mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" ;;
    esac
  done
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  for setting in /etc/apt/apt.conf.d/*proxy*; do
    [ ! -f "$setting" ] || cp "$setting" "$root/etc/apt/apt.conf.d/"
  done
}

# Runs a command there as root.
in_debian() {
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"
}

# Ends what still runs there, unmounts it and removes a temporary one.
leave_debian() {
  local process signal folder
  [ -n "${root:-}" ] || return 0
  for signal in TERM KILL; do
    for process in /proc/[0-9]*; do
      [ "$(readlink "$process/root" 2>/dev/null)" != "$root" ] || kill "-$signal" "${process#/proc/}" 2>/dev/null || true
    done
    sleep 1
  done
  for folder in dev/shm dev/pts sys proc; do
    ! mountpoint -q "$root/$folder" || umount "$root/$folder" || umount -l "$root/$folder"
  done
  [ -z "$temporary" ] || rm -rf --one-file-system "$temporary"
  root=""
}
