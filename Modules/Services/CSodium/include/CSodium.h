#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of libsodium that sign-in needs, loaded at first use (decision 5).

typedef struct compass_sodium compass_sodium;

enum {
  compass_sodium_hash_size = 128,
  compass_sodium_digest_size = 32,
};

/// NULL when the library is missing or has another interface than expected.
const compass_sodium *compass_sodium_open(const char *library);

/// Argon2id. `hash` receives a text with salt and costs.
/// False when memory is short.
bool compass_sodium_hash(
    const compass_sodium *sodium, const char *passphrase, size_t length, uint32_t passes,
    uint32_t kibibytes, char hash[compass_sodium_hash_size]);

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

/// A file that is encrypted piece by piece with a key from a passphrase (crypto_secretstream_xchacha20poly1305, Argon2id).
typedef struct compass_stream compass_stream;

enum {
  compass_stream_salt_size = 16,
  compass_stream_header_size = 24,
  /// The number of bytes that sealing adds to a piece.
  compass_stream_overhead = 17,
};

/// Starts to seal, and fills in `header`. NULL when memory is short.
compass_stream *compass_stream_seal(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    const uint8_t salt[compass_stream_salt_size], uint32_t passes, uint32_t kibibytes,
    uint8_t header[compass_stream_header_size]);

/// Starts to open a sealed file. NULL when memory is short.
compass_stream *compass_stream_open(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    const uint8_t salt[compass_stream_salt_size], uint32_t passes, uint32_t kibibytes,
    const uint8_t header[compass_stream_header_size]);

/// `beside` is authenticated but not part of the piece. `sealed` must have space for the piece and the overhead.
bool compass_stream_push(
    compass_stream *stream, const uint8_t *bytes, size_t length, const uint8_t *beside,
    size_t beside_length, bool is_last, uint8_t *sealed);

/// False for a piece that was changed, moved or sealed with another key. `length` includes the overhead.
bool compass_stream_pull(
    compass_stream *stream, const uint8_t *sealed, size_t length, const uint8_t *beside,
    size_t beside_length, uint8_t *bytes, bool *is_last);

void compass_stream_free(compass_stream *stream);
