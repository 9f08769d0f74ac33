#pragma once

#include <stdbool.h>
#include <stddef.h>

// The few functions of libpq that the server needs. The library is loaded when it is first used
// (decision 5). A connection must be used by one thread only.

typedef struct compass_pq compass_pq;
typedef struct compass_pq_connection compass_pq_connection;
typedef struct compass_pq_result compass_pq_result;

/// Loads libpq from the file `library` and returns its functions; NULL if it is missing or lacks
/// one of the functions.
const compass_pq *compass_pq_open(const char *library);

/// Returns what is wrong with a connection string, without connecting; NULL if it can be read or if
/// there is not enough memory. The caller frees the words, which may contain passwords.
char *compass_pq_fault(const compass_pq *library, const char *where);

/// Connects to a database and returns when the connection has succeeded or failed. Returns NULL if
/// there is not enough memory; `compass_pq_words` describes other failures.
///
/// If the server sends nothing for `patience` milliseconds during a later call, the connection
/// counts as broken, because a server that hangs keeps its connections open.
compass_pq_connection *compass_pq_connect(const compass_pq *library, const char *where, int patience);
bool compass_pq_is_good(const compass_pq_connection *connection);
/// Returns whether a connection that was idle can still be used. It cannot if it is closed, or if
/// the server has sent data without a request, because the server is then about to close it.
bool compass_pq_is_fresh(const compass_pq_connection *connection);
/// Returns libpq's message about the last error of the connection. It may contain the names of
/// hosts, users and databases, so it must not be shown to users.
const char *compass_pq_words(const compass_pq_connection *connection);
void compass_pq_close(compass_pq_connection *connection);

typedef struct {
  const char *text;
  /// The values of `$1`, `$2` and so on as texts; NULL for an SQL null. The statement determines
  /// their types.
  const char *const *values;
  int value_count;
} compass_pq_statement;

/// Runs statements in one round trip as one transaction: either all of them take effect or none.
///
/// `results` receives one result for each statement, and NULL for the first statement that did not
/// run and for all later ones. The caller frees the results and the error in `*failure`.
///
/// Returns -1 for success, the index of the failed statement, or `count` if the commit failed.
/// Returns -2 if the connection broke or the memory is not enough; the outcome is then unknown.
int compass_pq_run(
    compass_pq_connection *connection, const compass_pq_statement *statements, int count,
    compass_pq_result **results, compass_pq_result **failure);

/// Runs an SQL script as one query. Returns NULL if it succeeds, otherwise the error.
compass_pq_result *compass_pq_script(compass_pq_connection *connection, const char *text);

/// Waits for notifications on the channels that the connection listens to, for `wait` milliseconds
/// at most. Returns the number of those that came with this payload or none, or -1 if the
/// connection is lost.
int compass_pq_heard(compass_pq_connection *connection, const char *payload, int wait);

int compass_pq_rows(const compass_pq_result *result);
int compass_pq_columns(const compass_pq_result *result);
/// Returns a value as text; NULL for an SQL null.
const char *compass_pq_value(const compass_pq_result *result, int row, int column);
/// Returns a part of an error, or NULL if the error does not have it: 'C' is the SQLSTATE, 'M' the
/// message, 'D' the details and 'H' the hint.
const char *compass_pq_error(const compass_pq_result *result, char part);
void compass_pq_free(compass_pq_result *result);
