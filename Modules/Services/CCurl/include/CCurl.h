#pragma once

#include <sys/socket.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of libcurl that mail, links and HTTP need, loaded at first use (decision 5). Its options are variadic
// calls, which Swift cannot make.

typedef struct compass_curl compass_curl;
typedef struct compass_stop compass_stop;

/// NULL when the library is missing or is another one than expected.
const compass_curl *compass_curl_open(const char *library);

/// A sign that may be raised from another thread, to stop what is under way.
compass_stop *compass_stop_make(void);
void compass_stop_raise(compass_stop *stop);
void compass_stop_free(compass_stop *stop);

typedef struct {
  /// `smtp://` or `smtps://`, with the name that is said in greeting as its path.
  const char *url;
  bool needs_tls;
  /// NULL for the machine's own list.
  const char *certificates;
  /// NULL when nobody signs in.
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

/// How far a conversation with a mail server came.
typedef enum {
  compass_stage_greeting,
  compass_stage_sign_in,
  compass_stage_sender,
  compass_stage_recipient,
  compass_stage_data,
  /// The whole message has been handed over.
  compass_stage_handed_over,
} compass_stage;

enum { compass_reply_size = 512 };

typedef struct {
  /// libcurl's own code; 0 when the server took the message.
  int code;
  /// The system's error of a connection that failed.
  long system_error;
  compass_stage stage;
  /// The server's last answer; 0 when there was none since the last command.
  int reply_code;
  char reply[compass_reply_size];
  long elapsed_milliseconds;
} compass_mail_result;

/// Sends one message to one address; returns when it is over.
compass_mail_result compass_curl_send(const compass_curl *curl, compass_mail mail);
typedef struct {
  const char *url;
  /// Only the head of the answer; otherwise the beginning of the page too.
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
  /// The system's error of a connection that failed.
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

/// Many exchanges over HTTP at once, all moved by the one thread that calls what takes a `compass_multi`; only
/// `compass_multi_wake` may be called from others.
typedef struct compass_multi compass_multi;
typedef struct compass_exchange compass_exchange;

typedef struct {
  const char *method;
  const char *url;
  /// Lines as they are sent, `Name: value`.
  const char *const *headers;
  size_t header_count;
  /// NULL for a request without a body; an empty body is one.
  const uint8_t *body;
  size_t body_count;
  /// NULL for the machine's own list.
  const char *certificates;
  /// Empty for none.
  const char *proxy;
  /// Over a connection that nobody used before, so that libcurl cannot send it a second time by itself.
  bool on_fresh_connection;
  long connect_milliseconds;
  /// 0 for no limit on the whole.
  long total_milliseconds;
  /// So long may nothing at all come; 0 for no limit.
  long silence_seconds;
  /// Handed to the two below, and given back by `compass_multi_finished`.
  void *context;
  /// One line of the answer's head, the status line and the empty last one included.
  void (*hear_header)(void *context, const char *bytes, size_t count);
  /// A piece of the body. False when there is no room: it comes again after `compass_exchange_resume`.
  bool (*hear_body)(void *context, const uint8_t *bytes, size_t count);
} compass_request;

typedef struct {
  /// libcurl's own code; 0 when an answer came to its end.
  int code;
  /// The system's error of a connection that failed.
  long system_error;
  /// What a proxy answered when it was asked to connect; 0 when it was not.
  long proxy_status;
  /// Whether the request was on its way: before that only names were asked and connections made.
  bool was_connected;
} compass_exchange_result;

compass_multi *compass_multi_make(const compass_curl *curl);
/// Nothing is under way.
void compass_multi_free(compass_multi *multi);
/// From any thread: the pause under way, or the next one, ends at once.
void compass_multi_wake(compass_multi *multi);
/// Moves what can be moved.
void compass_multi_run(compass_multi *multi);
/// Waits until something can be moved, somebody wakes it, or `milliseconds` are over.
void compass_multi_pause(compass_multi *multi, int milliseconds);
/// The next exchange that is over: its context and what came of it. NULL when there is none. It is to be ended.
compass_exchange *compass_multi_finished(
    compass_multi *multi, void **context, compass_exchange_result *result);

/// NULL when there is no memory for it, or a value that libcurl does not take.
compass_exchange *compass_exchange_begin(compass_multi *multi, compass_request request);
/// There is room for more of the body. Its callback may be called in here.
void compass_exchange_resume(compass_multi *multi, compass_exchange *exchange);
/// Ends it, over or not, and closes its connection where that is half used. No callback is called afterwards.
void compass_exchange_end(compass_multi *multi, compass_exchange *exchange);
