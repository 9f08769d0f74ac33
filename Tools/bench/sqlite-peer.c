/* Does the same work as bench-sqlite with SQLite's C interface, to measure the fastest possible
/* time. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct { char *id, *subject, *occurred_at; long score; double value; } entry;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static void check(int code, sqlite3 *db) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "%s\n", sqlite3_errmsg(db));
  exit(1);
}

static char *copy(sqlite3_stmt *statement, int column) {
  int length = sqlite3_column_bytes(statement, column);
  char *text = malloc(length + 1);
  memcpy(text, sqlite3_column_text(statement, column), length);
  text[length] = 0;
  return text;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  long rows = atol(arguments[2]);
  sqlite3 *db;
  sqlite3_stmt *statement;
  check(sqlite3_open_v2(arguments[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL), db);
  check(sqlite3_exec(db,
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
    "CREATE TABLE entries (id TEXT PRIMARY KEY NOT NULL, subject TEXT NOT NULL, occurred_at TEXT NOT NULL,"
    " score INTEGER NOT NULL, value REAL NOT NULL) STRICT;", NULL, NULL, NULL), db);

  char(*ids)[40] = malloc(rows * sizeof *ids);
  for (long row = 0; row < rows; row++) sprintf(ids[row], "00000000-0000-4000-8000-%ld", 100000000000L + row);

  double started = now();
  check(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), db);
  check(sqlite3_prepare_v2(db, "INSERT INTO entries VALUES (?, ?, ?, ?, ?)", -1, &statement, NULL), db);
  for (long row = 0; row < rows; row++) {
    sqlite3_bind_text(statement, 1, ids[row], 36, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, "Sent transcript", 15, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, "2026-02-10T12:00:00.000Z", 24, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, row % 100);
    sqlite3_bind_double(statement, 5, row / 4.0);
    check(sqlite3_step(statement), db);
    check(sqlite3_reset(statement), db);
  }
  sqlite3_finalize(statement);
  check(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), db);
  double inserting = now() - started;

  entry *entries = malloc(rows * sizeof *entries);
  long found = 0;
  started = now();
  check(sqlite3_prepare_v2(db, "SELECT id, subject, occurred_at, score, value FROM entries", -1, &statement, NULL), db);
  while (sqlite3_step(statement) == SQLITE_ROW) {
    entries[found++] = (entry){copy(statement, 0), copy(statement, 1), copy(statement, 2),
                               sqlite3_column_int64(statement, 3), sqlite3_column_double(statement, 4)};
  }
  sqlite3_finalize(statement);
  double fetching = now() - started;

  double sum = 0;
  for (long row = 0; row < found; row++)
    sum += strlen(entries[row].id) + strlen(entries[row].subject) + strlen(entries[row].occurred_at) +
           entries[row].score + entries[row].value;
  printf("%ld %ld %ld\n", (long)(rows / inserting), (long)(rows / fetching), (long)sum);
  return 0;
}
