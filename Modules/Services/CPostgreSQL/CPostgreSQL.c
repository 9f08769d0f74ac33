#include "CPostgreSQL.h"

#include "CLateLoading.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// These constants and functions are copied from libpq-fe.h of libpq 15, whose ABI has the soname
// libpq.so.5.
enum {
  connection_ok = 0,
  command_ok = 1,
  tuples_ok = 2,
  empty_query = 0,
  copy_out = 3,
  copy_in = 4,
  copy_both = 8,
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
  each(int, length, "PQgetlength", (const void *result, int row, int column)) \
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

/// A statement that was sent.
struct sent {
  /// The text of a statement that gets a name in the database now, until the database has prepared
  /// it; NULL for one that was prepared earlier or is too long for a name.
  char *new_text;
  char name[name_size];
  void *result;
};

struct compass_pq_connection {
  const compass_pq *library;
  void *handle;
  struct kept kept[most_kept];
  int kept_count;
  unsigned last_name;
  /// Whether all prepared statements must be deleted before the next statements run, because there
  /// are too many of them or one does not match the tables of the database any more.
  bool begins_anew;
  /// The statements that were sent last, and the number of them whose results have arrived.
  struct sent *sent;
  int sent_count, next;
  /// The number of ends of a pipeline that come before the one of these statements.
  int ends_before;
  /// Whether a result of the current statement has arrived, and only the NULL behind it has not.
  bool has_result;
  /// The index of the statement that failed, and its error.
  int failed;
  void *failure;
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

compass_pq_connection *compass_pq_connect(const compass_pq *library, const char *where) {
  compass_pq_connection *connection = calloc(1, sizeof *connection);
  if (!connection) return NULL;
  connection->library = library;
  connection->handle = library->connect(where);
  if (connection->handle) {
    library->set_notice(connection->handle, hear_nothing, NULL);
    // Sending and receiving do not wait, because a database that hangs would block its callers.
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

int compass_pq_socket(const compass_pq_connection *connection) {
  return connection->library->socket(connection->handle);
}

static void forget_kept(compass_pq_connection *connection) {
  for (int index = 0; index < connection->kept_count; index++) free(connection->kept[index].text);
  connection->kept_count = 0;
}

void compass_pq_close(compass_pq_connection *connection) {
  forget_kept(connection);
  compass_pq_end(connection);
  connection->library->finish(connection->handle);
  free(connection);
}

static const struct kept *find_kept(const compass_pq_connection *connection, const char *text) {
  for (int index = 0; index < connection->kept_count; index++) {
    if (strcmp(connection->kept[index].text, text) == 0) return &connection->kept[index];
  }
  return NULL;
}

static void keep(compass_pq_connection *connection, const char *text, const char *name) {
  char *copy = connection->kept_count < most_kept ? strdup(text) : NULL;
  if (!copy) {
    connection->begins_anew = true;
    return;
  }
  struct kept *place = &connection->kept[connection->kept_count++];
  place->text = copy;
  memcpy(place->name, name, name_size);
}

/// Sends one statement. It is sent as a prepared statement unless its text is too long, because
/// planning a statement anew takes longer than running it.
static bool send_one(compass_pq_connection *connection, const compass_pq_statement *one, struct sent *sent) {
  const compass_pq *library = connection->library;
  const struct kept *kept = find_kept(connection, one->text);
  if (!kept && strlen(one->text) > longest_kept) {
    return library->send(connection->handle, one->text, one->value_count, NULL, one->values, NULL, NULL, 0);
  }
  if (!kept) {
    snprintf(sent->name, name_size, "s%u", ++connection->last_name);
    sent->new_text = strdup(one->text);
    if (!sent->new_text) return false;
    if (!library->prepare(connection->handle, sent->name, one->text, 0, NULL)) return false;
  }
  return library->send_prepared(
      connection->handle, kept ? kept->name : sent->name, one->value_count, one->values, NULL, NULL, 0);
}

/// Sends the statements of `sent`, and an end, in one pipeline.
static bool send_all(compass_pq_connection *connection, const compass_pq_statement *statements, int count) {
  const compass_pq *library = connection->library;
  if (!library->enter_pipeline(connection->handle)) return false;
  if (connection->begins_anew) {
    if (!library->send(connection->handle, "DEALLOCATE ALL", 0, NULL, NULL, NULL, NULL, 0)) return false;
    if (!library->pipeline_sync(connection->handle)) return false;
    forget_kept(connection);
    connection->begins_anew = false;
    connection->ends_before = 1;
  }
  for (int index = 0; index < count; index++) {
    if (!send_one(connection, &statements[index], &connection->sent[index])) return false;
  }
  return library->pipeline_sync(connection->handle) != 0;
}

/// Returns whether the database rejected a statement because it was prepared earlier and is
/// outdated: a table has changed, or a proxy has switched to another connection.
static bool is_outdated(const compass_pq *library, const void *result) {
  const char *state = library->error_field(result, 'C');
  return state && (strcmp(state, "0A000") == 0 || strcmp(state, "26000") == 0);
}

void compass_pq_end(compass_pq_connection *connection) {
  const compass_pq *library = connection->library;
  for (int index = 0; index < connection->sent_count; index++) {
    free(connection->sent[index].new_text);
    if (connection->sent[index].result) library->clear(connection->sent[index].result);
  }
  free(connection->sent);
  connection->sent = NULL;
  connection->sent_count = 0;
  if (connection->failure) library->clear(connection->failure);
  connection->failure = NULL;
}

/// Keeps or frees the result of the next preparation or execution. Returns false if the connection
/// is lost.
///
/// The database sends a result for the preparation of each new statement, and a result for the
/// execution of each statement. After the last statement it sends the error of a deferred
/// constraint, if there is one.
static bool take(compass_pq_connection *connection, void *result) {
  const compass_pq *library = connection->library;
  int status = library->result_status(result);
  bool is_good = status == command_ok || status == tuples_ok || status == empty_query;
  if (connection->ends_before > 0) {
    library->clear(result);
    return is_good;
  }
  int index = connection->next;
  struct sent *sent = index < connection->sent_count ? &connection->sent[index] : NULL;
  bool is_plan = sent && sent->new_text;
  if (is_good && is_plan) keep(connection, sent->new_text, sent->name);
  if (is_good && sent && !is_plan) {
    sent->result = result;
  } else if (!is_good && !connection->failure && status != pipeline_aborted) {
    connection->failed = index;
    connection->begins_anew = connection->begins_anew || is_outdated(library, result);
    connection->failure = result;
  } else {
    library->clear(result);
  }
  if (is_plan) {
    free(sent->new_text);
    sent->new_text = NULL;
  } else {
    connection->next++;
  }
  return is_good || library->status(connection->handle) == connection_ok;
}

static int flushed(compass_pq_connection *connection) {
  int left = connection->library->flush(connection->handle);
  if (left < 0) return compass_pq_lost;
  return left > 0 ? compass_pq_waits_to_send : compass_pq_waits;
}

int compass_pq_begin(compass_pq_connection *connection, const compass_pq_statement *statements, int count) {
  compass_pq_end(connection);
  connection->sent = calloc((size_t)count + 1, sizeof *connection->sent);
  if (!connection->sent) return compass_pq_lost;
  connection->sent_count = count;
  connection->next = 0;
  connection->failed = compass_pq_succeeded;
  connection->ends_before = 0;
  connection->has_result = false;
  return send_all(connection, statements, count) ? flushed(connection) : compass_pq_lost;
}

int compass_pq_proceed(compass_pq_connection *connection) {
  const compass_pq *library = connection->library;
  // It reads also while it sends, because a server that cannot send its responses stops reading.
  if (!library->consume(connection->handle)) return compass_pq_lost;
  int step = flushed(connection);
  while (step != compass_pq_lost && !library->is_busy(connection->handle)) {
    void *result = library->get_result(connection->handle);
    if (!result) {
      // A NULL ends the results of one statement.
      if (!connection->has_result) return compass_pq_lost;
      connection->has_result = false;
      continue;
    }
    int status = library->result_status(result);
    // A statement that copies has no end among the results, and this connection cannot serve it.
    if (status == copy_out || status == copy_in || status == copy_both) {
      library->clear(result);
      return compass_pq_lost;
    }
    if (status == pipeline_sync) {
      library->clear(result);
      if (connection->ends_before-- > 0) continue;
      return library->exit_pipeline(connection->handle) ? connection->failed : compass_pq_lost;
    }
    // Further results of the same statement are dropped.
    if (connection->has_result) {
      library->clear(result);
    } else if (!take(connection, result)) {
      return compass_pq_lost;
    }
    connection->has_result = true;
  }
  return step;
}

bool compass_pq_script(compass_pq_connection *connection, const char *text) {
  const compass_pq *library = connection->library;
  compass_pq_end(connection);
  void *result = library->exec(connection->handle, text);
  int status = result ? library->result_status(result) : fatal_error;
  if (status == command_ok || status == tuples_ok || status == empty_query) {
    library->clear(result);
    return true;
  }
  connection->failure = result;
  return false;
}

/// The beginning of libpq's `PGnotify`.
struct notification {
  char *channel;
  int sender;
  char *payload;
};

int compass_pq_heard(compass_pq_connection *connection, const char *payload, int wait) {
  const compass_pq *library = connection->library;
  struct pollfd entry = {.fd = library->socket(connection->handle), .events = POLLIN};
  // A wait that a signal ends is shorter, which does no harm.
  if (poll(&entry, 1, wait) > 0 && !library->consume(connection->handle)) return -1;
  if (!compass_pq_is_good(connection)) return -1;
  int count = 0;
  for (struct notification *one; (one = library->notifies(connection->handle));) {
    if (one->payload[0] == '\0' || strcmp(one->payload, payload) == 0) count++;
    library->free_words(one);
  }
  return count;
}

int compass_pq_rows(const compass_pq_connection *connection, int statement) {
  void *result = connection->sent[statement].result;
  return result ? connection->library->row_count(result) : 0;
}

int compass_pq_columns(const compass_pq_connection *connection, int statement) {
  void *result = connection->sent[statement].result;
  return result ? connection->library->column_count(result) : 0;
}

const char *compass_pq_value(const compass_pq_connection *connection, int statement, int row, int column) {
  void *result = connection->sent[statement].result;
  if (connection->library->is_null(result, row, column)) return NULL;
  return connection->library->value(result, row, column);
}

size_t compass_pq_size(const compass_pq_connection *connection) {
  const compass_pq *library = connection->library;
  size_t size = 0;
  for (int statement = 0; statement < connection->sent_count; statement++) {
    int rows = compass_pq_rows(connection, statement), columns = compass_pq_columns(connection, statement);
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        size += (size_t)library->length(connection->sent[statement].result, row, column);
      }
    }
  }
  return size;
}

const char *compass_pq_error(const compass_pq_connection *connection, char part) {
  return connection->failure ? connection->library->error_field(connection->failure, part) : NULL;
}
