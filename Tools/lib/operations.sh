# Reads the chapters of docs/operations.md, runs the commands that are printed there, and serves a
# database, for the scripts that prove a chapter.
# shellcheck shell=bash

# A script is proved with a copy of the document that has a fault: COMPASS_OPERATIONS is its path.
operations=${COMPASS_OPERATIONS:-$root/docs/operations.md}

# Names of the document, each followed by the one that this run has in its place.
names=()

# Prints a chapter of the document.
chapter() { sed -n "/^##* $1\$/,/^##/p" "$operations"; }

# Replaces the document's names in a text.
renamed() {
  local text=$1 place
  for ((place = 0; place < ${#names[@]}; place += 2)); do text=${text//"${names[place]}"/"${names[place + 1]}"}; done
  printf '%s\n' "$text"
}

# Prints the indented block of a chapter whose first line begins with these words, with the names of
# this run.
block() { # chapter, first words
  local text
  text=$(chapter "$1" | awk -v first="    $2" 'index($0, first) == 1 { inside = 1 } !/^    / { inside = 0 } inside')
  [ -n "$text" ] || stop "The chapter “$1” has no block that begins with: $2"
  renamed "$text"
}

# Prints the command of a chapter that begins with these words, as one line and with the names of
# this run.
command_of() { # chapter, first words
  local line
  line=$(chapter "$1" | sed -e ':join' -e '/\\$/{N;s/\\\n *//;b join' -e '}' | sed -n "s|^    \($2.*\)|\1|p")
  [ -n "$line" ] || stop "The chapter “$1” has no command that begins with: $2"
  renamed "$line"
}

# Runs a command of the document, behind these words if there are some. A script that runs them on
# another machine has a function of this name itself.
run_line() { eval "${2:-}${1/#compass-server/$server}"; } # command, words

# Runs the command of a chapter that begins with these words, with the names of this run. Its output
# is in the file `printed`.
printed() { # chapter, first words
  local line
  line=$(command_of "$1" "$2")
  run_line "$line" >"$home/printed" 2>&1 || stop "This failed: $line" "$(tail -n 5 "$home/printed")"
}

# Serves the configuration `$config` until `stop_serving`, with a command of the document if there is
# one. The server's log is the file `errors`.
serve() { # command
  local line=${1:-compass-server serve --config $config}
  rm -f "$home/said"
  # The server takes the place of the shell that would wait for it, so `$serving` is its number.
  run_line "$line" "exec " >"$home/said" 2>>"$home/errors" &
  serving=$!
  for _ in $(seq 600); do
    if grep -qs Serving "$home/said"; then return; fi
    kill -0 "$serving" 2>/dev/null || break
    sleep 0.1
  done
  stop "The server did not start." "$(tail -n 5 "$home/errors")"
}

stop_serving() {
  [ -n "${serving:-}" ] || return 0
  kill -TERM "$serving" 2>/dev/null || true
  wait "$serving" || true
  serving=
}
