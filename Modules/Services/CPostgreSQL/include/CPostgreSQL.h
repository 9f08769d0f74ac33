#pragma once

#include <stdbool.h>
#include <stddef.h>

// The few functions of libpq that the server needs. The library is loaded when it is first used
// (decision 5). A connection must be used by one thread at a time.

typedef struct compass_pq compass_pq;
typedef struct compass_pq_connection compass_pq_connection;

/// Loads libpq from the file `library` and returns its functions; NULL if it is missing or lacks
/// one of the functions.
const compass_pq *compass_pq_open(const char *library);

/// Returns what is wrong with a connection string, without connecting; NULL if it can be read or if
/// there is not enough memory. The caller frees the words, which may contain passwords.
char *compass_pq_fault(const compass_pq *library, const char *where);

/// Connects to a database and returns when the connection has succeeded or failed. Returns NULL if
/// there is not enough memory; `compass_pq_words` describes other failures.
compass_pq_connection *compass_pq_connect(const compass_pq *library, const char *where);
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

/// The results of `compass_pq_begin` and `compass_pq_proceed`. A result of zero or more is the index
/// of the statement that failed, or their number if the commit failed.
enum {
  compass_pq_succeeded = -1,
  /// The connection broke or the memory is not enough; the outcome is unknown.
  compass_pq_lost = -2,
  /// The responses have not arrived: proceed when the socket can be read.
  compass_pq_waits = -3,
  /// Not everything is sent: proceed when the socket can be read or written.
  compass_pq_waits_to_send = -4,
};

/// Sends statements that run in one round trip as one transaction: either all of them take effect
/// or none. It does not wait; `compass_pq_proceed` is called until it returns another result than
/// one of those that wait.
int compass_pq_begin(compass_pq_connection *connection, const compass_pq_statement *statements, int count);
int compass_pq_proceed(compass_pq_connection *connection);
/// The socket of the connection.
int compass_pq_socket(const compass_pq_connection *connection);

/// Runs an SQL script as one query, and waits until it has ended. Returns whether it succeeded.
bool compass_pq_script(compass_pq_connection *connection, const char *text);

/// Frees the results and the error of the last statements or script.
void compass_pq_end(compass_pq_connection *connection);

/// Waits for notifications on the channels that the connection listens to, for `wait` milliseconds
/// at most. Returns the number of those that came with this payload or none, or -1 if the
/// connection is lost.
int compass_pq_heard(compass_pq_connection *connection, const char *payload, int wait);

/// The number of rows of a statement's result; 0 if the statement did not run.
int compass_pq_rows(const compass_pq_connection *connection, int statement);
int compass_pq_columns(const compass_pq_connection *connection, int statement);
/// Returns a value of a statement's result as text; NULL for an SQL null.
const char *compass_pq_value(const compass_pq_connection *connection, int statement, int row, int column);
/// The number of bytes of all values of the last statements' results.
size_t compass_pq_size(const compass_pq_connection *connection);
/// Returns a part of the error of the last statements or script, or NULL if there is none: 'C' is
/// the SQLSTATE, 'M' the message, 'D' the details and 'H' the hint.
const char *compass_pq_error(const compass_pq_connection *connection, char part);
