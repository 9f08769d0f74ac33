# Shared by the tools: where the project is, what it needs, and how to say that something is missing.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

say() { printf '%s\n' "$*" >&2; }
stop() {
  say "✗ $1"
  shift
  for line in "$@"; do say "  $line"; done
  exit 1
}

# The oldest toolchain that is known to build the project.
needed_swift="6.2"

# What a toolchain unpacked from swift.org needs before it starts, compiles and links: its documented packages for Debian 12,
# but for those that only its debugger uses.
toolchain_packages=(
  binutils gcc git libc6-dev libcurl4 libedit2 libncurses6 libsqlite3-0 libstdc++-12-dev libxml2
  pkg-config tzdata zlib1g-dev
)

need_swift() {
  if ! command -v swift >/dev/null 2>&1 && [ -x /opt/swift/usr/bin/swift ]; then
    PATH="/opt/swift/usr/bin:$PATH"
  fi
  command -v swift >/dev/null 2>&1 ||
    stop "There is no Swift toolchain on this machine." \
      "Install Swift $needed_swift or newer for Debian 12 from swift.org and put its bin folder on your PATH, then run this again."
  # Elsewhere than on Debian whoever installed the toolchain has seen to it.
  if command -v dpkg-query >/dev/null 2>&1; then need_packages "${toolchain_packages[@]}"; fi
  local said version
  said=$(swift --version 2>&1) || stop "Swift does not start on this machine:" "$(printf '%s\n' "$said" | tail -n 3)"
  version=$(printf '%s\n' "$said" | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
  if [ "$(printf '%s\n' "$needed_swift" "${version:-0}" | sort -V | head -n 1)" != "$needed_swift" ]; then
    stop "Swift ${version:-(unknown version)} is too old; the project needs $needed_swift or newer."
  fi
}

# Installs the Debian packages that are missing, and says which.
need_packages() {
  local missing=() package there
  there=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  for package in "$@"; do
    grep -qxF "installed $package" <<<"$there" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null 2>&1 ||
    stop "These packages are missing: ${missing[*]}" "Install them with your system's package manager, then run this again."
  say "Installing Debian packages: ${missing[*]}"
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 ||
      stop "Installing packages needs root." "Run as root:  apt-get install ${missing[*]}" "Then run this again."
    apt=(sudo "${apt[@]}")
  fi
  # Settings that are there stay, without a question that nobody could answer.
  local log keep=(-o Dpkg::Options::=--force-confold)
  log=$(mktemp)
  if ! "${apt[@]}" install -y --no-install-recommends "${keep[@]}" "${missing[@]}" >"$log" 2>&1; then
    # A fresh machine has no package lists yet.
    "${apt[@]}" update >"$log" 2>&1 || true
    "${apt[@]}" install -y --no-install-recommends "${keep[@]}" "${missing[@]}" >>"$log" 2>&1 ||
      stop "apt-get could not install: ${missing[*]}" "$(tail -n 3 "$log")" "Check the network, or install them yourself and run this again."
  fi
  rm -f "$log"
}

# Packages from PyPI in a folder of their own under .build.
need_python() {
  need_packages python3-venv
  local home=.build/$1 wanted=$2
  [ "$(cat "$home/installed" 2>/dev/null)" != "$wanted" ] || return 0
  say "Installing from PyPI: $wanted"
  rm -rf "$home"
  local log
  log=$(mktemp)
  # shellcheck disable=SC2086
  if ! { /usr/bin/python3 -m venv "$home" && "$home/bin/pip" install --quiet --disable-pip-version-check $wanted; } >"$log" 2>&1; then
    stop "These packages could not be installed from PyPI: $wanted" "$(tail -n 3 "$log")"
  fi
  rm -f "$log"
  printf '%s' "$wanted" >"$home/installed"
}

# What looks at the pages as people do: Debian's Chromium, driven by PyPI's Playwright, with axe-core's rules. Playwright's own
# browsers are not fetched.
need_browser() {
  need_packages chromium-headless-shell
  need_python browser "playwright==1.65.2 axe-playwright-python==0.1.8"
}

# What uses a server as any program does: versions of PyPI's client that people have.
need_clients() {
  local version
  for version in $(<Tests/SharingServerTests/Clients/versions); do need_python "clients/$version" "supabase==$version"; done
}

# SQLite is linked; the others are loaded at first use (docs/decisions/0005).
run_packages=(
  libsqlite3-dev libedit2 libsodium23
  libcairo2 libpango-1.0-0 libpangocairo-1.0-0 fonts-dejavu-core
  ca-certificates tzdata
)

# What sends requests made from docs/openapi.yaml, and holds the answers against it.
need_schemathesis() { need_python schemathesis "schemathesis==4.32.5"; }

# The options of every release build, so that two tools never build it twice.
release=(-c release --static-swift-stdlib)

# A folder that holds only the archives of two libraries, so that the linker takes them instead of the shared ones.
link_statically() {
  local name archive
  mkdir -p .build/static
  for name in libsqlite3.a libstdc++.a; do
    archive=$(clang -print-file-name=$name 2>/dev/null || true)
    if [ -e "$archive" ]; then ln -sf "$archive" ".build/static/$name"; fi
  done
}

# Builds a release program once; asks the build system only when a source is newer than the program. `$built` is where it is.
build_product() { # product, what it is called
  built="$root/.build/release/$1"
  if [ -x "$built" ] && [ -z "$(find Package.swift Modules Apps -newer "$built" -print -quit)" ]; then return 0; fi
  say "Building $2 (the first time takes a few minutes)…"
  link_statically
  local log
  log=$(mktemp)
  if ! swift build "${release[@]}" --product "$1" >"$log" 2>&1; then
    grep -E 'error:' "$log" | sort -u | head -n 20 >&2 || true
    stop "The build failed." "The whole log: $log"
  fi
  rm -f "$log"
  # An unchanged program keeps its old date; without this the next run would ask again.
  touch "$built"
}

build_release() {
  build_product compass-shell "Recruiting Compass"
  program=$built
}

build_release_server() {
  build_product compass-server "the server"
  server=$built
}
