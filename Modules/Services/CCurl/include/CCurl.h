#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of libcurl that mail and links need, loaded at first use (decision 5). Its options are variadic
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
} compass_link;

typedef struct {
  /// libcurl's own code; 0 when a server answered.
  int code;
  /// The system's error of a connection that failed.
  long system_error;
  /// The status of the last answer, after redirections; 0 when there was none.
  long status;
  long elapsed_milliseconds;
} compass_link_result;

/// Asks for one address of the web; returns when it is over.
compass_link_result compass_curl_look(const compass_curl *curl, compass_link link);
