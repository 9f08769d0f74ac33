#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

// What serving pages needs of libmicrohttpd, loaded at first use (decision 5). Its options are variadic, which Swift cannot
// call. Everything here is called from one thread, the server's own.

typedef struct compass_microhttpd compass_microhttpd;
typedef struct compass_daemon compass_daemon;
typedef struct compass_connection compass_connection;
typedef struct compass_answer compass_answer;

/// NULL when the library is missing or is another one than expected.
const compass_microhttpd *compass_microhttpd_open(const char *library);

/// What the library answers a callback with, and how it ends a body.
enum {
  compass_http_close = 0,
  compass_http_go_on = 1,
};
extern const ssize_t compass_http_body_ends;
extern const ssize_t compass_http_body_breaks_off;

/// What the library calls; `context` is that of `compass_daemon_start`.
typedef struct {
  /// A connection begins. What it returns is `link` of everything that follows on it.
  void *(*opened)(void *context, compass_connection *connection);
  /// It is over, and so is whatever was under way on it.
  void (*closed)(void *link);
  /// The first line has been read; `target` as it was sent.
  void (*asked)(void *link, const char *target);
  /// Once with the headers, then with each piece of the body, then with none. `count` becomes what was left of the piece.
  int (*received)(
      void *link, const char *method, const char *version, const char *piece, size_t *count);
  /// The exchange is over; `is_whole` when the answer has been handed to the system.
  void (*completed)(void *link, bool is_whole);
  /// The library's own words on what went wrong.
  void (*said)(void *context, const char *words);
} compass_daemon_calls;

typedef struct {
  /// Bound and listening; given to the library.
  int socket;
  size_t memory_for_connection;
  unsigned connections;
  /// 0 for no limit.
  unsigned connections_for_address;
  unsigned idle_seconds;
  /// PEM; NULL without TLS.
  const char *certificate;
  const char *key;
} compass_daemon_options;

/// NULL when the library refuses, as for a certificate it cannot use.
compass_daemon *compass_daemon_start(
    const compass_microhttpd *library, compass_daemon_options options, compass_daemon_calls calls,
    void *context);

/// Readable when `compass_daemon_run` has something to do.
int compass_daemon_descriptor(const compass_daemon *daemon);

/// Does what can be done without waiting.
void compass_daemon_run(const compass_daemon *daemon);

/// Milliseconds until it must run again all the same; -1 for never.
int64_t compass_daemon_pause(const compass_daemon *daemon);

/// Takes no more connections; the listening socket is the caller's again. -1 when that fails.
int compass_daemon_stop_listening(const compass_daemon *daemon);

/// No connection may be suspended: the library ends the process otherwise.
void compass_daemon_free(compass_daemon *daemon);

int compass_connection_socket(const compass_daemon *daemon, compass_connection *connection);
const struct sockaddr *compass_connection_address(
    const compass_daemon *daemon, compass_connection *connection);

/// Each header as it came.
void compass_connection_headers(
    const compass_daemon *daemon, compass_connection *connection, void *closure,
    void (*each)(
        void *closure, const char *name, size_t name_count, const char *value,
        size_t value_count));

/// Whether nothing in the first line and the headers was passed over: a NUL, which ends a text for the library, or a header that
/// goes on in a second line. To be asked before the body is taken, with what `asked` and `received` gave.
bool compass_connection_head_is_whole(
    const compass_daemon *daemon, compass_connection *connection, const char *method,
    const char *target, size_t target_count, const char *version);

/// Nothing is called for a suspended connection, and nobody watches it, until it is resumed.
void compass_connection_suspend(const compass_daemon *daemon, compass_connection *connection);
void compass_connection_resume(const compass_daemon *daemon, compass_connection *connection);

/// An answer with a body that is there; the bytes are copied.
compass_answer *compass_answer_of_bytes(
    const compass_daemon *daemon, const void *bytes, size_t count);

/// An answer whose body `pull` gives, piece by piece: a count, 0 after suspending, or one of the two ends above.
/// A `length` below 0 is an unknown one.
compass_answer *compass_answer_of_stream(
    const compass_daemon *daemon, int64_t length, void *link,
    ssize_t (*pull)(void *link, uint64_t position, char *buffer, size_t room));

bool compass_answer_add(
    const compass_daemon *daemon, compass_answer *answer, const char *name, const char *value);

/// Sends it, and lets it go.
bool compass_answer_send(
    const compass_daemon *daemon, compass_connection *connection, unsigned status,
    compass_answer *answer);

/// A descriptor that is readable from the first ring until it is silenced; -1 when the system has none to give. Swift does not
/// see the system's calls for it.
int compass_bell_make(void);
void compass_bell_ring(int bell);
void compass_bell_silence(int bell);
