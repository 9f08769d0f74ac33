#pragma once
// Debian's SQLite is built with sessions and pre-update hooks; its header shows them only when asked.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// `sqlite3_db_config` takes a variable number of arguments, which Swift cannot call.
static inline int compass_keep_log_on_close(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
