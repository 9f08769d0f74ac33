# Creates minimal Debian 12 machines in folders, to test in them with chroot.
# shellcheck shell=bash

# Runs the calling script again in a mount namespace of its own, so that deleting the machines
# cannot delete files that are mounted into them. The machines are in the folder `$machines`.
among_own_mounts() { # the script and its arguments
  [ "$(id -u)" -eq 0 ] || stop "A machine is made by root." "Run:  sudo $1"
  need_packages mmdebstrap
  machines=${COMPASS_MACHINES:-}
  if [ -n "$machines" ]; then return 0; fi
  COMPASS_MACHINES=$(mktemp -d)
  export COMPASS_MACHINES
  trap 'rm -rf "$COMPASS_MACHINES"' EXIT
  local status=0
  unshare --mount --propagation private "$@" || status=$?
  exit "$status"
}

# Prints the APT source files of this machine that name Debian 12 (bookworm).
sources() {
  local file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    if [ -f "$file" ] && grep -qE '^(Suites:|deb ).*[[:space:]]bookworm([[:space:]]|$)' "$file"; then printf '%s\n' "$file"; fi
  done
}

make_machine() { # folder, further packages
  say "Making a minimal Debian 12…"
  local places
  mapfile -t places < <(sources)
  mmdebstrap --quiet --variant=minbase --include="ca-certificates$2" bookworm "$1" "${places[@]}" >&2 ||
    stop "mmdebstrap could not make it."
  # Copies this machine's settings for the network: proxies, DNS, certificates and pip.
  apt-config dump Acquire | grep -E '^Acquire::(https?|Check-)' >"$1/etc/apt/apt.conf.d/90host" || true
  cat /etc/resolv.conf >"$1/etc/resolv.conf"
  if compgen -G "/usr/local/share/ca-certificates/*" >/dev/null; then
    cp -r /usr/local/share/ca-certificates/. "$1/usr/local/share/ca-certificates/"
    chroot "$1" update-ca-certificates >/dev/null 2>&1 || stop "The machine's certificates could not be lent."
  fi
  if [ -f /etc/pip.conf ]; then cp /etc/pip.conf "$1/etc/pip.conf"; fi
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
}
