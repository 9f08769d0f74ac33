#pragma once

#include <termios.h>

// The handling of signals while a person types, and of Ctrl-C while a command runs. It is written
// in C, because a signal handler may call only async-signal-safe functions, and Swift guarantees
// for none of its functions that they are.

enum {
  compass_signal_interrupted = 1,
  compass_signal_resized = 2,
  compass_signal_resumed = 4,
};

/// Handles signals until `compass_reading_end`, while a person types. SIGINT and SIGWINCH only wake
/// the reader. A signal that ends or stops the process first sets the terminal to `restore`, unless
/// `terminal` is below 0.
///
/// Returns a descriptor that is readable after a signal, or -1. A SIGINT that came since the last
/// reading began, and that `compass_interrupts_forget` has not cleared, counts as coming now: it
/// was meant for the question that was about to appear.
int compass_reading_begin(int terminal, const struct termios *restore);
/// Returns the signals since the last call, as a combination of the constants above.
unsigned compass_reading_take(void);
void compass_reading_end(void);

/// Makes SIGINT no longer end the process. Returns a descriptor that is readable after a SIGINT and
/// yields the number of them in 8 bytes, or -1.
int compass_interrupts_install(void);
/// Clears earlier signals, so that a Ctrl-C for an earlier command does not cancel the next line.
void compass_interrupts_forget(void);
/// Restores the handling of SIGINT that was in place before `compass_interrupts_install`.
void compass_interrupts_remove(void);
