#include "CurlCalls.h"

// Asking whether a page is there. Nothing is kept of it: the head is enough, or the first bytes of it.

enum {
  http_and_https = 1 << 0 | 1 << 1,
  most_redirections = 8,
  body_refused = 23,
};

typedef struct {
  const compass_stop *stop;
  long deadline;
} attempt;

static size_t refuse_body(char *bytes, size_t size, size_t count, void *closure) {
  (void)bytes, (void)size, (void)count, (void)closure;
  return 0;
}

static int keep_on(
    void *closure, int64_t all_down, int64_t down, int64_t all_up, int64_t up) {
  (void)all_down, (void)down, (void)all_up, (void)up;
  const attempt *now = closure;
  return (now->stop && atomic_load(&now->stop->is_raised)) || compass_milliseconds() > now->deadline;
}

static bool prepare(
    const compass_curl *curl, void *handle, const compass_link *link, attempt *now) {
  bool is_set = true;
#define SET(option, value) is_set = is_set && curl->easy_setopt(handle, option, value) == 0
  SET(option_url, link->url);
  SET(option_protocols, (long)http_and_https);
  SET(option_redirection_protocols, (long)http_and_https);
  SET(option_proxy, "");
  SET(option_follow, 1L);
  SET(option_most_redirections, (long)most_redirections);
  SET(option_no_signal, 1L);
  SET(option_forbid_reuse, 1L);
  SET(option_ssl_version, (long)at_least_tls_1_2);
  SET(option_verify_peer, 1L);
  SET(option_verify_host, (long)name_is_checked);
  if (link->certificates) SET(option_certificates, link->certificates);
  SET(option_user_agent, link->user_agent);
  if (link->head_only) SET(option_no_body, 1L);
  if (!link->head_only) SET(option_range, "0-0");
  SET(option_write_function, refuse_body);
  SET(option_connect_timeout_ms, link->connect_milliseconds);
  SET(option_timeout_ms, link->total_milliseconds);
  SET(option_no_progress, 0L);
  SET(option_progress_function, keep_on);
  SET(option_progress_data, (void *)now);
#undef SET
  return is_set;
}

compass_link_result compass_curl_look(const compass_curl *curl, compass_link link) {
  compass_link_result result = {.code = failed_to_start};
  long start = compass_milliseconds();
  attempt now = {
      .stop = link.stop,
      .deadline = start + link.total_milliseconds + grace_milliseconds,
  };
  void *handle = curl->easy_init();
  if (handle && prepare(curl, handle, &link, &now)) {
    result.code = compass_outcome(curl->easy_perform(handle), link.stop);
    curl->easy_getinfo(handle, info_system_error, &result.system_error);
    curl->easy_getinfo(handle, info_response_code, &result.status);
    result.elapsed_milliseconds = compass_milliseconds() - start;
    // A body that begins is as good as one that was read to its end.
    if (result.code == body_refused && result.status != 0) result.code = 0;
  }
  if (handle) curl->easy_cleanup(handle);
  return result;
}
