#pragma once

#include <sys/socket.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of libcurl that mail, link checks and HTTP requests need. The library is loaded
// when it is first used (decision 5). Swift cannot call libcurl directly, because libcurl sets its
// options with variadic functions.

typedef struct compass_curl compass_curl;
typedef struct compass_stop compass_stop;

/// Loads libcurl from the file `library` and returns its functions; NULL if it is missing, lacks
/// one of the functions or cannot be started.
const compass_curl *compass_curl_open(const char *library);

/// Creates a flag with which another thread can stop a running call.
compass_stop *compass_stop_make(void);
void compass_stop_raise(compass_stop *stop);
void compass_stop_free(compass_stop *stop);

typedef struct {
  /// A URL with the scheme `smtp` or `smtps`. Its path is the name for the SMTP greeting.
  const char *url;
  bool needs_tls;
  /// The path of a PEM file with the certificates to trust; NULL for those of the machine.
  const char *certificates;
  /// The user name; NULL if the server needs no sign-in.
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

/// How far an SMTP session came. After a failure it shows what the server rejected, such as the
/// sign-in or the recipient.
typedef enum {
  compass_stage_greeting,
  compass_stage_sign_in,
  compass_stage_sender,
  compass_stage_recipient,
  compass_stage_data,
  /// The whole message has been given to libcurl for the transfer, so the server may accept it even
  /// if no response arrives.
  compass_stage_handed_over,
} compass_stage;

enum { compass_reply_size = 512 };

typedef struct {
  /// The result code of libcurl; 0 if the server accepted the message.
  int code;
  /// The system error number (`errno`) of a failed connection.
  long system_error;
  compass_stage stage;
  /// The SMTP code of the server's last response, such as 550; 0 if none has arrived since the last
  /// command.
  int reply_code;
  char reply[compass_reply_size];
  long elapsed_milliseconds;
} compass_mail_result;

/// Sends one message to one e-mail address. Returns when the transfer has ended.
compass_mail_result compass_curl_send(const compass_curl *curl, compass_mail mail);
typedef struct {
  const char *url;
  /// Whether only the head of the response is requested. If false, the beginning of the body is
  /// requested too.
  bool head_only;
  const char *user_agent;
  /// The path of a PEM file with the certificates to trust; NULL for those of the machine.
  const char *certificates;
  long connect_milliseconds;
  long total_milliseconds;
  const compass_stop *stop;
  /// Whether only IP addresses of the public internet are contacted. If a host name or a redirect
  /// leads to another address, the check fails.
  bool public_only;
} compass_link;

typedef struct {
  /// The result code of libcurl; 0 if a server answered.
  int code;
  /// The system error number (`errno`) of a failed connection.
  long system_error;
  /// The HTTP status code of the last response, after all redirects; 0 if there was none.
  long status;
  long elapsed_milliseconds;
  /// Whether the check failed because a host name or a redirect led to an IP address that is not
  /// public.
  bool met_another;
} compass_link_result;

bool compass_is_public(const struct sockaddr *address);

/// Requests one web address to find out whether it works. Returns when the request has ended.
compass_link_result compass_curl_look(const compass_curl *curl, compass_link link);

/// Runs many HTTP requests at the same time. All functions that take a `compass_multi` must be
/// called on one thread, except `compass_multi_wake`, which any thread may call.
typedef struct compass_multi compass_multi;
typedef struct compass_exchange compass_exchange;

typedef struct {
  const char *method;
  const char *url;
  /// The lines of the headers in the form in which they are sent, such as `Name: value`.
  const char *const *headers;
  size_t header_count;
  /// The request body; NULL if the request has none. An empty body is not the same as no body.
  const uint8_t *body;
  size_t body_count;
  /// The path of a PEM file with the certificates to trust; NULL for those of the machine.
  const char *certificates;
  /// The URL of the proxy; an empty text for none.
  const char *proxy;
  /// Whether the request gets a new connection. On a reused connection libcurl could send the
  /// request a second time by itself, for example when the server has just closed that connection.
  bool on_fresh_connection;
  long connect_milliseconds;
  /// The time limit for the whole request in milliseconds; 0 for none.
  long total_milliseconds;
  /// The number of seconds without a received byte after which the request fails; 0 for no limit.
  long silence_seconds;
  /// A pointer that both callbacks get, and that `compass_multi_finished` returns.
  void *context;
  /// Called with each line of the response head, including the status line and the empty line at
  /// the end.
  void (*hear_header)(void *context, const char *bytes, size_t count);
  /// Called with a piece of the response body. If it returns false, because the buffer is full, it
  /// gets the piece again after `compass_exchange_resume`.
  bool (*hear_body)(void *context, const uint8_t *bytes, size_t count);
} compass_request;

typedef struct {
  /// The result code of libcurl; 0 if the response is complete.
  int code;
  /// The system error number (`errno`) of a failed connection.
  long system_error;
  /// The status code of the proxy's response to CONNECT, with which libcurl asks a proxy for an
  /// encrypted connection to the server; 0 if no CONNECT was sent.
  long proxy_status;
  /// Whether the transfer of the request had begun. Before that, libcurl only looks up names and
  /// connects.
  bool was_connected;
} compass_exchange_result;

compass_multi *compass_multi_make(const compass_curl *curl);
/// Releases the object. No request of it may be running.
void compass_multi_free(compass_multi *multi);
/// Ends the running call of `compass_multi_pause` at once. If none is running, the next call
/// returns at once. Any thread may call this function.
void compass_multi_wake(compass_multi *multi);
/// Sends and receives the bytes of all requests as far as that is possible without waiting.
void compass_multi_run(compass_multi *multi);
/// Waits for network activity or a wake-up, but at most `milliseconds`.
void compass_multi_pause(compass_multi *multi, int milliseconds);
/// Returns the next finished request with its context and result; NULL if there is none. The caller
/// must call `compass_exchange_end` for it.
compass_exchange *compass_multi_finished(
    compass_multi *multi, void **context, compass_exchange_result *result);

/// Starts a request. Returns NULL if there is not enough memory or libcurl rejects a value.
compass_exchange *compass_exchange_begin(compass_multi *multi, compass_request request);
/// Continues a request that was paused because its body callback returned false. The callback may
/// be called before this function returns.
void compass_exchange_resume(compass_multi *multi, compass_exchange *exchange);
/// Ends a request and releases it. If it was not finished, its connection is closed. Its callbacks
/// are not called afterwards.
void compass_exchange_end(compass_multi *multi, compass_exchange *exchange);
