# Shared by all tools: the project's folder, the installation of what they need, and messages.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"

# Compiles a file of Tools/lib, whose library LD_PRELOAD loads into the tests, and builds the tests. It sets `library`, `tests` and
# `log`, which are their paths and that of a file for what the tests say. The functions of Swift's runtime have a calling convention
# that gcc does not know.
build_preloaded_tests() { # the file's name
  log=$(mktemp)
  library=$(mktemp --suffix=.so)
  trap 'rm -f "$log" "$library"' EXIT
  "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O1 -Wall -Wextra -Werror -fPIC -shared -o "$library" "Tools/lib/$1.c"
  # PostgreSQL runs as a user of its own.
  chmod 755 "$library"
  swift build --build-tests >"$log" 2>&1 || stop "The tests do not build." "$(grep -m 5 'error:' "$log" || tail -n 5 "$log")"
  tests=$(swift build --show-bin-path)/recruiting-compassPackageTests.xctest
}
say() { printf '%s\n' "$*" >&2; }
stop() {
  say "✗ $1"
  shift
  for line in "$@"; do say "  $line"; done
  exit 1
}

# The oldest toolchain that is known to build the project.
needed_swift="6.2"

# The Debian 12 packages that swift.org documents for its toolchain, without those that only the
# debugger needs.
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
  # On other systems than Debian the packages cannot be checked, so they must have been installed
  # together with the toolchain.
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
  # Keeps changed configuration files, because a script cannot answer dpkg's question about them.
  local log keep=(-o Dpkg::Options::=--force-confold)
  log=$(mktemp)
  if ! "${apt[@]}" install -y --no-install-recommends "${keep[@]}" "${missing[@]}" >"$log" 2>&1; then
    # The first attempt fails on a fresh machine, which has no package lists yet.
    "${apt[@]}" update >"$log" 2>&1 || true
    "${apt[@]}" install -y --no-install-recommends "${keep[@]}" "${missing[@]}" >>"$log" 2>&1 ||
      stop "apt-get could not install: ${missing[*]}" "$(tail -n 3 "$log")" "Check the network, or install them yourself and run this again."
  fi
  rm -f "$log"
}

# Installs packages from PyPI into a folder of their own, such as .build/browser, unless they are
# there.
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

# Installs what the tests of pages in a real browser need: Debian's Chromium, and from PyPI
# Playwright, which controls it, with the accessibility rules of axe-core. Playwright's own browsers
# are not downloaded.
need_browser() {
  need_packages chromium-headless-shell
  need_python browser "playwright==1.65.2 axe-playwright-python==0.1.8"
}

# Installs the versions of the Supabase client from PyPI with which the server is tested.
need_clients() {
  local version
  for version in $(<Tests/SharingServerTests/Clients/versions); do need_python "clients/$version" "supabase==$version"; done
}

# The Debian packages that the program needs to run. Only SQLite is linked; the other libraries are
# loaded when they are first used (docs/decisions/0005).
run_packages=(
  libsqlite3-dev libedit2 libsodium23
  libcairo2 libpango-1.0-0 libpangocairo-1.0-0 fonts-dejavu-core
  ca-certificates tzdata
)

# Installs the program that tests a server's answers with requests made from docs/openapi.yaml.
need_schemathesis() { need_python schemathesis "schemathesis==4.32.5"; }

# All release builds use these options, because a build with other options would compile everything
# again. Without `--disable-local-rpath` the loader would first look for the system's libraries in
# the program's own folder, at each start, and would load any file of such a name there.
release=(-c release --static-swift-stdlib --disable-local-rpath)

# Makes a folder with only the static archives of SQLite and libstdc++, so that the linker uses them
# instead of the shared libraries.
link_statically() {
  local name archive
  mkdir -p .build/static
  for name in libsqlite3.a libstdc++.a; do
    archive=$(clang -print-file-name=$name 2>/dev/null || true)
    if [ -e "$archive" ]; then ln -sf "$archive" ".build/static/$name"; fi
  done
}

# Builds a release program if a source file is newer than it, and sets `$built` to its path.
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
  # If nothing changed, the build keeps the program's old date, and every later call would build
  # again.
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
