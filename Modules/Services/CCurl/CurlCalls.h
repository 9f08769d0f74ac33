#pragma once

#include "CCurl.h"

#include "CLateLoading.h"

#include <stdatomic.h>

// The declarations that mail, link checks and HTTP requests share: the functions and constants of
// libcurl, and the flag that stops a call.
//
// They are copied from curl/curl.h of libcurl 7.88, whose ABI has the soname libcurl.so.4.
enum {
  option_verbose = 41,
  option_no_progress = 43,
  option_no_body = 44,
  option_upload = 46,
  option_follow = 52,
  option_verify_peer = 64,
  option_most_redirections = 68,
  option_forbid_reuse = 75,
  option_verify_host = 81,
  option_no_signal = 99,
  option_use_ssl = 119,
  option_timeout_ms = 155,
  option_connect_timeout_ms = 156,
  option_protocols = 181,
  option_redirection_protocols = 182,
  option_ssl_version = 32,
  option_url = 10002,
  option_proxy = 10004,
  option_range = 10007,
  option_read_data = 10009,
  option_user_agent = 10018,
  option_progress_data = 10057,
  option_certificates = 10065,
  option_debug_data = 10095,
  option_open_socket_data = 10164,
  option_user = 10173,
  option_password = 10174,
  option_mail_from = 10186,
  option_mail_recipients = 10187,
  option_write_function = 20011,
  option_read_function = 20012,
  option_debug_function = 20094,
  option_open_socket_function = 20163,
  option_progress_function = 20219,
  option_size = 30115,
  info_response_code = 0x200000 + 2,
  info_system_error = 0x200000 + 25,
  at_least_tls_1_2 = 6,
  name_is_checked = 2,
  failed_to_start = 2,
  out_of_time = 28,
  stopped_from_here = 42,
  grace_milliseconds = 500,
};

#define FUNCTIONS(each) \
  each(int, global_init, "curl_global_init", (long flags)) \
  each(void *, easy_init, "curl_easy_init", (void)) \
  each(int, easy_setopt, "curl_easy_setopt", (void *handle, int option, ...)) \
  each(int, easy_perform, "curl_easy_perform", (void *handle)) \
  each(int, easy_getinfo, "curl_easy_getinfo", (void *handle, int info, ...)) \
  each(void, easy_cleanup, "curl_easy_cleanup", (void *handle)) \
  each(void *, slist_append, "curl_slist_append", (void *list, const char *text)) \
  each(void, slist_free_all, "curl_slist_free_all", (void *list)) \
  each(int, easy_pause, "curl_easy_pause", (void *handle, int what)) \
  each(void *, multi_init, "curl_multi_init", (void)) \
  each(int, multi_add, "curl_multi_add_handle", (void *multi, void *handle)) \
  each(int, multi_remove, "curl_multi_remove_handle", (void *multi, void *handle)) \
  each(int, multi_perform, "curl_multi_perform", (void *multi, int *running)) \
  each(int, multi_poll, "curl_multi_poll", \
      (void *multi, void *others, unsigned count, int milliseconds, int *ready)) \
  each(int, multi_wakeup, "curl_multi_wakeup", (void *multi)) \
  each(void *, multi_info_read, "curl_multi_info_read", (void *multi, int *left)) \
  each(int, multi_cleanup, "curl_multi_cleanup", (void *multi))

struct compass_curl { FUNCTIONS(COMPASS_FIELD) };

struct compass_stop {
  atomic_bool is_raised;
};

/// Returns the milliseconds of a clock that is never set back, for time limits and durations.
long compass_milliseconds(void);

/// Returns the result code of a call of libcurl. If the call was aborted although the flag `stop`
/// was not raised, only its deadline can have aborted it, so the code for a timeout is returned.
int compass_outcome(int code, const compass_stop *stop);
