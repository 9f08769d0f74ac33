#pragma once

#include <stdbool.h>
#include <stddef.h>

// The few functions of libpq that the server needs, loaded at first use (decision 5). One thread uses a connection.

typedef struct compass_pq compass_pq;
typedef struct compass_pq_connection compass_pq_connection;
typedef struct compass_pq_result compass_pq_result;

/// NULL when the library is missing or has another interface than expected.
const compass_pq *compass_pq_open(const char *library);

/// Connects and waits until it has succeeded or failed. NULL when memory is short; `compass_pq_words` describes a failure.
///
/// After `patience` milliseconds without a sign of the server the connection counts as broken: a hung server keeps it open.
compass_pq_connection *compass_pq_connect(const compass_pq *library, const char *where, int patience);
bool compass_pq_is_good(const compass_pq_connection *connection);
/// Whether an idle connection is still usable. A server that sends data without a request is closing the connection.
bool compass_pq_is_fresh(const compass_pq_connection *connection);
/// The library's error message; it may name hosts, users and databases.
const char *compass_pq_words(const compass_pq_connection *connection);
void compass_pq_close(compass_pq_connection *connection);

typedef struct {
  const char *text;
  /// Values of `$1` and so on, as text; NULL for null. The statement determines their types.
  const char *const *values;
  int value_count;
} compass_pq_statement;

/// Runs statements in one round trip and one transaction: either all take effect or none.
///
/// `results` receives one result for each statement, and NULL from the first one on that did not run; the caller frees them.
/// The return value is the index of the failed statement, `count` for a failed commit, -1 for success, and -2 when the connection
/// broke and the outcome is unknown. `*failure` is the error, which the caller frees.
int compass_pq_run(
    compass_pq_connection *connection, const compass_pq_statement *statements, int count,
    compass_pq_result **results, compass_pq_result **failure);

/// Runs the statements of a file as one; NULL on success, otherwise the error.
compass_pq_result *compass_pq_script(compass_pq_connection *connection, const char *text);

int compass_pq_rows(const compass_pq_result *result);
int compass_pq_columns(const compass_pq_result *result);
/// NULL for null.
const char *compass_pq_value(const compass_pq_result *result, int row, int column);
/// A part of an error: 'C' the state, 'M' the message, 'D' the details, 'H' the hint; NULL when it is missing.
const char *compass_pq_error(const compass_pq_result *result, char part);
void compass_pq_free(compass_pq_result *result);
