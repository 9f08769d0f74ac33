#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>
#include <wchar.h>

#include "CReadingSignals.h"

// The few functions of libedit that an editor needs, without variadic calls. The library is loaded when the first editor is opened
// (decision 5).

typedef struct compass_edit compass_edit;

/// How a reading ended.
typedef enum {
  compass_edit_line,
  compass_edit_interrupted,
  compass_edit_ended,
} compass_edit_end;

/// The effect of TAB, so that libedit knows what to redraw.
typedef enum {
  compass_edit_unchanged,
  compass_edit_changed,
  compass_edit_listed,
} compass_edit_tab;

/// Called when TAB is pressed; `again` is true if the key before it was TAB too.
typedef compass_edit_tab (*compass_edit_complete)(void *context, compass_edit *edit, bool again);

/// NULL if the library is missing, has another version, or cannot drive this terminal.
compass_edit *compass_edit_open(const char *library, int input, int output, int history_size);
void compass_edit_close(compass_edit *edit);

/// Reads one line. `prompt` may hold sequences of no width between U+0001 marks. The line lives in the
/// editor until the next call. `complete` may be NULL.
compass_edit_end compass_edit_read(
    compass_edit *edit, const wchar_t *prompt, bool browsing, compass_edit_complete complete,
    void *context, const wchar_t **line, size_t *length);

/// Adds a line as the newest entry of the history.
void compass_edit_remember(compass_edit *edit, const wchar_t *line);

// During a completion:

/// The current line.
void compass_edit_current(
    compass_edit *edit, const wchar_t **line, size_t *length, size_t *cursor);
/// Replaces the last `count` characters before the cursor with `text`.
bool compass_edit_replace(compass_edit *edit, size_t count, const wchar_t *text);

/// Writes lines, each ended, below the line that is being read; answer `listed` afterwards.
void compass_edit_list(compass_edit *edit, const char *text);

/// The columns that text needs on a terminal; a character without a width counts as 0.
size_t compass_edit_width(const wchar_t *text, size_t length);
