#include "CurlCalls.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Constants of curl/curl.h that only mail needs.
enum {
  use_ssl_never = 0,
  use_ssl_always = 3,
  smtp_and_smtps = 1 << 16 | 1 << 17,
  global_default = 3,
  debug_header_in = 1,
  debug_header_out = 2,
  parting_milliseconds = 1000,
};

typedef struct {
  const compass_mail *mail;
  size_t given;
  compass_mail_result *result;
  /// Whether the last response of the mail server is complete, so that its next line begins another
  /// response.
  bool reply_is_over;
  /// Whether the SMTP command QUIT has been sent. Responses after it concern the end of the session
  /// and not the message.
  bool is_parting;
  /// The time, in milliseconds of `compass_milliseconds`, at which the sending is aborted in any
  /// case. libcurl's own time limit does not apply while it sends QUIT.
  long deadline;
} conversation;

const compass_curl *compass_curl_open(const char *library) {
  static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};
  void *opened;
  compass_curl *curl = compass_late_open(library, symbols, COMPASS_COUNT(symbols), &opened);
  if (!curl || curl->global_init(global_default) == 0) return curl;
  free(curl);
  dlclose(opened);
  return NULL;
}

compass_stop *compass_stop_make(void) { return calloc(1, sizeof(compass_stop)); }

void compass_stop_raise(compass_stop *stop) { atomic_store(&stop->is_raised, true); }

void compass_stop_free(compass_stop *stop) { free(stop); }

long compass_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int compass_outcome(int code, const compass_stop *stop) {
  bool is_wanted = stop && atomic_load(&stop->is_raised);
  return code == stopped_from_here && !is_wanted ? out_of_time : code;
}

static size_t give(char *buffer, size_t size, size_t count, void *closure) {
  conversation *talk = closure;
  size_t room = size * count, left = talk->mail->count - talk->given;
  size_t given = left < room ? left : room;
  memcpy(buffer, talk->mail->bytes + talk->given, given);
  talk->given += given;
  if (talk->given == talk->mail->count) talk->result->stage = compass_stage_handed_over;
  return given;
}

static int keep_on(
    void *closure, int64_t all_down, int64_t down, int64_t all_up, int64_t up) {
  (void)all_down, (void)down, (void)all_up, (void)up;
  const conversation *talk = closure;
  const compass_stop *stop = talk->mail->stop;
  return (stop && atomic_load(&stop->is_raised)) || compass_milliseconds() > talk->deadline;
}

/// Reads an SMTP command that libcurl sends and stores in the result which stage of the session it
/// begins, such as the sign-in with AUTH. It reads only the first word, because the password is
/// sent in commands too.
static void hear_command(conversation *talk, const char *bytes, size_t count) {
  static const struct {
    const char *word;
    compass_stage stage;
  } words[] = {
      {"AUTH", compass_stage_sign_in},
      {"MAIL", compass_stage_sender},
      {"RCPT", compass_stage_recipient},
      {"DATA", compass_stage_data},
  };
  if (talk->is_parting) return;
  if (count >= 4 && memcmp(bytes, "QUIT", 4) == 0) {
    talk->is_parting = true;
    long end = compass_milliseconds() + parting_milliseconds;
    if (end < talk->deadline) talk->deadline = end;
    return;
  }
  talk->result->reply_code = 0;
  talk->result->reply[0] = 0;
  talk->reply_is_over = false;
  for (size_t index = 0; count >= 4 && index < sizeof words / sizeof words[0]; index++) {
    if (memcmp(bytes, words[index].word, 4) == 0) talk->result->stage = words[index].stage;
  }
}

/// Appends a line to the mail server's response in the result. A response can have several lines,
/// such as `550-5.1.1 No such` and `550 user`.
static void hear_reply(conversation *talk, const char *bytes, size_t count) {
  if (talk->is_parting) return;
  while (count > 0 && (bytes[count - 1] == '\n' || bytes[count - 1] == '\r')) count--;
  if (count < 3 || !isdigit(bytes[0]) || !isdigit(bytes[1]) || !isdigit(bytes[2])) return;
  compass_mail_result *result = talk->result;
  if (talk->reply_is_over) result->reply[0] = 0;
  talk->reply_is_over = count == 3 || bytes[3] != '-';
  result->reply_code = (bytes[0] - '0') * 100 + (bytes[1] - '0') * 10 + (bytes[2] - '0');
  size_t held = strlen(result->reply);
  if (held > 0 && held < compass_reply_size - 1) result->reply[held++] = ' ';
  size_t room = compass_reply_size - 1 - held, more = count > 4 ? count - 4 : 0;
  if (more > room) more = room;
  memcpy(result->reply + held, bytes + 4, more);
  result->reply[held + more] = 0;
}

static int hear(void *handle, int kind, char *bytes, size_t count, void *closure) {
  (void)handle;
  if (kind == debug_header_out) hear_command(closure, bytes, count);
  if (kind == debug_header_in) hear_reply(closure, bytes, count);
  return 0;
}

static bool prepare(
    const compass_curl *curl, void *handle, const compass_mail *mail, void *recipients,
    conversation *talk) {
  bool is_set = true;
#define SET(option, value) is_set = is_set && curl->easy_setopt(handle, option, value) == 0
  SET(option_url, mail->url);
  SET(option_protocols, (long)smtp_and_smtps);
  SET(option_proxy, "");
  SET(option_no_signal, 1L);
  // The connection is closed within this call, which the caller can stop. Otherwise it would be
  // closed when the handle is released, which cannot be stopped.
  SET(option_forbid_reuse, 1L);
  SET(option_use_ssl, (long)(mail->needs_tls ? use_ssl_always : use_ssl_never));
  SET(option_ssl_version, (long)at_least_tls_1_2);
  SET(option_verify_peer, 1L);
  SET(option_verify_host, (long)name_is_checked);
  if (mail->certificates) SET(option_certificates, mail->certificates);
  if (mail->user) SET(option_user, mail->user);
  if (mail->password) SET(option_password, mail->password);
  SET(option_mail_from, mail->from);
  SET(option_mail_recipients, recipients);
  SET(option_upload, 1L);
  SET(option_read_function, give);
  SET(option_read_data, (void *)talk);
  SET(option_size, (int64_t)mail->count);
  SET(option_connect_timeout_ms, mail->connect_milliseconds);
  SET(option_timeout_ms, mail->total_milliseconds);
  SET(option_no_progress, 0L);
  SET(option_progress_function, keep_on);
  SET(option_progress_data, (void *)talk);
  SET(option_verbose, 1L);
  SET(option_debug_function, hear);
  SET(option_debug_data, (void *)talk);
#undef SET
  return is_set;
}

compass_mail_result compass_curl_send(const compass_curl *curl, compass_mail mail) {
  compass_mail_result result = {.code = failed_to_start};
  conversation talk = {.mail = &mail, .result = &result};
  long start = compass_milliseconds();
  talk.deadline = start + mail.total_milliseconds + grace_milliseconds;
  void *handle = curl->easy_init();
  void *recipients = curl->slist_append(NULL, mail.to);
  if (handle && recipients && prepare(curl, handle, &mail, recipients, &talk)) {
    result.code = compass_outcome(curl->easy_perform(handle), mail.stop);
    curl->easy_getinfo(handle, info_system_error, &result.system_error);
    result.elapsed_milliseconds = compass_milliseconds() - start;
  }
  if (handle) curl->easy_cleanup(handle);
  if (recipients) curl->slist_free_all(recipients);
  return result;
}
