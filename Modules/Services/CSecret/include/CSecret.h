#pragma once

#include <stdbool.h>

// Access to the desktop's keyring (the D-Bus service "Secret Service") with libsecret, which is
// loaded when it is first used (decision 5).

typedef struct compass_keyring compass_keyring;

typedef enum {
  compass_keyring_done,
  /// The keyring has no secret with this name.
  compass_keyring_nothing,
  /// No keyring answers, the keyring refused, or the user did not unlock it in time.
  compass_keyring_unavailable,
} compass_keyring_answer;

/// Opens the keyring. Returns NULL if the library is missing or there is no D-Bus session bus; it
/// never starts a bus.
compass_keyring *compass_keyring_open(const char *library);

/// Stores a secret under `name`. Two data folders on one machine have separate secrets, because the
/// entry contains the path `folder`. The call takes at most `seconds`.
compass_keyring_answer compass_keyring_save(
    const compass_keyring *keyring, const char *folder, const char *name, const char *label,
    const char *secret, int seconds);
/// Reads the secret `name`. The caller must free it with `compass_keyring_free`, which overwrites
/// its memory.
compass_keyring_answer compass_keyring_read(
    const compass_keyring *keyring, const char *folder, const char *name, char **secret,
    int seconds);
compass_keyring_answer compass_keyring_remove(
    const compass_keyring *keyring, const char *folder, const char *name, int seconds);
void compass_keyring_free(const compass_keyring *keyring, char *secret);
