# PostgreSQL clusters and the server's migrations, for Tools/postgres and other tools.
# shellcheck shell=bash

# Tests of the migrations set COMPASS_MIGRATIONS to a folder with changed files.
migrations=${COMPASS_MIGRATIONS:-$root/Modules/Services/PostgreSQLSchema/Migrations}
pg_programs=/usr/lib/postgresql/15/bin
if [ ! -d "$pg_programs" ] && command -v pg_ctl >/dev/null 2>&1; then
  pg_programs=$(dirname "$(readlink -f "$(command -v pg_ctl)")")
fi

# Installs PostgreSQL. Its package would also start a cluster for the whole machine, which no tool
# uses, so the setting switches that off.
need_postgres() {
  local settings=/etc/postgresql-common/createcluster.conf
  if [ ! -x "$pg_programs/postgres" ] && [ "$(id -u)" -eq 0 ] && [ ! -e "$settings" ] && command -v apt-get >/dev/null 2>&1; then
    mkdir -p "${settings%/*}"
    printf 'create_main_cluster = false\n' >"$settings"
  fi
  need_packages postgresql-15
}

# Runs a command as the user `postgres` if the caller is root, because PostgreSQL refuses to run as
# root.
as_database_user() {
  if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=postgres --regid=postgres --init-groups "$@"; else "$@"; fi
}

# Creates and starts a cluster. It has no port and no passwords: every user who can open the folder
# can connect in any role, so only the owner may open it.
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
  # Without this setting, PostgreSQL would log a refused row with all its values, which are personal
  # data.
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

# Prints the number of rows and a digest of each table of a server's database, without the lists of
# migrations, which say when each was applied. Equal lines mean equal rows.
content_of() { # command that runs the statements of its input
  "$@" <<<"SELECT string_agg(format('SELECT %L, count(*), md5(string_agg(t::text, '''' ORDER BY t::text)) FROM %I.%I AS t',
    table_schema || '.' || table_name, table_schema, table_name), ' UNION ALL ' ORDER BY table_schema, table_name) || ' ORDER BY 1'
    FROM information_schema.tables WHERE table_schema IN ('accounts', 'compass', 'public') AND table_type = 'BASE TABLE'
    AND table_name <> 'migrations'" | "$@"
}

# Lends a cluster to a caller that holds the other end of this process's input. The cluster ends
# when the input closes, even if the caller was killed.
lend_cluster() {
  local folder
  # The path of a Unix socket can have only about a hundred bytes, so the folder's path is short.
  folder=$(mktemp -d "/tmp/compass-postgres.XXXXXX")
  # shellcheck disable=SC2064
  trap "stop_cluster '$folder' 2>/dev/null || true; rm -rf '$folder'" EXIT
  trap 'exit 1' HUP INT TERM
  make_cluster "$folder" --throwaway
  printf '%s\n' "$folder"
  cat >/dev/null
}

# Applies the migration files that the database lacks, each in one transaction. The first file
# creates only what is missing, so it runs every time. Later files are recorded in the table
# compass.migrations and run once.
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
