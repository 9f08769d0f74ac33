#pragma once
// Debian's SQLite is built with sessions and pre-update hooks; its header declares them only with these macros.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// SQLite counts every allocation under a lock, for statistics that this program does not read. This switches the counting off.
static inline int compass_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// `sqlite3_db_config` takes a variable number of arguments, which Swift cannot call.
static inline int compass_keep_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
