#pragma once

#include <termios.h>

// The effect of signals while a person types, and how Ctrl-C reaches a running command. It is in C because only async-signal-safe functions
// may run in a handler, and Swift guarantees that for none of its functions.

enum {
  compass_signal_interrupted = 1,
  compass_signal_resized = 2,
  compass_signal_resumed = 4,
};

/// From now on until `end`, signals wake the reader instead of ending the process; those that do end it
/// (or stop it) give the terminal back as `restore` first. A `terminal` below 0 has nothing to restore.
/// Returns a descriptor that is readable once a signal came, or -1. A SIGINT that came since the last reading
/// began, and was not forgotten, counts as come now: it was meant for the question that was on its way.
int compass_reading_begin(int terminal, const struct termios *restore);
/// The signal since the last call.
unsigned compass_reading_take(void);
void compass_reading_end(void);

/// From now on SIGINT only makes the returned descriptor readable (8 bytes, a count), or -1.
int compass_interrupts_install(void);
/// Clears earlier signals, which are not meant for the next reading.
void compass_interrupts_forget(void);
/// Restores the earlier behavior of SIGINT.
void compass_interrupts_remove(void);
