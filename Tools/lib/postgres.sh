# Clusters and migrations, for Tools/postgres, Tools/test and the server to come.
# shellcheck shell=bash

# The tests put other files there.
migrations=${COMPASS_MIGRATIONS:-$root/Modules/Services/PostgreSQLSchema/Migrations}
pg_programs=/usr/lib/postgresql/15/bin
if [ ! -d "$pg_programs" ] && command -v pg_ctl >/dev/null 2>&1; then
  pg_programs=$(dirname "$(readlink -f "$(command -v pg_ctl)")")
fi

# The package makes a cluster of its own for the whole machine unless it is told not to; nobody here needs one.
need_postgres() {
  local settings=/etc/postgresql-common/createcluster.conf
  if [ ! -x "$pg_programs/postgres" ] && [ "$(id -u)" -eq 0 ] && [ ! -e "$settings" ] && command -v apt-get >/dev/null 2>&1; then
    mkdir -p "${settings%/*}"
    printf 'create_main_cluster = false\n' >"$settings"
  fi
  need_packages postgresql-15
}

# The server refuses to run as root. Elsewhere it runs as whoever asks.
as_database_user() {
  if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi
}

# Whoever may enter the folder may connect as anybody, so nobody else may; there is no port.
make_cluster() {
  local folder=$1 mode=${2:-} settings
  case $folder in
    *[[:space:]\'\"]* | [!/]*) stop "The folder $folder has to be a whole path, without blanks and quotes." ;;
  esac
  [ ${#folder} -le 80 ] || stop "The path $folder is too long for a socket." "Take a shorter one."
  [ ! -e "$folder/data" ] || stop "$folder holds a cluster already." "Take another folder, or start that one: Tools/postgres start $folder"
  mkdir -p "$folder"
  chmod 700 "$folder"
  if [ "$(id -u)" -eq 0 ]; then chown postgres:postgres "$folder"; fi
  settings="listen_addresses='' unix_socket_directories='$folder' unix_socket_permissions=0700 timezone=UTC log_timezone=UTC"
  # A refused row would stand in the log with all its values.
  settings+=" log_error_verbosity=terse"
  if [ "$mode" = --throwaway ]; then
    settings+=" fsync=off synchronous_commit=off full_page_writes=off shared_buffers=64MB max_connections=400"
    settings+=" deadlock_timeout=100ms jit=off"
  fi
  (
    cd /
    as_database_user "$pg_programs/initdb" --pgdata="$folder/data" --username=postgres --auth=trust --encoding=UTF8 \
      --locale=C.UTF-8 $([ "$mode" = --throwaway ] && printf -- --no-sync) >/dev/null
    for setting in $settings; do printf '%s\n' "${setting/=/ = }"; done |
      as_database_user tee -a "$folder/data/postgresql.conf" >/dev/null
  ) || stop "No cluster could be made in $folder."
  start_cluster "$folder"
}

runs_cluster() {
  (cd / && as_database_user "$pg_programs/pg_ctl" --pgdata="$1/data" status >/dev/null)
}

start_cluster() {
  (cd / && as_database_user "$pg_programs/pg_ctl" --pgdata="$1/data" --log="$1/log" --wait start >/dev/null) ||
    stop "PostgreSQL did not start in $1." "$(tail -n 5 "$1/log" 2>/dev/null || true)"
}

stop_cluster() {
  (cd / && as_database_user "$pg_programs/pg_ctl" --pgdata="$1/data" --mode=fast --wait stop >/dev/null)
}

# Whoever asked holds the other end of the input: however they end, the cluster ends with them.
lend_cluster() {
  local folder
  # A socket's path has room for some hundred bytes.
  folder=$(mktemp -d "/tmp/compass-postgres.XXXXXX")
  # shellcheck disable=SC2064
  trap "stop_cluster '$folder' 2>/dev/null || true; rm -rf '$folder'" EXIT
  trap 'exit 1' HUP INT TERM
  make_cluster "$folder" --throwaway
  printf '%s\n' "$folder"
  cat >/dev/null
}

# Forward only, each file whole or not at all. The first one makes only what is missing and may run any number of times;
# from the second on the database remembers what it has.
migrate() {
  local connection=$1 file number name digest known newest applied=0
  local run=(psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="$connection")
  newest=$(ls "$migrations" | sed -n 's/^\([0-9]\{4\}\)-.*\.sql$/\1/p' | sort | tail -n 1)
  known=$("${run[@]}" --tuples-only --no-align --command="SELECT to_regclass('compass.migrations') IS NOT NULL") ||
    stop "The database cannot be reached."
  if [ "$known" = t ]; then
    known=$("${run[@]}" --tuples-only --no-align --field-separator=' ' \
      --command="SELECT number, digest FROM compass.migrations ORDER BY number")
  else
    known=
  fi
  for file in "$migrations"/[0-9][0-9][0-9][0-9]-*.sql; do
    name=$(basename "$file" .sql)
    number=$((10#${name%%-*}))
    digest=$(sha256sum "$file" | cut -c1-64)
    if [ "$number" -eq 1 ]; then
      "${run[@]}" --single-transaction --output=/dev/null --file="$file" ||
        stop "$name failed; nothing of it is in the database."
      continue
    fi
    case $'\n'"$known"$'\n' in
      *$'\n'"$number $digest"$'\n'*) continue ;;
      *$'\n'"$number "*)
        stop "$name is not the file that was applied to this database." "A migration that was applied is never edited." \
          "A database from before 0.2.0 is moved once: docs/operations.md says how."
        ;;
    esac
    "${run[@]}" --single-transaction --output=/dev/null --file="$file" \
      --command="INSERT INTO compass.migrations (number, name, digest) VALUES ($number, '$name', '$digest')" ||
      stop "$name failed; nothing of it is in the database."
    applied=$((applied + 1))
  done
  if [ -n "$known" ] && [ "$(printf '%s\n' "$known" | tail -n 1 | cut -d' ' -f1)" -gt "$((10#$newest))" ]; then
    stop "This database is of a newer version than these files." "Update the program first; nothing was changed."
  fi
  say "✓ $applied of $((10#$newest)) migrations were new."
}
