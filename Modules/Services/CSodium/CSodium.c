#include "CSodium.h"

#include "CLateLoading.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// These functions are copied from sodium.h of libsodium 1.0.18, whose ABI has the soname
// libsodium.so.23.
#define FUNCTIONS(each) \
  each(int, init, "sodium_init", (void)) \
  each(int, pwhash_str, "crypto_pwhash_argon2id_str", \
      (char *hash, const char *passphrase, unsigned long long length, unsigned long long passes, \
       size_t memory)) \
  each(int, pwhash_str_verify, "crypto_pwhash_argon2id_str_verify", \
      (const char *hash, const char *passphrase, unsigned long long length)) \
  each(int, generichash, "crypto_generichash", \
      (unsigned char *digest, size_t digest_length, const unsigned char *bytes, \
       unsigned long long length, const unsigned char *key, size_t key_length)) \
  each(size_t, mac_state_size, "crypto_auth_hmacsha256_statebytes", (void)) \
  each(int, mac_init, "crypto_auth_hmacsha256_init", \
      (void *state, const unsigned char *key, size_t key_length)) \
  each(int, mac_update, "crypto_auth_hmacsha256_update", \
      (void *state, const unsigned char *bytes, unsigned long long length)) \
  each(int, mac_final, "crypto_auth_hmacsha256_final", (void *state, unsigned char *mac)) \
  each(void, memzero, "sodium_memzero", (void *bytes, size_t length)) \
  each(int, pwhash, "crypto_pwhash", \
      (unsigned char *key, unsigned long long key_length, const char *passphrase, \
       unsigned long long length, const unsigned char *salt, unsigned long long passes, \
       size_t memory, int algorithm)) \
  each(size_t, stream_state_size, "crypto_secretstream_xchacha20poly1305_statebytes", (void)) \
  each(int, init_push, "crypto_secretstream_xchacha20poly1305_init_push", \
      (void *state, unsigned char *header, const unsigned char *key)) \
  each(int, push, "crypto_secretstream_xchacha20poly1305_push", \
      (void *state, unsigned char *sealed, unsigned long long *sealed_length, \
       const unsigned char *bytes, unsigned long long length, const unsigned char *beside, \
       unsigned long long beside_length, unsigned char tag)) \
  each(int, init_pull, "crypto_secretstream_xchacha20poly1305_init_pull", \
      (void *state, const unsigned char *header, const unsigned char *key)) \
  each(int, pull, "crypto_secretstream_xchacha20poly1305_pull", \
      (void *state, unsigned char *bytes, unsigned long long *length, unsigned char *tag, \
       const unsigned char *sealed, unsigned long long sealed_length, const unsigned char *beside, \
       unsigned long long beside_length))

struct compass_sodium { FUNCTIONS(COMPASS_FIELD) };
static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};

const compass_sodium *compass_sodium_open(const char *library) {
  void *opened;
  compass_sodium *sodium = compass_late_open(library, symbols, COMPASS_COUNT(symbols), &opened);
  if (!sodium || sodium->init() >= 0) return sodium;
  free(sodium);
  dlclose(opened);
  return NULL;
}

bool compass_sodium_hash(
    const compass_sodium *sodium, const char *passphrase, size_t length, uint32_t passes,
    uint32_t kibibytes, char hash[compass_sodium_hash_size]) {
  return sodium->pwhash_str(hash, passphrase, length, passes, (size_t)kibibytes * 1024) == 0;
}

bool compass_sodium_verify(
    const compass_sodium *sodium, const char hash[compass_sodium_hash_size],
    const char *passphrase, size_t length) {
  return sodium->pwhash_str_verify(hash, passphrase, length) == 0;
}

bool compass_sodium_digest(
    const compass_sodium *sodium, const uint8_t *bytes, size_t length,
    uint8_t digest[compass_sodium_digest_size]) {
  return sodium->generichash(digest, compass_sodium_digest_size, bytes, length, NULL, 0) == 0;
}

bool compass_sodium_mac(
    const compass_sodium *sodium, const uint8_t *key, size_t key_length, const uint8_t *bytes,
    size_t length, uint8_t mac[compass_sodium_mac_size]) {
  size_t size = sodium->mac_state_size();
  void *state = malloc(size);
  if (!state) return false;
  bool is_made = sodium->mac_init(state, key, key_length) == 0 &&
                 sodium->mac_update(state, bytes, length) == 0 && sodium->mac_final(state, mac) == 0;
  sodium->memzero(state, size);
  free(state);
  return is_made;
}

enum { argon2id = 2, stream_key_size = 32, tag_message = 0, tag_final = 3 };

struct compass_stream {
  const compass_sodium *sodium;
  bool is_pulling;
  uint8_t state[];
};

static compass_stream *stream(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    const uint8_t salt[compass_stream_salt_size], uint32_t passes, uint32_t kibibytes,
    uint8_t header[compass_stream_header_size], bool is_pulling) {
  compass_stream *made = calloc(1, sizeof *made + sodium->stream_state_size());
  if (!made) return NULL;
  *made = (compass_stream){.sodium = sodium, .is_pulling = is_pulling};
  uint8_t key[stream_key_size];
  bool is_made =
      sodium->pwhash(key, sizeof key, passphrase, length, salt, passes, (size_t)kibibytes * 1024,
                     argon2id) == 0 &&
      (is_pulling ? sodium->init_pull(made->state, header, key)
                  : sodium->init_push(made->state, header, key)) == 0;
  sodium->memzero(key, sizeof key);
  if (is_made) return made;
  compass_stream_free(made);
  return NULL;
}

compass_stream *compass_stream_seal(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    const uint8_t salt[compass_stream_salt_size], uint32_t passes, uint32_t kibibytes,
    uint8_t header[compass_stream_header_size]) {
  return stream(sodium, passphrase, length, salt, passes, kibibytes, header, false);
}

compass_stream *compass_stream_open(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    const uint8_t salt[compass_stream_salt_size], uint32_t passes, uint32_t kibibytes,
    const uint8_t header[compass_stream_header_size]) {
  return stream(
      sodium, passphrase, length, salt, passes, kibibytes, (uint8_t *)header, true);
}

bool compass_stream_push(
    compass_stream *stream, const uint8_t *bytes, size_t length, const uint8_t *beside,
    size_t beside_length, bool is_last, uint8_t *sealed) {
  return stream->sodium->push(
             stream->state, sealed, NULL, bytes, length, beside, beside_length,
             is_last ? tag_final : tag_message) == 0;
}

bool compass_stream_pull(
    compass_stream *stream, const uint8_t *sealed, size_t length, const uint8_t *beside,
    size_t beside_length, uint8_t *bytes, bool *is_last) {
  uint8_t tag = 0;
  bool is_opened = stream->sodium->pull(
                       stream->state, bytes, NULL, &tag, sealed, length, beside, beside_length) == 0;
  *is_last = tag == tag_final;
  return is_opened;
}

void compass_stream_free(compass_stream *stream) {
  if (!stream) return;
  stream->sodium->memzero(stream->state, stream->sodium->stream_state_size());
  free(stream);
}
