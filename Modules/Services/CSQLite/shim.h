#pragma once
// Debian's SQLite is built with sessions and pre-update hooks; its header shows them only when asked.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>
