#include "CPollBell.h"

#include <sys/eventfd.h>

int compass_bell_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void compass_bell_ring(int bell) { eventfd_write(bell, 1); }

void compass_bell_silence(int bell) {
  eventfd_t rings;
  eventfd_read(bell, &rings);
}
