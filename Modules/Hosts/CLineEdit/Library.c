#include "Library.h"

#include <dlfcn.h>
#include <string.h>

bool compass_edit_load(library_calls *calls, void **library, const char *name) {
  *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!*library) return false;
  struct {
    void *slot;
    const char *name;
  } wanted[] = {
      {&calls->init, "el_init_fd"},
      {&calls->end, "el_end"},
      {&calls->wset, "el_wset"},
      {&calls->wgets, "el_wgets"},
      {&calls->wline, "el_wline"},
      {&calls->winsertstr, "el_winsertstr"},
      {&calls->deletestr, "el_deletestr"},
      {&calls->resize, "el_resize"},
      {&calls->history_init, "history_winit"},
      {&calls->history_end, "history_wend"},
      {&calls->history, "history_w"},
  };
  for (size_t index = 0; index < sizeof wanted / sizeof wanted[0]; index++) {
    void *found = dlsym(*library, wanted[index].name);
    if (!found) return false;
    memcpy(wanted[index].slot, &found, sizeof found);
  }
  return true;
}
