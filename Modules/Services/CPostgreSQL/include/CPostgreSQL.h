#pragma once

#include <stdbool.h>
#include <stddef.h>

// The few functions of libpq that the server needs, loaded at first use (decision 5). A connection is used by one thread.

typedef struct compass_pq compass_pq;
typedef struct compass_pq_connection compass_pq_connection;
typedef struct compass_pq_result compass_pq_result;

/// NULL when the library is missing or is another one than expected.
const compass_pq *compass_pq_open(const char *library);

/// Connects and waits for it; NULL when there is no memory. One that failed has words.
///
/// After `patience` milliseconds without a sign of the server a connection counts as broken: one that hangs keeps it open.
compass_pq_connection *compass_pq_connect(const compass_pq *library, const char *where, int patience);
bool compass_pq_is_good(const compass_pq_connection *connection);
/// Whether a connection that lay idle is still one: a server that says something unasked says goodbye.
bool compass_pq_is_fresh(const compass_pq_connection *connection);
/// What the library says went wrong; it may name hosts, users and databases.
const char *compass_pq_words(const compass_pq_connection *connection);
void compass_pq_close(compass_pq_connection *connection);

typedef struct {
  const char *text;
  /// Values of `$1` and on, as text; NULL for null. The statement says their types.
  const char *const *values;
  int value_count;
} compass_pq_statement;

/// Runs statements in one round trip and one transaction: all of it is done, or nothing.
///
/// `results` gets one for each statement, NULL from the one on that did not run, to be freed. The return value is the one that
/// failed, `count` for the end of the transaction, -1 when all is done, and -2 when the connection broke: nobody knows then.
/// What failed is `*failure`, to be freed.
int compass_pq_run(
    compass_pq_connection *connection, const compass_pq_statement *statements, int count,
    compass_pq_result **results, compass_pq_result **failure);

/// Runs a file's worth of statements as one; NULL when it is done, otherwise what failed.
compass_pq_result *compass_pq_script(compass_pq_connection *connection, const char *text);

int compass_pq_rows(const compass_pq_result *result);
int compass_pq_columns(const compass_pq_result *result);
/// NULL for null.
const char *compass_pq_value(const compass_pq_result *result, int row, int column);
/// A part of an error: 'C' the state, 'M' the message, 'D' the details, 'H' the hint; NULL when there is none.
const char *compass_pq_error(const compass_pq_result *result, char part);
void compass_pq_free(compass_pq_result *result);

/// A count that threads wait for: `ring` adds one, `wait` takes one. -1 when there is none to be had.
int compass_pq_bell_make(void);
void compass_pq_bell_ring(int bell);
void compass_pq_bell_wait(int bell);
