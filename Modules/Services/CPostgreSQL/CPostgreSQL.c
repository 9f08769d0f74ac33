#include "CPostgreSQL.h"

#include "CLateLoading.h"

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// These constants and functions are copied from libpq-fe.h of libpq 15, whose ABI has the soname
// libpq.so.5.
enum {
  connection_ok = 0,
  command_ok = 1,
  tuples_ok = 2,
  empty_query = 0,
  fatal_error = 7,
  pipeline_sync = 10,
  pipeline_aborted = 11,
};

#define FUNCTIONS(each) \
  each(void *, parse, "PQconninfoParse", (const char *where, char **words)) \
  each(void, free_parsed, "PQconninfoFree", (void *parsed)) \
  each(void, free_words, "PQfreemem", (void *words)) \
  each(void *, connect, "PQconnectdb", (const char *where)) \
  each(int, status, "PQstatus", (const void *connection)) \
  each(char *, words, "PQerrorMessage", (const void *connection)) \
  each(int, socket, "PQsocket", (const void *connection)) \
  each(void, finish, "PQfinish", (void *connection)) \
  each(int, enter_pipeline, "PQenterPipelineMode", (void *connection)) \
  each(int, exit_pipeline, "PQexitPipelineMode", (void *connection)) \
  each(int, pipeline_sync, "PQpipelineSync", (void *connection)) \
  each(int, send, "PQsendQueryParams", \
      (void *connection, const char *text, int count, const unsigned *types, \
       const char *const *values, const int *lengths, const int *formats, int format)) \
  each(int, prepare, "PQsendPrepare", \
      (void *connection, const char *name, const char *text, int count, const unsigned *types)) \
  each(int, send_prepared, "PQsendQueryPrepared", \
      (void *connection, const char *name, int count, const char *const *values, const int *lengths, \
       const int *formats, int format)) \
  each(void *, get_result, "PQgetResult", (void *connection)) \
  each(void *, exec, "PQexec", (void *connection, const char *text)) \
  each(int, send_text, "PQsendQuery", (void *connection, const char *text)) \
  each(int, set_nonblocking, "PQsetnonblocking", (void *connection, int is_on)) \
  each(int, flush, "PQflush", (void *connection)) \
  each(int, is_busy, "PQisBusy", (void *connection)) \
  each(int, consume, "PQconsumeInput", (void *connection)) \
  each(int, result_status, "PQresultStatus", (const void *result)) \
  each(char *, error_field, "PQresultErrorField", (const void *result, int field)) \
  each(int, row_count, "PQntuples", (const void *result)) \
  each(int, column_count, "PQnfields", (const void *result)) \
  each(int, is_null, "PQgetisnull", (const void *result, int row, int column)) \
  each(char *, value, "PQgetvalue", (const void *result, int row, int column)) \
  each(void, clear, "PQclear", (void *result)) \
  each(void *, notifies, "PQnotifies", (void *connection)) \
  each(void, set_notice, "PQsetNoticeReceiver", \
      (void *connection, void (*hear)(void *closure, const void *result), void *closure))

struct compass_pq { FUNCTIONS(COMPASS_FIELD) };
static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};

enum { most_kept = 64, longest_kept = 4096, name_size = 16 };

/// A prepared statement: its SQL, and the name under which the database has it.
struct kept {
  char *text;
  char name[name_size];
};

struct compass_pq_connection {
  const compass_pq *library;
  void *handle;
  /// The number of milliseconds without data from the server during a call, after which the
  /// connection counts as broken.
  int patience;
  struct kept kept[most_kept];
  int kept_count;
  unsigned last_name;
  /// Whether all prepared statements must be deleted before the next statements run, because there
  /// are too many of them or one does not match the tables of the database any more.
  bool begins_anew;
};

struct compass_pq_result {
  const compass_pq *library;
  void *handle;
};

const compass_pq *compass_pq_open(const char *name) {
  return compass_late_open(name, symbols, COMPASS_COUNT(symbols), NULL);
}

char *compass_pq_fault(const compass_pq *library, const char *where) {
  char *words = NULL;
  void *parsed = library->parse(where, &words);
  if (parsed) {
    library->free_parsed(parsed);
    return NULL;
  }
  char *copy = words ? strdup(words) : NULL;
  if (words) library->free_words(words);
  return copy;
}

/// Ignores the notices that PostgreSQL sends. By default libpq would print them to the standard
/// error of this program, together with values of users.
static void hear_nothing(void *closure, const void *result) { (void)closure, (void)result; }

compass_pq_connection *compass_pq_connect(const compass_pq *library, const char *where, int patience) {
  compass_pq_connection *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->library = library;
  connection->patience = patience;
  connection->handle = library->connect(where);
  if (connection->handle) {
    library->set_notice(connection->handle, hear_nothing, NULL);
    // Sending and receiving wait in `poll` with a timeout, because a database that hangs would
    // otherwise block its callers forever.
    if (library->status(connection->handle) == connection_ok) library->set_nonblocking(connection->handle, 1);
    return connection;
  }
  free(connection);
  return NULL;
}

bool compass_pq_is_good(const compass_pq_connection *connection) {
  return connection->library->status(connection->handle) == connection_ok;
}

bool compass_pq_is_fresh(const compass_pq_connection *connection) {
  struct pollfd entry = {.fd = connection->library->socket(connection->handle), .events = POLLIN};
  return compass_pq_is_good(connection) && poll(&entry, 1, 0) == 0;
}

const char *compass_pq_words(const compass_pq_connection *connection) {
  return connection->library->words(connection->handle);
}

static void forget_kept(compass_pq_connection *connection) {
  for (int index = 0; index < connection->kept_count; index++) free(connection->kept[index].text);
  connection->kept_count = 0;
}

void compass_pq_close(compass_pq_connection *connection) {
  forget_kept(connection);
  connection->library->finish(connection->handle);
  free(connection);
}

static compass_pq_result *wrap(const compass_pq *library, void *handle) {
  if (!handle) return NULL;
  compass_pq_result *result = calloc(1, sizeof *result);
  if (!result) {
    library->clear(handle);
    return NULL;
  }
  result->library = library;
  result->handle = handle;
  return result;
}

static int64_t uptime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Waits until the socket is ready for one of the events (to read or to write) and returns the
/// ready ones; returns 0 after the deadline `until`.
static short wait_for(const compass_pq_connection *connection, short events, int64_t until) {
  struct pollfd entry = {.fd = connection->library->socket(connection->handle), .events = events};
  while (true) {
    int64_t left = until - uptime();
    int count = left > 0 ? poll(&entry, 1, (int)left) : 0;
    if (count > 0) return entry.revents;
    if (count == 0 || errno != EINTR) return 0;
  }
}

/// Sends the buffered data. It reads at the same time, because a server that cannot send its
/// responses stops reading.
static bool send_buffered(compass_pq_connection *connection) {
  const compass_pq *library = connection->library;
  int64_t until = uptime() + connection->patience;
  for (int left; (left = library->flush(connection->handle)) != 0;) {
    if (left < 0) return false;
    short came = wait_for(connection, POLLIN | POLLOUT, until);
    if (!came || ((came & POLLIN) && !library->consume(connection->handle))) return false;
  }
  return true;
}

/// Sets `*result` to the next value of `PQgetResult`; it is NULL after the last result of a
/// statement. Returns false if the connection is lost or the server sends nothing for too long.
static bool get_one(compass_pq_connection *connection, void **result) {
  const compass_pq *library = connection->library;
  int64_t until = uptime() + connection->patience;
  *result = NULL;
  while (library->is_busy(connection->handle)) {
    if (!wait_for(connection, POLLIN, until) || !library->consume(connection->handle)) return false;
  }
  *result = library->get_result(connection->handle);
  return true;
}

/// Returns the next result and discards further results of the same statement. Returns NULL if the
/// connection is lost.
static void *next_result(compass_pq_connection *connection) {
  const compass_pq *library = connection->library;
  void *first;
  if (!get_one(connection, &first)) return NULL;
  if (!first || library->result_status(first) == pipeline_sync) return first;
  while (true) {
    void *more;
    if (!get_one(connection, &more)) {
      library->clear(first);
      return NULL;
    }
    if (!more) return first;
    library->clear(more);
  }
}

static const struct kept *find_kept(const compass_pq_connection *connection, const char *text) {
  for (int index = 0; index < connection->kept_count; index++) {
    if (strcmp(connection->kept[index].text, text) == 0) return &connection->kept[index];
  }
  return NULL;
}

static void keep(compass_pq_connection *connection, const char *text, unsigned number) {
  char *copy = connection->kept_count < most_kept ? strdup(text) : NULL;
  if (!copy) {
    connection->begins_anew = true;
    return;
  }
  struct kept *place = &connection->kept[connection->kept_count++];
  place->text = copy;
  snprintf(place->name, name_size, "s%u", number);
}

/// Sends one statement. It is sent as a prepared statement unless its text is too long, because
/// planning a statement anew takes longer than running it.
///
/// If the statement gets a name in the database now, `*made` is set to the number in this name.
/// Otherwise `*made` is 0: the statement was prepared earlier, or is too long for a name.
static bool send_one(compass_pq_connection *connection, const compass_pq_statement *one, unsigned *made) {
  const compass_pq *library = connection->library;
  const struct kept *kept = find_kept(connection, one->text);
  char name[name_size];
  *made = 0;
  if (!kept && strlen(one->text) > longest_kept) {
    return library->send(connection->handle, one->text, one->value_count, NULL, one->values, NULL, NULL, 0);
  }
  if (!kept) {
    *made = ++connection->last_name;
    snprintf(name, name_size, "s%u", *made);
    if (!library->prepare(connection->handle, name, one->text, 0, NULL)) return false;
  }
  return library->send_prepared(
      connection->handle, kept ? kept->name : name, one->value_count, one->values, NULL, NULL, 0);
}

static bool send_all(
    compass_pq_connection *connection, const compass_pq_statement *statements, int count, unsigned *made) {
  const compass_pq *library = connection->library;
  if (connection->begins_anew) {
    if (!library->send_text(connection->handle, "DEALLOCATE ALL") || !send_buffered(connection)) return false;
    void *result = next_result(connection);
    bool is_done = result && library->result_status(result) == command_ok;
    library->clear(result);
    if (!is_done) return false;
    forget_kept(connection);
    connection->begins_anew = false;
  }
  if (!library->enter_pipeline(connection->handle)) return false;
  for (int index = 0; index < count; index++) {
    if (!send_one(connection, &statements[index], &made[index])) return false;
  }
  return library->pipeline_sync(connection->handle) != 0 && send_buffered(connection);
}

/// Returns whether the database rejected a statement because it was prepared earlier and is
/// outdated: a table has changed, or a proxy has switched to another connection.
static bool is_outdated(const compass_pq *library, const void *result) {
  const char *state = library->error_field(result, 'C');
  return state && (strcmp(state, "0A000") == 0 || strcmp(state, "26000") == 0);
}

static int read_all(
    compass_pq_connection *connection, const compass_pq_statement *statements, int count, unsigned *made,
    compass_pq_result **results, compass_pq_result **failure) {
  const compass_pq *library = connection->library;
  int failed = -1;
  int index = 0;
  // The database sends a result for the preparation of each new statement, and a result for the
  // execution of each statement. After the last statement it sends the error of a deferred
  // constraint, if there is one, and a result that marks the end.
  while (true) {
    void *result = next_result(connection);
    if (!result) return -2;
    int status = library->result_status(result);
    if (status == pipeline_sync) {
      library->clear(result);
      break;
    }
    bool is_plan = index < count && made[index] != 0;
    if (status == command_ok || status == tuples_ok || status == empty_query) {
      if (is_plan) {
        keep(connection, statements[index].text, made[index]);
        library->clear(result);
      } else if (index < count) {
        results[index] = wrap(library, result);
      } else {
        library->clear(result);
      }
    } else {
      if (failed < 0 && status != pipeline_aborted) {
        failed = index < count ? index : count;
        connection->begins_anew = connection->begins_anew || is_outdated(library, result);
        *failure = wrap(library, result);
      } else {
        library->clear(result);
      }
      if (library->status(connection->handle) != connection_ok) return -2;
    }
    if (is_plan) {
      made[index] = 0;
    } else {
      index++;
    }
  }
  return library->exit_pipeline(connection->handle) ? failed : -2;
}

int compass_pq_run(
    compass_pq_connection *connection, const compass_pq_statement *statements, int count,
    compass_pq_result **results, compass_pq_result **failure) {
  *failure = NULL;
  for (int index = 0; index < count; index++) results[index] = NULL;
  unsigned *made = calloc((size_t)count + 1, sizeof *made);
  if (!made) return -2;
  int code = send_all(connection, statements, count, made)
      ? read_all(connection, statements, count, made, results, failure) : -2;
  free(made);
  return code;
}

compass_pq_result *compass_pq_script(compass_pq_connection *connection, const char *text) {
  const compass_pq *library = connection->library;
  void *result = library->exec(connection->handle, text);
  int status = result ? library->result_status(result) : fatal_error;
  if (status == command_ok || status == tuples_ok || status == empty_query) {
    library->clear(result);
    return NULL;
  }
  return wrap(library, result);
}

/// The beginning of libpq's `PGnotify`.
struct notification {
  char *channel;
  int sender;
  char *payload;
};

int compass_pq_heard(compass_pq_connection *connection, const char *payload, int wait) {
  const compass_pq *library = connection->library;
  if (wait_for(connection, POLLIN, uptime() + wait) && !library->consume(connection->handle)) return -1;
  if (!compass_pq_is_good(connection)) return -1;
  int count = 0;
  for (struct notification *one; (one = library->notifies(connection->handle));) {
    if (one->payload[0] == '\0' || strcmp(one->payload, payload) == 0) count++;
    library->free_words(one);
  }
  return count;
}

int compass_pq_rows(const compass_pq_result *result) {
  return result->library->row_count(result->handle);
}

int compass_pq_columns(const compass_pq_result *result) {
  return result->library->column_count(result->handle);
}

const char *compass_pq_value(const compass_pq_result *result, int row, int column) {
  if (result->library->is_null(result->handle, row, column)) return NULL;
  return result->library->value(result->handle, row, column);
}

const char *compass_pq_error(const compass_pq_result *result, char part) {
  return result->library->error_field(result->handle, part);
}

void compass_pq_free(compass_pq_result *result) {
  if (!result) return;
  result->library->clear(result->handle);
  free(result);
}
