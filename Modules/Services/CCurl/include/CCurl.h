#pragma once

#include <sys/socket.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of libcurl that mail, links and HTTP need, loaded at first use (decision 5). libcurl sets its options
// with variadic calls, which Swift cannot make.

typedef struct compass_curl compass_curl;
typedef struct compass_stop compass_stop;

/// NULL when the library is missing or has another interface than expected.
const compass_curl *compass_curl_open(const char *library);

/// A flag that another thread may set to stop the running call.
compass_stop *compass_stop_make(void);
void compass_stop_raise(compass_stop *stop);
void compass_stop_free(compass_stop *stop);

typedef struct {
  /// `smtp://` or `smtps://`, with the name for the greeting as its path.
  const char *url;
  bool needs_tls;
  /// NULL for the machine's own list.
  const char *certificates;
  /// NULL when the server needs no sign-in.
  const char *user;
  const char *password;
  const char *from;
  const char *to;
  const uint8_t *bytes;
  size_t count;
  long connect_milliseconds;
  long total_milliseconds;
  const compass_stop *stop;
} compass_mail;

/// The stage that an SMTP session has reached.
typedef enum {
  compass_stage_greeting,
  compass_stage_sign_in,
  compass_stage_sender,
  compass_stage_recipient,
  compass_stage_data,
  /// The whole message has been transferred.
  compass_stage_handed_over,
} compass_stage;

enum { compass_reply_size = 512 };

typedef struct {
  /// libcurl's own code; 0 when the server accepted the message.
  int code;
  /// The system error of a failed connection.
  long system_error;
  compass_stage stage;
  /// The server's last answer; 0 when there was none since the last command.
  int reply_code;
  char reply[compass_reply_size];
  long elapsed_milliseconds;
} compass_mail_result;

/// Sends one message to one address; returns when the transfer has ended.
compass_mail_result compass_curl_send(const compass_curl *curl, compass_mail mail);
typedef struct {
  const char *url;
  /// Requests only the head of the answer; otherwise the beginning of the page too.
  bool head_only;
  const char *user_agent;
  /// NULL for the machine's own list.
  const char *certificates;
  long connect_milliseconds;
  long total_milliseconds;
  const compass_stop *stop;
  /// Only addresses of the public web are asked, whatever a name or a redirection leads to.
  bool public_only;
} compass_link;

typedef struct {
  /// libcurl's own code; 0 when a server answered.
  int code;
  /// The system error of a failed connection.
  long system_error;
  /// The status of the last answer, after redirections; 0 when there was none.
  long status;
  long elapsed_milliseconds;
  /// It failed, and an address that is none of the public web was among those it led to.
  bool met_another;
} compass_link_result;

bool compass_is_public(const struct sockaddr *address);

/// Asks for one address of the web; returns when it is over.
compass_link_result compass_curl_look(const compass_curl *curl, compass_link link);

/// Runs many HTTP exchanges at once. All functions that take a `compass_multi` are called on one thread; only
/// `compass_multi_wake` may be called from other threads.
typedef struct compass_multi compass_multi;
typedef struct compass_exchange compass_exchange;

typedef struct {
  const char *method;
  const char *url;
  /// Lines as they are sent: `Name: value`.
  const char *const *headers;
  size_t header_count;
  /// NULL for a request without a body; an empty body is a body.
  const uint8_t *body;
  size_t body_count;
  /// NULL for the machine's own list.
  const char *certificates;
  /// Empty for no proxy.
  const char *proxy;
  /// Uses a new connection, so that libcurl cannot send the request a second time by itself.
  bool on_fresh_connection;
  long connect_milliseconds;
  /// 0 for no limit on the whole exchange.
  long total_milliseconds;
  /// The exchange fails when no byte arrives for this long; 0 for no limit.
  long silence_seconds;
  /// Passed to the two callbacks below, and returned by `compass_multi_finished`.
  void *context;
  /// One line of the answer's head, including the status line and the final empty line.
  void (*hear_header)(void *context, const char *bytes, size_t count);
  /// A piece of the body. False when the buffer is full: the piece comes again after `compass_exchange_resume`.
  bool (*hear_body)(void *context, const uint8_t *bytes, size_t count);
} compass_request;

typedef struct {
  /// libcurl's own code; 0 when the answer is complete.
  int code;
  /// The system error of a failed connection.
  long system_error;
  /// The proxy's answer to CONNECT; 0 when no CONNECT was sent.
  long proxy_status;
  /// Whether the transfer of the request had begun. Before that, only names were looked up and connections made.
  bool was_connected;
} compass_exchange_result;

compass_multi *compass_multi_make(const compass_curl *curl);
/// Call it only when no exchange is running.
void compass_multi_free(compass_multi *multi);
/// Ends the current pause, or the next one, at once. Any thread may call it.
void compass_multi_wake(compass_multi *multi);
/// Does all work that is possible without waiting.
void compass_multi_run(compass_multi *multi);
/// Waits for network activity or a wake-up, at most `milliseconds`.
void compass_multi_pause(compass_multi *multi, int milliseconds);
/// The next finished exchange, with its context and result; NULL when there is none. The caller must end the exchange.
compass_exchange *compass_multi_finished(
    compass_multi *multi, void **context, compass_exchange_result *result);

/// NULL when memory is short or libcurl rejects a value.
compass_exchange *compass_exchange_begin(compass_multi *multi, compass_request request);
/// The buffer has space for more of the body. The body callback may be called before this returns.
void compass_exchange_resume(compass_multi *multi, compass_exchange *exchange);
/// Ends an exchange, finished or not, and closes its connection when the exchange was unfinished. No callback follows.
void compass_exchange_end(compass_multi *multi, compass_exchange *exchange);
