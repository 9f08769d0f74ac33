#pragma once

/// Makes a file descriptor of Linux's `eventfd`, which Swift does not import. It can be read from a
/// call of `compass_bell_ring` until a call of `compass_bell_silence`. Returns -1 if the system
/// gives none.
int compass_bell_make(void);
void compass_bell_ring(int bell);
void compass_bell_silence(int bell);
