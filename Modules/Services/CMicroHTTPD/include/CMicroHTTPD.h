#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

// The functions of libmicrohttpd that the HTTP server needs. The library is loaded when it is first
// used (decision 5). Swift cannot call it directly, because its options are variadic. All functions
// here must be called on the server's own thread.

typedef struct compass_microhttpd compass_microhttpd;
typedef struct compass_daemon compass_daemon;
typedef struct compass_connection compass_connection;
typedef struct compass_answer compass_answer;

/// Loads libmicrohttpd from the file `library` and returns its functions; NULL if it is missing or
/// lacks one of the functions.
const compass_microhttpd *compass_microhttpd_open(const char *library);

/// The return values of `received`, and the two values with which `pull` of a streamed response
/// says that the body is complete or is broken off.
enum {
  compass_http_close = 0,
  compass_http_go_on = 1,
};
extern const ssize_t compass_http_body_ends;
extern const ssize_t compass_http_body_breaks_off;

/// The callbacks of libmicrohttpd. Their argument `context` is the one given to
/// `compass_daemon_start`.
typedef struct {
  /// Called when a client connects. All later calls for the connection get the return value as
  /// `link`.
  void *(*opened)(void *context, compass_connection *connection);
  /// Called when the connection is closed and its last request has ended.
  void (*closed)(void *link);
  /// Called when the request line has been read. `target` is the path and query of the request as
  /// the client sent them, with all escapes such as `%20`.
  void (*asked)(void *link, const char *target);
  /// Called after the headers have arrived, then for each piece of the request body, and finally
  /// without a piece. The callback sets `count` to the number of bytes at the end of the piece that
  /// it did not read; they are passed again later.
  int (*received)(
      void *link, const char *method, const char *version, const char *piece, size_t *count);
  /// Called when a request has ended. `is_whole` is true if the complete response was passed to the
  /// operating system.
  void (*completed)(void *link, bool is_whole);
  /// Called with an error message of libmicrohttpd, for a log.
  void (*said)(void *context, const char *words);
} compass_daemon_calls;

typedef struct {
  /// A bound socket that listens. libmicrohttpd closes it when it stops.
  int socket;
  size_t memory_for_connection;
  unsigned connections;
  /// The largest number of connections from one IP address; 0 for no limit.
  unsigned connections_for_address;
  unsigned idle_seconds;
  /// The certificate and the key in PEM format; NULL for a server without TLS.
  const char *certificate;
  const char *key;
} compass_daemon_options;

/// Starts libmicrohttpd. Returns NULL if it cannot start, for example because it cannot use the
/// certificate.
compass_daemon *compass_daemon_start(
    const compass_microhttpd *library, compass_daemon_options options, compass_daemon_calls calls,
    void *context);

/// Returns a file descriptor that is readable when `compass_daemon_run` has work to do.
int compass_daemon_descriptor(const compass_daemon *daemon);

/// Transfers the bytes of all connections as far as that is possible without waiting, and calls the
/// callbacks.
void compass_daemon_run(const compass_daemon *daemon);

/// Returns the milliseconds after which `compass_daemon_run` has to be called even if there is no
/// network activity; -1 if it does not have to.
int64_t compass_daemon_pause(const compass_daemon *daemon);

/// Stops accepting connections and gives the listening socket back to the caller. Returns -1 if
/// that fails.
int compass_daemon_stop_listening(const compass_daemon *daemon);

/// Stops libmicrohttpd and releases the object. No connection may be suspended, because
/// libmicrohttpd would then end the process.
void compass_daemon_free(compass_daemon *daemon);

int compass_connection_socket(const compass_daemon *daemon, compass_connection *connection);
const struct sockaddr *compass_connection_address(
    const compass_daemon *daemon, compass_connection *connection);

/// Calls `each` for every header of the request, with the header as it was received.
void compass_connection_headers(
    const compass_daemon *daemon, compass_connection *connection, void *closure,
    void (*each)(
        void *closure, const char *name, size_t name_count, const char *value,
        size_t value_count));

/// Returns whether libmicrohttpd has read the whole head of the request. Otherwise it has skipped a
/// part: the text after a NUL byte, or a header that continues in a second line. Such a request
/// must be rejected, because a proxy may have read the skipped part.
///
/// The function must be called before the body is read, with the texts that `asked` and `received`
/// got.
bool compass_connection_head_is_whole(
    const compass_daemon *daemon, compass_connection *connection, const char *method,
    const char *target, size_t target_count, const char *version);

/// Suspends a connection. Until it is resumed, no callback is called for it, and the library does
/// not notice if the client disconnects.
void compass_connection_suspend(const compass_daemon *daemon, compass_connection *connection);
void compass_connection_resume(const compass_daemon *daemon, compass_connection *connection);

/// Creates a response with a complete body, whose bytes are copied.
compass_answer *compass_answer_of_bytes(
    const compass_daemon *daemon, const void *bytes, size_t count);

/// Creates a response whose body comes from `pull`, piece by piece. `pull` returns the number of
/// bytes that it wrote, 0 after it has suspended the connection, or `compass_http_body_ends` or
/// `compass_http_body_breaks_off`. A negative `length` means that the length is unknown.
compass_answer *compass_answer_of_stream(
    const compass_daemon *daemon, int64_t length, void *link,
    ssize_t (*pull)(void *link, uint64_t position, char *buffer, size_t room));

bool compass_answer_add(
    const compass_daemon *daemon, compass_answer *answer, const char *name, const char *value);

/// Sends the response and releases it.
bool compass_answer_send(
    const compass_daemon *daemon, compass_connection *connection, unsigned status,
    compass_answer *answer);
