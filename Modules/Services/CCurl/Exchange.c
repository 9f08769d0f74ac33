#include "CurlCalls.h"

#include <stdlib.h>
#include <string.h>

// HTTP requests with libcurl's multi interface: one thread runs any number of requests and waits
// for all of them at once.

enum {
  option_low_speed_limit = 19,
  option_low_speed_time = 20,
  option_post = 47,
  option_fresh_connect = 74,
  option_http_get = 80,
  option_suppress_connect_headers = 265,
  option_http09_allowed = 285,
  option_quick_exit = 322,
  option_write_data = 10001,
  option_headers = 10023,
  option_header_data = 10029,
  option_custom_request = 10036,
  option_accept_encoding = 10102,
  option_private = 10103,
  option_copy_post_fields = 10165,
  option_no_proxy = 10177,
  option_header_function = 20079,
  option_post_field_size = 30120,
  info_private = 0x100000 + 21,
  info_proxy_status = 0x200000 + 22,
  info_pretransfer_time = 0x600000 + 53,
  http_and_https = 1 << 0 | 1 << 1,
  message_done = 1,
  pause_write = 0x10000001,
  go_on = 0,
};

struct compass_multi {
  const compass_curl *curl;
  void *handle;
};

struct compass_exchange {
  void *handle;
  void *headers;
  void *context;
  void (*hear_header)(void *context, const char *bytes, size_t count);
  bool (*hear_body)(void *context, const uint8_t *bytes, size_t count);
};

/// The structure `CURLMsg` of curl/multi.h, with which libcurl reports a finished request.
typedef struct {
  int kind;
  void *handle;
  union {
    void *whatever;
    int code;
  } data;
} message;

compass_multi *compass_multi_make(const compass_curl *curl) {
  compass_multi *multi = calloc(1, sizeof *multi);
  if (!multi) return NULL;
  multi->curl = curl;
  multi->handle = curl->multi_init();
  if (multi->handle) return multi;
  free(multi);
  return NULL;
}

void compass_multi_free(compass_multi *multi) {
  multi->curl->multi_cleanup(multi->handle);
  free(multi);
}

void compass_multi_wake(compass_multi *multi) { multi->curl->multi_wakeup(multi->handle); }

void compass_multi_run(compass_multi *multi) {
  int running = 0;
  multi->curl->multi_perform(multi->handle, &running);
}

void compass_multi_pause(compass_multi *multi, int milliseconds) {
  int ready = 0;
  multi->curl->multi_poll(multi->handle, NULL, 0, milliseconds, &ready);
}

static size_t hear_header(char *bytes, size_t size, size_t count, void *closure) {
  const compass_exchange *exchange = closure;
  exchange->hear_header(exchange->context, bytes, size * count);
  return size * count;
}

static size_t hear_body(char *bytes, size_t size, size_t count, void *closure) {
  const compass_exchange *exchange = closure;
  bool is_taken = exchange->hear_body(exchange->context, (const uint8_t *)bytes, size * count);
  return is_taken ? size * count : pause_write;
}

static bool set_method(const compass_curl *curl, void *handle, const compass_request *request) {
  bool is_set = true;
#define SET(option, value) is_set = is_set && curl->easy_setopt(handle, option, value) == 0
  if (request->body) {
    SET(option_post, 1L);
    SET(option_post_field_size, (int64_t)request->body_count);
    SET(option_copy_post_fields, (const char *)request->body);
  } else {
    SET(option_http_get, 1L);
  }
  // With this option libcurl reads no body after HEAD, even if the response declares a length.
  if (strcmp(request->method, "HEAD") == 0) {
    SET(option_no_body, 1L);
  } else {
    SET(option_custom_request, request->method);
  }
#undef SET
  return is_set;
}

static bool prepare(
    const compass_curl *curl, compass_exchange *exchange, const compass_request *request) {
  void *handle = exchange->handle;
  bool is_set = true;
#define SET(option, value) is_set = is_set && curl->easy_setopt(handle, option, value) == 0
  SET(option_url, request->url);
  SET(option_protocols, (long)http_and_https);
  // The caller has already chosen the proxy, so libcurl must not read the environment variables for
  // it.
  SET(option_proxy, request->proxy);
  SET(option_no_proxy, "");
  SET(option_suppress_connect_headers, 1L);
  SET(option_http09_allowed, 0L);
  // If a request is cancelled during its name lookup, libcurl must not wait for the lookup, because
  // that would block the other requests.
  SET(option_quick_exit, 1L);
  SET(option_no_signal, 1L);
  SET(option_ssl_version, (long)at_least_tls_1_2);
  SET(option_verify_peer, 1L);
  SET(option_verify_host, (long)name_is_checked);
  if (request->certificates) SET(option_certificates, request->certificates);
  SET(option_accept_encoding, "gzip");
  SET(option_headers, exchange->headers);
  SET(option_fresh_connect, request->on_fresh_connection ? 1L : 0L);
  SET(option_connect_timeout_ms, request->connect_milliseconds);
  SET(option_timeout_ms, request->total_milliseconds);
  if (request->silence_seconds > 0) {
    SET(option_low_speed_limit, 1L);
    SET(option_low_speed_time, request->silence_seconds);
  }
  SET(option_header_function, hear_header);
  SET(option_header_data, (void *)exchange);
  SET(option_write_function, hear_body);
  SET(option_write_data, (void *)exchange);
  SET(option_private, (void *)exchange);
#undef SET
  return is_set && set_method(curl, handle, request);
}

static void free_exchange(const compass_curl *curl, compass_exchange *exchange) {
  if (exchange->handle) curl->easy_cleanup(exchange->handle);
  if (exchange->headers) curl->slist_free_all(exchange->headers);
  free(exchange);
}

static bool add_headers(
    const compass_curl *curl, compass_exchange *exchange, const compass_request *request) {
  for (size_t index = 0; index < request->header_count; index++) {
    void *longer = curl->slist_append(exchange->headers, request->headers[index]);
    if (!longer) return false;
    exchange->headers = longer;
  }
  return true;
}

compass_exchange *compass_exchange_begin(compass_multi *multi, compass_request request) {
  const compass_curl *curl = multi->curl;
  compass_exchange *exchange = calloc(1, sizeof *exchange);
  if (!exchange) return NULL;
  exchange->context = request.context;
  exchange->hear_header = request.hear_header;
  exchange->hear_body = request.hear_body;
  exchange->handle = curl->easy_init();
  if (exchange->handle && add_headers(curl, exchange, &request) &&
      prepare(curl, exchange, &request) &&
      curl->multi_add(multi->handle, exchange->handle) == 0) {
    return exchange;
  }
  free_exchange(curl, exchange);
  return NULL;
}

void compass_exchange_resume(compass_multi *multi, compass_exchange *exchange) {
  multi->curl->easy_pause(exchange->handle, go_on);
}

void compass_exchange_end(compass_multi *multi, compass_exchange *exchange) {
  multi->curl->multi_remove(multi->handle, exchange->handle);
  free_exchange(multi->curl, exchange);
}

compass_exchange *compass_multi_finished(
    compass_multi *multi, void **context, compass_exchange_result *result) {
  const compass_curl *curl = multi->curl;
  int left = 0;
  for (message *said; (said = curl->multi_info_read(multi->handle, &left));) {
    if (said->kind != message_done) continue;
    compass_exchange *exchange = NULL;
    int64_t before_transfer = 0;
    *result = (compass_exchange_result){.code = said->data.code};
    // The message becomes invalid when the next one is read, so its handle is copied.
    void *handle = said->handle;
    curl->easy_getinfo(handle, info_private, (char **)&exchange);
    curl->easy_getinfo(handle, info_system_error, &result->system_error);
    curl->easy_getinfo(handle, info_proxy_status, &result->proxy_status);
    curl->easy_getinfo(handle, info_pretransfer_time, &before_transfer);
    result->was_connected = before_transfer > 0;
    *context = exchange->context;
    return exchange;
  }
  return NULL;
}
