#include "CMicroHTTPD.h"

#include "CLateLoading.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// These constants and functions are copied from microhttpd.h of libmicrohttpd 0.9.75 (soname
// libmicrohttpd.so.12). The library is loaded at run time, so the program is built without its
// header.
enum {
  use_error_log = 1,
  use_tls = 2,
  use_epoll = 512,
  allow_suspend = 8192 | 1024,

  option_end = 0,
  option_memory = 1,
  option_connections = 2,
  option_idle_seconds = 3,
  option_completed = 4,
  option_per_address = 5,
  option_asked = 7,
  option_key = 8,
  option_certificate = 9,
  option_priorities = 11,
  option_socket = 12,
  option_logger = 13,
  option_unescape = 16,
  option_notify = 27,
  option_sigpipe_is_blocked = 33,

  info_address = 2,
  info_socket = 6,
  info_socket_context = 7,
  info_epoll = 3,
  info_head_size = 10,

  kind_header = 1,
  must_copy = 2,
  connection_started = 0,
  completed_whole = 0,
  block_size = 16 * 1024,
  words_size = 512,
};

const ssize_t compass_http_body_ends = -1;
const ssize_t compass_http_body_breaks_off = -2;

#define FUNCTIONS(each) \
  each(void *, start, "MHD_start_daemon", \
      (unsigned flags, uint16_t port, void *accept, void *accept_closure, void *handler, \
       void *handler_closure, ...)) \
  each(void, stop, "MHD_stop_daemon", (void *daemon)) \
  each(int, quiesce, "MHD_quiesce_daemon", (void *daemon)) \
  each(int, run, "MHD_run", (void *daemon)) \
  each(int, timeout, "MHD_get_timeout", (void *daemon, unsigned long long *milliseconds)) \
  each(const void *, daemon_info, "MHD_get_daemon_info", (void *daemon, int kind, ...)) \
  each(const void *, connection_info, "MHD_get_connection_info", \
      (compass_connection *connection, int kind, ...)) \
  each(int, values, "MHD_get_connection_values_n", \
      (compass_connection *connection, int kind, void *each, void *closure)) \
  each(void, suspend, "MHD_suspend_connection", (compass_connection *connection)) \
  each(void, resume, "MHD_resume_connection", (compass_connection *connection)) \
  each(void *, from_buffer, "MHD_create_response_from_buffer", (size_t count, void *bytes, int mode)) \
  each(void *, from_callback, "MHD_create_response_from_callback", \
      (uint64_t size, size_t block, void *reader, void *closure, void *free)) \
  each(int, add_header, "MHD_add_response_header", \
      (void *response, const char *name, const char *value)) \
  each(int, queue, "MHD_queue_response", \
      (compass_connection *connection, unsigned status, void *response)) \
  each(void, destroy, "MHD_destroy_response", (void *response))

struct compass_microhttpd { FUNCTIONS(COMPASS_FIELD) };
static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};

struct compass_daemon {
  const compass_microhttpd *library;
  void *daemon;
  compass_daemon_calls calls;
  void *context;
};

const compass_microhttpd *compass_microhttpd_open(const char *library) {
  return compass_late_open(library, symbols, COMPASS_COUNT(symbols), NULL);
}

static void *link_of(const compass_daemon *daemon, compass_connection *connection) {
  void *const *found = daemon->library->connection_info(connection, info_socket_context);
  return found ? *found : NULL;
}

static void notify(
    void *closure, compass_connection *connection, void **link, int what) {
  compass_daemon *daemon = closure;
  if (what == connection_started) {
    *link = daemon->calls.opened(daemon->context, connection);
  } else {
    void *ended = *link;
    *link = NULL;
    if (ended) daemon->calls.closed(ended);
  }
}

static void *asked(void *closure, const char *target, compass_connection *connection) {
  compass_daemon *daemon = closure;
  void *link = link_of(daemon, connection);
  if (link) daemon->calls.asked(link, target);
  // libmicrohttpd 0.9.75 stores each query parameter of the target in the memory of the connection.
  // A few thousand parameters fill this memory, and the connection is closed without a response. So
  // each `&` is replaced, and the library sees a single parameter. The callback has already
  // received the unchanged target.
  for (char *byte = (char *)target; byte && *byte; byte++)
    if (*byte == '&') *byte = ';';
  return link;
}

static int received(
    void *closure, compass_connection *connection, const char *url, const char *method,
    const char *version, const char *piece, size_t *count, void **link) {
  (void)url, (void)connection;
  compass_daemon *daemon = closure;
  if (!*link) return compass_http_close;
  return daemon->calls.received(*link, method, version, piece, count);
}

static void completed(void *closure, compass_connection *connection, void **link, int how) {
  (void)connection;
  compass_daemon *daemon = closure;
  if (*link) daemon->calls.completed(*link, how == completed_whole);
  *link = NULL;
}

static void say(void *closure, const char *format, va_list values) {
  compass_daemon *daemon = closure;
  char words[words_size];
  vsnprintf(words, sizeof words, format, values);
  daemon->calls.said(daemon->context, words);
}

/// Leaves escapes such as `%20` in the target as they are, because the HTTP server decodes them
/// itself. libmicrohttpd would otherwise decode them.
static size_t keep_escapes(void *closure, compass_connection *connection, char *text) {
  (void)closure, (void)connection;
  return strlen(text);
}

compass_daemon *compass_daemon_start(
    const compass_microhttpd *library, compass_daemon_options options, compass_daemon_calls calls,
    void *context) {
  compass_daemon *daemon = calloc(1, sizeof *daemon);
  if (!daemon) return NULL;
  *daemon = (compass_daemon){.library = library, .calls = calls, .context = context};
  bool has_tls = options.certificate && options.key;
  unsigned flags = use_error_log | use_epoll | allow_suspend | (has_tls ? use_tls : 0);
#define COMMON                                                                                    \
  option_logger, say, (void *)daemon, option_socket, options.socket, option_memory,               \
      options.memory_for_connection, option_connections, options.connections, option_per_address, \
      options.connections_for_address, option_idle_seconds, options.idle_seconds, option_asked,   \
      asked, (void *)daemon, option_completed, completed, (void *)daemon, option_notify, notify,  \
      (void *)daemon, option_unescape, keep_escapes, NULL, option_sigpipe_is_blocked, 1
  if (has_tls) {
    daemon->daemon = library->start(
        flags, 0, NULL, NULL, (void *)received, daemon, COMMON, option_key, options.key,
        option_certificate, options.certificate, option_priorities,
        "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", option_end);
  } else {
    daemon->daemon =
        library->start(flags, 0, NULL, NULL, (void *)received, daemon, COMMON, option_end);
  }
#undef COMMON
  if (daemon->daemon) return daemon;
  free(daemon);
  return NULL;
}

int compass_daemon_descriptor(const compass_daemon *daemon) {
  const int *found = daemon->library->daemon_info(daemon->daemon, info_epoll);
  return found ? *found : -1;
}

void compass_daemon_run(const compass_daemon *daemon) { daemon->library->run(daemon->daemon); }

int64_t compass_daemon_pause(const compass_daemon *daemon) {
  unsigned long long milliseconds = 0;
  if (!daemon->library->timeout(daemon->daemon, &milliseconds)) return -1;
  return milliseconds > INT32_MAX ? INT32_MAX : (int64_t)milliseconds;
}

int compass_daemon_stop_listening(const compass_daemon *daemon) {
  return daemon->library->quiesce(daemon->daemon);
}

void compass_daemon_free(compass_daemon *daemon) {
  daemon->library->stop(daemon->daemon);
  free(daemon);
}

int compass_connection_socket(const compass_daemon *daemon, compass_connection *connection) {
  const int *found = daemon->library->connection_info(connection, info_socket);
  return found ? *found : -1;
}

const struct sockaddr *compass_connection_address(
    const compass_daemon *daemon, compass_connection *connection) {
  const struct sockaddr *const *found = daemon->library->connection_info(connection, info_address);
  return found ? *found : NULL;
}

typedef struct {
  void *closure;
  void (*each)(void *, const char *, size_t, const char *, size_t);
} header_reader;

static int read_header(
    void *closure, int kind, const char *name, size_t name_count, const char *value,
    size_t value_count) {
  (void)kind;
  header_reader *reader = closure;
  reader->each(reader->closure, name, name_count, value ? value : "", value ? value_count : 0);
  return compass_http_go_on;
}

void compass_connection_headers(
    const compass_daemon *daemon, compass_connection *connection, void *closure,
    void (*each)(void *, const char *, size_t, const char *, size_t)) {
  header_reader reader = {closure, each};
  daemon->library->values(connection, kind_header, (void *)read_header, &reader);
}

/// Returns whether the bytes between two texts of a request's head are only blanks and at most
/// `most` NUL bytes.
///
/// libmicrohttpd 0.9.75 replaces the character after each text by a NUL byte. If the client itself
/// sends a NUL byte, the text ends there and the library skips the rest. The gap then has one NUL
/// byte too many or contains another character, and the result is false.
static bool is_gap(const char *from, const char *to, int most) {
  if (!from || !to || to < from) return false;
  for (; from < to; from++)
    if (*from == '\0' ? --most < 0 : *from != ' ' && *from != '\t') return false;
  return true;
}

typedef struct {
  const char *end;
  bool whole;
} head_reader;

static int read_gap(
    void *closure, int kind, const char *name, size_t name_count, const char *value,
    size_t value_count) {
  (void)kind;
  head_reader *reader = closure;
  reader->whole = reader->whole && is_gap(reader->end, name, 2)
                  && is_gap(name + name_count, value, 1);
  reader->end = value ? value + value_count : NULL;
  return compass_http_go_on;
}

bool compass_connection_head_is_whole(
    const compass_daemon *daemon, compass_connection *connection, const char *method,
    const char *target, size_t target_count, const char *version) {
  const size_t *size = daemon->library->connection_info(connection, info_head_size);
  head_reader reader = {
      .end = version + strlen(version),
      .whole = size && is_gap(method + strlen(method), target, 1)
               && is_gap(target + target_count, version, 1)};
  daemon->library->values(connection, kind_header, (void *)read_gap, &reader);
  return reader.whole && is_gap(reader.end, method + *size, 4);
}

void compass_connection_suspend(const compass_daemon *daemon, compass_connection *connection) {
  daemon->library->suspend(connection);
}

void compass_connection_resume(const compass_daemon *daemon, compass_connection *connection) {
  daemon->library->resume(connection);
}

compass_answer *compass_answer_of_bytes(
    const compass_daemon *daemon, const void *bytes, size_t count) {
  return daemon->library->from_buffer(count, (void *)bytes, must_copy);
}

compass_answer *compass_answer_of_stream(
    const compass_daemon *daemon, int64_t length, void *link,
    ssize_t (*pull)(void *, uint64_t, char *, size_t)) {
  uint64_t size = length < 0 ? UINT64_MAX : (uint64_t)length;
  return daemon->library->from_callback(size, block_size, (void *)pull, link, NULL);
}

bool compass_answer_add(
    const compass_daemon *daemon, compass_answer *answer, const char *name, const char *value) {
  return daemon->library->add_header(answer, name, value);
}

bool compass_answer_send(
    const compass_daemon *daemon, compass_connection *connection, unsigned status,
    compass_answer *answer) {
  bool is_taken = daemon->library->queue(connection, status, answer);
  daemon->library->destroy(answer);
  return is_taken;
}
