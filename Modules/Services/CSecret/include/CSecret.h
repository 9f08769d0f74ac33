#pragma once

#include <stdbool.h>

// The desktop's keyring (the Secret Service) through libsecret, loaded at first use (decision 5).

typedef struct compass_keyring compass_keyring;

typedef enum {
  compass_keyring_done,
  /// There is no secret of that name.
  compass_keyring_nothing,
  /// No keyring answers, the keyring refused, or its owner did not unlock it in time.
  compass_keyring_unavailable,
} compass_keyring_answer;

/// NULL when the library is missing or there is no session bus. It starts no bus.
compass_keyring *compass_keyring_open(const char *library);

/// `folder` separates the secrets of two data folders. Each call takes at most `seconds`.
compass_keyring_answer compass_keyring_save(
    const compass_keyring *keyring, const char *folder, const char *name, const char *label,
    const char *secret, int seconds);
/// The caller returns `secret` with `compass_keyring_free`, which wipes it.
compass_keyring_answer compass_keyring_read(
    const compass_keyring *keyring, const char *folder, const char *name, char **secret,
    int seconds);
compass_keyring_answer compass_keyring_remove(
    const compass_keyring *keyring, const char *folder, const char *name, int seconds);
void compass_keyring_free(const compass_keyring *keyring, char *secret);
