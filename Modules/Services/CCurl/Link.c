#include "CurlCalls.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// Checks whether a web page exists. Nothing of the page is stored: the response head or the first
// bytes of the body are enough.

enum {
  http_and_https = 1 << 0 | 1 << 1,
  most_redirections = 8,
  body_refused = 23,
};

typedef struct {
  const compass_stop *stop;
  long deadline;
  /// Whether a host name or a redirect led to an address that is not public.
  bool met_another;
} attempt;

/// The structure `curl_sockaddr` of libcurl 7.88, copied because the build uses no headers of
/// libcurl.
typedef struct {
  int family, kind, protocol;
  unsigned count;
  struct sockaddr address;
} curl_address;

static bool is_public_v4(uint32_t address) {
  static const struct {
    uint32_t network;
    int bits;
  } others[] = {
      {0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},  {0xA9FE0000, 16},
      {0xAC100000, 12}, {0xC0000000, 24}, {0xC0000200, 24}, {0xC0A80000, 16}, {0xC6120000, 15},
      {0xC6336400, 24}, {0xCB007100, 24}, {0xE0000000, 3},
  };
  for (size_t index = 0; index < sizeof others / sizeof others[0]; index++)
    if ((address ^ others[index].network) >> (32 - others[index].bits) == 0) return false;
  return true;
}

static uint32_t v4_in(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/// Returns whether an IP address belongs to the public internet, and not to this computer, its
/// local network or its provider's network.
bool compass_is_public(const struct sockaddr *address) {
  if (address->sa_family == AF_INET)
    return is_public_v4(ntohl(((const struct sockaddr_in *)address)->sin_addr.s_addr));
  if (address->sa_family != AF_INET6) return false;
  const uint8_t *bytes = ((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr;
  static const uint8_t mapped[12] = {[10] = 0xFF, [11] = 0xFF};
  static const uint8_t translated[12] = {0x00, 0x64, 0xFF, 0x9B};
  if (memcmp(bytes, mapped, 12) == 0 || memcmp(bytes, translated, 12) == 0)
    return is_public_v4(v4_in(bytes + 12));
  if (bytes[0] == 0x20 && bytes[1] == 0x02) return is_public_v4(v4_in(bytes + 2));
  // In IPv6, 2001:0000::/23 is for special protocols such as tunnels, and 2001:db8::/32 for
  // examples in texts.
  bool is_special = bytes[0] == 0x20 && bytes[1] == 0x01
                    && (bytes[2] < 0x02 || (bytes[2] == 0x0D && bytes[3] == 0xB8));
  return bytes[0] >> 5 == 1 && !is_special;
}

/// Opens the socket for a connection, unless the IP address is not public. libcurl calls it after
/// the name lookup of each redirect with the address to which it then connects, so a second lookup
/// cannot lead to another address.
static int open_public(void *closure, int purpose, const curl_address *wanted) {
  (void)purpose;
  attempt *now = closure;
  if (compass_is_public(&wanted->address))
    return socket(wanted->family, wanted->kind | SOCK_CLOEXEC, wanted->protocol);
  now->met_another = true;
  return -1;
}

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
  if (link->public_only) {
    SET(option_open_socket_function, open_public);
    SET(option_open_socket_data, (void *)now);
  }
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
    // The error `body_refused` counts as success: `refuse_body` aborts the transfer at the first
    // byte of the body, and this byte shows that the page exists.
    result.met_another = result.code != 0 && now.met_another;
    if (result.code == body_refused && result.status != 0) result.code = 0;
  }
  if (handle) curl->easy_cleanup(handle);
  return result;
}
