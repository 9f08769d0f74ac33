#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few functions of libsodium that sign-in and encrypted copies need. The library is loaded when
// it is first used (decision 5).

typedef struct compass_sodium compass_sodium;

enum {
  compass_sodium_hash_size = 128,
  compass_sodium_digest_size = 32,
};

/// Loads libsodium from the file `library` and returns its functions; NULL if it is missing, lacks
/// one of the functions or cannot be started.
const compass_sodium *compass_sodium_open(const char *library);

/// Hashes a passphrase with Argon2id. `hash` receives a text with the hash, its salt and its costs
/// (the passes and the memory). Returns false if there is not enough memory.
bool compass_sodium_hash(
    const compass_sodium *sodium, const char *passphrase, size_t length, uint32_t passes,
    uint32_t kibibytes, char hash[compass_sodium_hash_size]);

/// Returns whether `hash`, a text that ends with a zero byte, was created from this passphrase. The
/// comparison takes the same time for all values, so that the time does not reveal how similar a
/// guess is.
bool compass_sodium_verify(
    const compass_sodium *sodium, const char hash[compass_sodium_hash_size],
    const char *passphrase, size_t length);

/// Computes the BLAKE2b digest of the bytes.
bool compass_sodium_digest(
    const compass_sodium *sodium, const uint8_t *bytes, size_t length,
    uint8_t digest[compass_sodium_digest_size]);

enum { compass_sodium_mac_size = 32 };

/// Computes the HMAC of the bytes with SHA-256 (RFC 2104). The key may have any length.
bool compass_sodium_mac(
    const compass_sodium *sodium, const uint8_t *key, size_t key_length, const uint8_t *bytes,
    size_t length, uint8_t mac[compass_sodium_mac_size]);

/// The state of a file that is encrypted or decrypted piece by piece
/// (crypto_secretstream_xchacha20poly1305). Argon2id computes the key from a passphrase.
typedef struct compass_stream compass_stream;

enum {
  compass_stream_salt_size = 16,
  compass_stream_header_size = 24,
  /// The number of bytes by which an encrypted piece is longer than the plain one.
  compass_stream_overhead = 17,
};

/// Begins to encrypt a file and writes the header of the encryption to `header`. Returns NULL if
/// there is not enough memory.
compass_stream *compass_stream_seal(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    const uint8_t salt[compass_stream_salt_size], uint32_t passes, uint32_t kibibytes,
    uint8_t header[compass_stream_header_size]);

/// Begins to decrypt a file whose encryption has this `header`. Returns NULL if there is not enough
/// memory.
compass_stream *compass_stream_open(
    const compass_sodium *sodium, const char *passphrase, size_t length,
    const uint8_t salt[compass_stream_salt_size], uint32_t passes, uint32_t kibibytes,
    const uint8_t header[compass_stream_header_size]);

/// Encrypts a piece of the file. The bytes in `beside` are protected against changes but are not
/// part of the result. `sealed` must have space for `length` bytes and the overhead.
bool compass_stream_push(
    compass_stream *stream, const uint8_t *bytes, size_t length, const uint8_t *beside,
    size_t beside_length, bool is_last, uint8_t *sealed);

/// Decrypts a piece of the file. Returns false if it was changed, moved, or encrypted with another
/// key. `length` is the length of the encrypted piece with its overhead.
bool compass_stream_pull(
    compass_stream *stream, const uint8_t *sealed, size_t length, const uint8_t *beside,
    size_t beside_length, uint8_t *bytes, bool *is_last);

void compass_stream_free(compass_stream *stream);
