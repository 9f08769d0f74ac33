#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

// The functions of libmicrohttpd that serving needs, loaded at first use (decision 5). Their options are variadic, so Swift
// cannot call them. All functions here are called on one thread, the server's own.

typedef struct compass_microhttpd compass_microhttpd;
typedef struct compass_daemon compass_daemon;
typedef struct compass_connection compass_connection;
typedef struct compass_answer compass_answer;

/// NULL when the library is missing or has another interface than expected.
const compass_microhttpd *compass_microhttpd_open(const char *library);

/// Return values of callbacks, and the two ends of a body.
enum {
  compass_http_close = 0,
  compass_http_go_on = 1,
};
extern const ssize_t compass_http_body_ends;
extern const ssize_t compass_http_body_breaks_off;

/// The callbacks of the library; `context` is that of `compass_daemon_start`.
typedef struct {
  /// A connection opens. The return value is the `link` argument of all later calls for it.
  void *(*opened)(void *context, compass_connection *connection);
  /// The connection and any exchange on it have ended.
  void (*closed)(void *link);
  /// The request line has been read; `target` is unchanged.
  void (*asked)(void *link, const char *target);
  /// Called with the headers, then for each piece of the body, then without a piece. `count` becomes the unread rest of the piece.
  int (*received)(
      void *link, const char *method, const char *version, const char *piece, size_t *count);
  /// The exchange is over; `is_whole` when the complete answer has been passed to the system.
  void (*completed)(void *link, bool is_whole);
  /// An error message of the library.
  void (*said)(void *context, const char *words);
} compass_daemon_calls;

typedef struct {
  /// A bound and listening socket, which the library takes over.
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

/// NULL when the library refuses to start, for example because it cannot use the certificate.
compass_daemon *compass_daemon_start(
    const compass_microhttpd *library, compass_daemon_options options, compass_daemon_calls calls,
    void *context);

/// Readable when `compass_daemon_run` has work.
int compass_daemon_descriptor(const compass_daemon *daemon);

/// Does all work that is possible without waiting.
void compass_daemon_run(const compass_daemon *daemon);

/// Milliseconds until the next run is needed even without network activity; -1 for never.
int64_t compass_daemon_pause(const compass_daemon *daemon);

/// Accepts no more connections and returns the listening socket to the caller. -1 when that fails.
int compass_daemon_stop_listening(const compass_daemon *daemon);

/// No connection may be suspended, or the library ends the process.
void compass_daemon_free(compass_daemon *daemon);

int compass_connection_socket(const compass_daemon *daemon, compass_connection *connection);
const struct sockaddr *compass_connection_address(
    const compass_daemon *daemon, compass_connection *connection);

/// Calls `each` with every header as received.
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

/// An answer with a complete body; the bytes are copied.
compass_answer *compass_answer_of_bytes(
    const compass_daemon *daemon, const void *bytes, size_t count);

/// An answer whose body `pull` returns piece by piece: a count, 0 after suspending, or one of the two ends above.
/// A negative `length` is unknown.
compass_answer *compass_answer_of_stream(
    const compass_daemon *daemon, int64_t length, void *link,
    ssize_t (*pull)(void *link, uint64_t position, char *buffer, size_t room));

bool compass_answer_add(
    const compass_daemon *daemon, compass_answer *answer, const char *name, const char *value);

/// Sends the answer and releases it.
bool compass_answer_send(
    const compass_daemon *daemon, compass_connection *connection, unsigned status,
    compass_answer *answer);

/// A descriptor that is readable from `ring` until `silence`; -1 when the system cannot create one. Swift does not import the
/// system calls for it.
int compass_bell_make(void);
void compass_bell_ring(int bell);
void compass_bell_silence(int bell);
