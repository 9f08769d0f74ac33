#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of libsodium that signing in needs, loaded at first use (decision 5).

typedef struct compass_sodium compass_sodium;

enum {
  compass_sodium_hash_size = 128,
  compass_sodium_digest_size = 32,
};

/// NULL when the library is missing or is another one than expected.
const compass_sodium *compass_sodium_open(const char *library);

/// Argon2id with the library's limits for interactive use (64 MiB, two passes). `hash` becomes a text with
/// its salt and costs. False when there is too little memory.
bool compass_sodium_hash(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    char hash[compass_sodium_hash_size]);

/// Compares in constant time. `hash` ends with a zero.
bool compass_sodium_verify(
    const compass_sodium *sodium, const char hash[compass_sodium_hash_size],
    const char *passphrase, size_t length);

/// BLAKE2b.
bool compass_sodium_digest(
    const compass_sodium *sodium, const uint8_t *bytes, size_t length,
    uint8_t digest[compass_sodium_digest_size]);

enum { compass_sodium_mac_size = 32 };

/// HMAC with SHA-256 (RFC 2104), for keys of any length.
bool compass_sodium_mac(
    const compass_sodium *sodium, const uint8_t *key, size_t key_length, const uint8_t *bytes,
    size_t length, uint8_t mac[compass_sodium_mac_size]);
