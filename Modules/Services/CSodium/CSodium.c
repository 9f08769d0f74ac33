#include "CSodium.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// From sodium.h of libsodium 1.0.18; its ABI is that of soname libsodium.so.23.
struct compass_sodium {
  int (*init)(void);
  int (*pwhash_str)(
      char *hash, const char *passphrase, unsigned long long length, unsigned long long passes,
      size_t memory);
  int (*pwhash_str_verify)(
      const char *hash, const char *passphrase, unsigned long long length);
  int (*generichash)(
      unsigned char *digest, size_t digest_length, const unsigned char *bytes,
      unsigned long long length, const unsigned char *key, size_t key_length);
  size_t (*mac_state_size)(void);
  int (*mac_init)(void *state, const unsigned char *key, size_t key_length);
  int (*mac_update)(void *state, const unsigned char *bytes, unsigned long long length);
  int (*mac_final)(void *state, unsigned char *mac);
  void (*memzero)(void *bytes, size_t length);
};

enum { interactive_passes = 2, interactive_memory = 64 * 1024 * 1024 };

const compass_sodium *compass_sodium_open(const char *library) {
  void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!opened) return NULL;
  compass_sodium *sodium = calloc(1, sizeof *sodium);
  struct {
    void *slot;
    const char *name;
  } wanted[] = {
      {sodium ? &sodium->init : NULL, "sodium_init"},
      {sodium ? &sodium->pwhash_str : NULL, "crypto_pwhash_argon2id_str"},
      {sodium ? &sodium->pwhash_str_verify : NULL, "crypto_pwhash_argon2id_str_verify"},
      {sodium ? &sodium->generichash : NULL, "crypto_generichash"},
      {sodium ? &sodium->mac_state_size : NULL, "crypto_auth_hmacsha256_statebytes"},
      {sodium ? &sodium->mac_init : NULL, "crypto_auth_hmacsha256_init"},
      {sodium ? &sodium->mac_update : NULL, "crypto_auth_hmacsha256_update"},
      {sodium ? &sodium->mac_final : NULL, "crypto_auth_hmacsha256_final"},
      {sodium ? &sodium->memzero : NULL, "sodium_memzero"},
  };
  bool complete = sodium != NULL;
  for (size_t index = 0; complete && index < sizeof wanted / sizeof wanted[0]; index++) {
    void *found = dlsym(opened, wanted[index].name);
    complete = found != NULL;
    if (found) memcpy(wanted[index].slot, &found, sizeof found);
  }
  if (complete && sodium->init() >= 0) return sodium;
  free(sodium);
  dlclose(opened);
  return NULL;
}

bool compass_sodium_hash(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    char hash[compass_sodium_hash_size]) {
  return sodium->pwhash_str(hash, passphrase, length, interactive_passes, interactive_memory) == 0;
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
