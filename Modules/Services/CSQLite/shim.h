#pragma once
// Debian builds SQLite with sessions and pre-update hooks, but its header declares them only if
// these macros are defined.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// Switches off SQLite's memory statistics. SQLite would otherwise lock a mutex for every allocation
// to count it, and this program does not read the statistics.
static inline int compass_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Prevents SQLite from copying the write-ahead log into the database when it closes the database,
// because that would double the time of a short command. The function is in C, because Swift cannot
// call the variadic `sqlite3_db_config`.
static inline int compass_keep_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
