#include "Library.h"

#include <dlfcn.h>

bool compass_edit_load(library_calls *calls, void **library, const char *name) {
  static const char *const symbols[] = {FUNCTIONS(COMPASS_SYMBOL)};
  *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  return *library && compass_late_find(library, 1, symbols, COMPASS_COUNT(symbols), calls);
}
