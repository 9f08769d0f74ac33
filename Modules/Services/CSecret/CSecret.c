#define _GNU_SOURCE

#include "CSecret.h"

#include "CLateLoading.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// These declarations are copied from the headers of libsecret 0.20 and GLib 2, whose ABIs have the
// sonames libsecret-1.so.0 and libglib-2.0.so.0.
typedef struct _GHashTable GHashTable;
typedef struct _GCancellable GCancellable;
typedef struct _GError GError;
typedef struct {
  const char *name;
  int type;
} SecretSchemaAttribute;
typedef struct {
  const char *name;
  int flags;
  SecretSchemaAttribute attributes[32];
  int reserved;
  void *reserved_pointers[7];
} SecretSchema;

static const SecretSchema schema = {
    .name = "org.recruitingcompass.Secret",
    .attributes = {{"folder", 0}, {"name", 0}},
};

#define FUNCTIONS(each) \
  each(int, store, "secret_password_storev_sync", \
      (const SecretSchema *, GHashTable *, const char *collection, const char *label, \
       const char *secret, GCancellable *, GError **)) \
  each(char *, lookup, "secret_password_lookupv_sync", \
      (const SecretSchema *, GHashTable *, GCancellable *, GError **)) \
  each(int, clear, "secret_password_clearv_sync", \
      (const SecretSchema *, GHashTable *, GCancellable *, GError **)) \
  each(void, free, "secret_password_free", (char *)) \
  each(GHashTable *, table_new, "g_hash_table_new", \
      (unsigned (*)(const void *), int (*)(const void *, const void *))) \
  each(int, table_insert, "g_hash_table_insert", (GHashTable *, void *, void *)) \
  each(void, table_unref, "g_hash_table_unref", (GHashTable *)) \
  each(unsigned, string_hash, "g_str_hash", (const void *)) \
  each(int, string_equal, "g_str_equal", (const void *, const void *)) \
  each(void, error_free, "g_error_free", (GError *)) \
  each(GCancellable *, cancellable_new, "g_cancellable_new", (void)) \
  each(void, cancel, "g_cancellable_cancel", (GCancellable *)) \
  each(void, object_unref, "g_object_unref", (void *))

struct compass_keyring { FUNCTIONS(COMPASS_FIELD) };
static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};

/// Returns whether a D-Bus session bus is running. If there is none, GLib would start one, which a
/// program at a prompt must not do.
static bool has_session_bus(void) {
  const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
  if (address && *address) return strncmp(address, "autolaunch:", 11) != 0;
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  char path[4096];
  if (!runtime || snprintf(path, sizeof path, "%s/bus", runtime) >= (int)sizeof path) return false;
  return access(path, R_OK | W_OK) == 0;
}

compass_keyring *compass_keyring_open(const char *library) {
  if (!has_session_bus()) return NULL;
  void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  compass_keyring *keyring = opened ? calloc(1, sizeof *keyring) : NULL;
  // The search also finds the functions of GLib, because libsecret is linked with GLib. GLib cannot
  // be unloaded, so the library is not closed even if a function is missing.
  if (keyring && compass_late_find(&opened, 1, symbols, COMPASS_COUNT(symbols), keyring)) return keyring;
  free(keyring);
  return NULL;
}

// A running request to the keyring. A locked keyring asks the user to unlock it. Without a screen
// the request would wait forever, so a second thread cancels it at the deadline.
typedef struct {
  const compass_keyring *keyring;
  GHashTable *attributes;
  GCancellable *cancellable;
  GError *error;
  pthread_t thread;
  bool has_thread;
  pthread_mutex_t mutex;
  pthread_cond_t ended;
  bool over;
  struct timespec deadline;
} call;

static void *watch(void *context) {
  call *watched = context;
  int waited = 0;
  pthread_mutex_lock(&watched->mutex);
  while (!watched->over && waited == 0)
    waited = pthread_cond_clockwait(
        &watched->ended, &watched->mutex, CLOCK_MONOTONIC, &watched->deadline);
  bool late = !watched->over;
  pthread_mutex_unlock(&watched->mutex);
  if (late) watched->keyring->cancel(watched->cancellable);
  return NULL;
}

static void begin(
    call *made, const compass_keyring *keyring, const char *folder, const char *name,
    int seconds) {
  *made = (call){.keyring = keyring};
  made->attributes = keyring->table_new(keyring->string_hash, keyring->string_equal);
  keyring->table_insert(made->attributes, "folder", (void *)folder);
  keyring->table_insert(made->attributes, "name", (void *)name);
  made->cancellable = keyring->cancellable_new();
  pthread_mutex_init(&made->mutex, NULL);
  pthread_cond_init(&made->ended, NULL);
  clock_gettime(CLOCK_MONOTONIC, &made->deadline);
  made->deadline.tv_sec += seconds;
  made->has_thread = pthread_create(&made->thread, NULL, watch, made) == 0;
}

/// Ends the request, and returns true if the keyring answered without an error.
static bool end(call *made) {
  pthread_mutex_lock(&made->mutex);
  made->over = true;
  pthread_cond_signal(&made->ended);
  pthread_mutex_unlock(&made->mutex);
  if (made->has_thread) pthread_join(made->thread, NULL);
  pthread_cond_destroy(&made->ended);
  pthread_mutex_destroy(&made->mutex);
  made->keyring->table_unref(made->attributes);
  made->keyring->object_unref(made->cancellable);
  bool fine = made->error == NULL;
  if (!fine) made->keyring->error_free(made->error);
  return fine;
}

compass_keyring_answer compass_keyring_save(
    const compass_keyring *keyring, const char *folder, const char *name, const char *label,
    const char *secret, int seconds) {
  call made;
  begin(&made, keyring, folder, name, seconds);
  int stored = keyring->store(
      &schema, made.attributes, NULL, label, secret, made.cancellable, &made.error);
  return end(&made) && stored ? compass_keyring_done : compass_keyring_unavailable;
}

compass_keyring_answer compass_keyring_read(
    const compass_keyring *keyring, const char *folder, const char *name, char **secret,
    int seconds) {
  call made;
  begin(&made, keyring, folder, name, seconds);
  *secret = keyring->lookup(&schema, made.attributes, made.cancellable, &made.error);
  if (!end(&made)) return compass_keyring_unavailable;
  return *secret ? compass_keyring_done : compass_keyring_nothing;
}

compass_keyring_answer compass_keyring_remove(
    const compass_keyring *keyring, const char *folder, const char *name, int seconds) {
  call made;
  begin(&made, keyring, folder, name, seconds);
  int removed = keyring->clear(&schema, made.attributes, made.cancellable, &made.error);
  if (!end(&made)) return compass_keyring_unavailable;
  return removed ? compass_keyring_done : compass_keyring_nothing;
}

void compass_keyring_free(const compass_keyring *keyring, char *secret) {
  keyring->free(secret);
}
