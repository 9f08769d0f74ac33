#include "CLateLoading.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

bool compass_late_find(
    void *const *libraries, size_t library_count, const char *const *symbols, size_t count,
    void *table) {
  for (size_t index = 0; index < count; index++) {
    void *found = NULL;
    for (size_t library = 0; !found && library < library_count; library++)
      found = dlsym(libraries[library], symbols[index]);
    if (!found) return false;
    memcpy((char *)table + index * sizeof found, &found, sizeof found);
  }
  return true;
}

void *compass_late_open(
    const char *library, const char *const *symbols, size_t count, void **opened) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return NULL;
  void *table = calloc(count, sizeof(void *));
  if (table && compass_late_find(&handle, 1, symbols, count, table)) {
    if (opened) *opened = handle;
    return table;
  }
  free(table);
  dlclose(handle);
  return NULL;
}
