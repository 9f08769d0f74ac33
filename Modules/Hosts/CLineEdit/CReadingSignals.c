#include "CReadingSignals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
enum { caught_count = sizeof caught / sizeof caught[0] };

static struct sigaction before[caught_count];
static bool taken_over[caught_count];
static int wake = -1;
static atomic_uint came;
static atomic_uint pressed, heard;
static int terminal_descriptor = -1;
static struct termios terminal_restore;

static void ring(int descriptor) {
  uint64_t one = 1;
  ssize_t ignored = write(descriptor, &one, sizeof one);
  (void)ignored;
}

static void tell(unsigned what) {
  atomic_fetch_or(&came, what);
  ring(wake);
}

static void handle(int number);

static void take_over(int index) {
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(caught[index], &action, NULL);
}

/// Restores the terminal, and lets the signal end or stop the process as it would without this
/// handler.
static void give_way(int number) {
  struct termios editing;
  bool edited = terminal_descriptor >= 0 && tcgetattr(terminal_descriptor, &editing) == 0;
  if (edited) tcsetattr(terminal_descriptor, TCSANOW, &terminal_restore);
  for (int index = 0; index < caught_count; index++) {
    if (caught[index] != number) continue;
    sigset_t only, masked;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigaction(number, &before[index], NULL);
    pthread_sigmask(SIG_UNBLOCK, &only, &masked);
    raise(number);
    // The process comes here only if the signal stopped it and it was continued later, or if the
    // program's own earlier handler returned.
    pthread_sigmask(SIG_SETMASK, &masked, NULL);
    take_over(index);
  }
  if (edited) tcsetattr(terminal_descriptor, TCSANOW, &editing);
  tell(compass_signal_resumed);
}

static void handle(int number) {
  int kept = errno;
  switch (number) {
    case SIGINT: tell(compass_signal_interrupted); break;
    case SIGWINCH: tell(compass_signal_resized); break;
    default: give_way(number);
  }
  errno = kept;
}

int compass_reading_begin(int terminal, const struct termios *restore) {
  if (wake < 0) wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (wake < 0) return -1;
  compass_reading_take();
  terminal_descriptor = terminal;
  if (terminal >= 0) terminal_restore = *restore;
  for (int index = 0; index < caught_count; index++) {
    sigaction(caught[index], NULL, &before[index]);
    // A signal that the process already ignores stays ignored, such as SIGHUP under `nohup`.
    taken_over[index] = before[index].sa_handler != SIG_IGN;
    if (taken_over[index]) take_over(index);
  }
  unsigned until_now = atomic_load(&pressed);
  if (atomic_exchange(&heard, until_now) != until_now) tell(compass_signal_interrupted);
  return wake;
}

unsigned compass_reading_take(void) {
  uint64_t count;
  ssize_t ignored = read(wake, &count, sizeof count);
  (void)ignored;
  return atomic_exchange(&came, 0);
}

void compass_reading_end(void) {
  for (int index = 0; index < caught_count; index++)
    if (taken_over[index]) sigaction(caught[index], &before[index], NULL);
  terminal_descriptor = -1;
}

static int interrupts = -1;
static bool interrupts_installed;
static struct sigaction before_interrupts;

static void interrupted(int number) {
  (void)number;
  int kept = errno;
  atomic_fetch_add(&pressed, 1);
  ring(interrupts);
  errno = kept;
}

int compass_interrupts_install(void) {
  if (interrupts < 0) interrupts = eventfd(0, EFD_CLOEXEC);
  if (interrupts < 0) return -1;
  if (!interrupts_installed) {
    struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    interrupts_installed = sigaction(SIGINT, &action, &before_interrupts) == 0;
  }
  return interrupts_installed ? interrupts : -1;
}

void compass_interrupts_forget(void) { atomic_store(&heard, atomic_load(&pressed)); }

void compass_interrupts_remove(void) {
  if (!interrupts_installed) return;
  sigaction(SIGINT, &before_interrupts, NULL);
  interrupts_installed = false;
}
