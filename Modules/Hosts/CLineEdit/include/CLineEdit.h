#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>
#include <wchar.h>

#include "CReadingSignals.h"

// The few functions that the program needs of libedit, a C library with which a person edits a
// typed line. They have no variadic parameters, which Swift cannot pass. The library is loaded when
// the first editor is opened (decision 5).

typedef struct compass_edit compass_edit;

/// Why `compass_edit_read` returned: a line was typed, Ctrl-C was pressed, or the input has ended.
typedef enum {
  compass_edit_line,
  compass_edit_interrupted,
  compass_edit_ended,
} compass_edit_end;

/// What the TAB key did, so that libedit knows what to redraw: nothing, a change of the line, or a
/// list of candidates below the line.
typedef enum {
  compass_edit_unchanged,
  compass_edit_changed,
  compass_edit_listed,
} compass_edit_tab;

/// The function that is called when TAB is pressed. `again` is true if the key before was TAB too.
typedef compass_edit_tab (*compass_edit_complete)(void *context, compass_edit *edit, bool again);

/// Opens an editor whose history holds at most `history_size` lines. Returns NULL if the library is
/// missing, has another version, or cannot drive this terminal.
compass_edit *compass_edit_open(const char *library, int input, int output, int history_size);
void compass_edit_close(compass_edit *edit);

/// Reads one line. In `prompt`, a U+0001 stands before and after each control sequence, which takes
/// no column. `browsing` says whether the arrow keys recall the history. `complete` may be NULL.
/// The editor owns the memory of `*line`, which stays valid until the next call.
compass_edit_end compass_edit_read(
    compass_edit *edit, const wchar_t *prompt, bool browsing, compass_edit_complete complete,
    void *context, const wchar_t **line, size_t *length);

/// Adds a line as the newest entry of the history.
void compass_edit_remember(compass_edit *edit, const wchar_t *line);

// The next three functions are called only by a `compass_edit_complete`, while TAB is handled.

/// Returns the text that is typed so far, and the position of the cursor in it.
void compass_edit_current(
    compass_edit *edit, const wchar_t **line, size_t *length, size_t *cursor);
/// Replaces the last `count` characters before the cursor with `text`. Returns false if the text
/// could not be inserted.
bool compass_edit_replace(compass_edit *edit, size_t count, const wchar_t *text);

/// Writes `text` below the typed line. Each of its lines ends with a line break. The completion
/// function returns `compass_edit_listed` afterwards.
void compass_edit_list(compass_edit *edit, const char *text);

/// Returns the number of columns that the text takes on a terminal. A character without a width,
/// such as a combining accent, counts as 0.
size_t compass_edit_width(const wchar_t *text, size_t length);
