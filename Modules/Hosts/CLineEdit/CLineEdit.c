#define _GNU_SOURCE

#include "CLineEdit.h"

#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "Library.h"

struct compass_edit {
  void *library;
  library_calls call;
  EditLine *el;
  HistoryW *remembered, *empty;
  FILE *streams[3];
  int input, output, wake;
  const wchar_t *prompt;
  compass_edit_complete complete;
  void *context;
  bool interrupted;
  int pushed_back;
  unsigned keys, last_tab;
};

// The editor that reads a line on this thread. The functions that libedit calls back get only its
// own `EditLine`, so they find the editor here. A line is read on one thread from start to end.
static __thread compass_edit *reading;

// The UTF-8 locale that the calling thread has during calls of libedit, which measures and writes
// wide characters by it. The locale of the process is not changed.
static locale_t wide_locale;

static void make_wide_locale(void) {
  wide_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (!wide_locale) wide_locale = LC_GLOBAL_LOCALE;
}

static locale_t wide(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_wide_locale);
  return wide_locale;
}

// Functions that measure texts and compute the row of the cursor on the screen.

size_t compass_edit_width(const wchar_t *text, size_t length) {
  locale_t kept = uselocale(wide());
  size_t columns = 0;
  for (size_t index = 0; index < length; index++) {
    int width = wcwidth(text[index]);
    if (width > 0) columns += (size_t)width;
  }
  uselocale(kept);
  return columns;
}

static size_t prompt_width(const wchar_t *prompt) {
  size_t columns = 0;
  bool shown = true;
  for (; *prompt; prompt++) {
    if (*prompt == L'\1')
      shown = !shown;
    else if (shown)
      columns += compass_edit_width(prompt, 1);
  }
  return columns;
}

/// Computes the row of the cursor and the last row of the typed line, each counted from the row in
/// which the prompt begins.
static void rows(compass_edit *edit, size_t *cursor_row, size_t *last_row) {
  const LineInfoW *line = edit->call.wline(edit->el);
  struct winsize size;
  size_t columns = ioctl(edit->output, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
  size_t start = prompt_width(edit->prompt);
  size_t before = compass_edit_width(line->buffer, (size_t)(line->cursor - line->buffer));
  size_t whole = compass_edit_width(line->buffer, (size_t)(line->lastchar - line->buffer));
  *cursor_row = (start + before) / columns;
  *last_row = (start + whole) / columns;
}

static void put(compass_edit *edit, const char *text) {
  size_t left = strlen(text);
  while (left > 0) {
    ssize_t written = write(edit->output, text, left);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text += written, left -= (size_t)written;
  }
}

static void put_line_feeds(compass_edit *edit, size_t count) {
  while (count-- > 0) put(edit, "\n");
}

// Functions that read the typed keys as UTF-8 characters, and that redraw the line after a signal.

static void draw_again(compass_edit *edit, bool resized) {
  if (resized) {
    size_t cursor_row, last_row;
    rows(edit, &cursor_row, &last_row);
    put(edit, "\r");
    while (cursor_row-- > 0) put(edit, "\033[A");
    put(edit, "\033[J");
    edit->call.resize(edit->el);
  }
  edit->call.wset(edit->el, EL_REFRESH);
}

/// Reads one byte. Returns 1 and stores the byte, or 0 at the end of the input, or -1 if Ctrl-C
/// ended the reading.
static int next_byte(compass_edit *edit, unsigned char *byte) {
  if (edit->pushed_back >= 0) {
    *byte = (unsigned char)edit->pushed_back;
    edit->pushed_back = -1;
    return 1;
  }
  struct pollfd wait[2] = {{edit->input, POLLIN, 0}, {edit->wake, POLLIN, 0}};
  for (;;) {
    if (poll(wait, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return 0;
    }
    if (wait[1].revents) {
      unsigned came = compass_reading_take();
      if (came & compass_signal_interrupted) {
        edit->interrupted = true;
        return -1;
      }
      if (came) draw_again(edit, came & compass_signal_resized);
    }
    if (wait[0].revents) {
      ssize_t count = read(edit->input, byte, 1);
      if (count == 1) return 1;
      if (count == 0 || (errno != EINTR && errno != EAGAIN)) return 0;
    }
  }
}

/// Returns the number of bytes in the UTF-8 sequence that this byte begins, or 0 if it begins none.
static int sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

/// Reads one UTF-8 character, and returns what `next_byte` returns. An invalid sequence becomes
/// U+FFFD. So does a control character from U+0080 to U+009F, because a terminal would obey it.
static int next_character(EditLine *el, wchar_t *character) {
  (void)el;
  static const uint32_t least[] = {0, 0, 0xA0, 0x800, 0x10000};
  compass_edit *edit = reading;
  unsigned char byte;
  int got = next_byte(edit, &byte);
  if (got <= 0) return got;
  edit->keys++;
  int length = sequence_length(byte);
  uint32_t value = length < 2 ? byte : byte & (0xFFu >> (length + 1));
  bool broken = length == 0;
  for (int index = 1; index < length && !broken; index++) {
    got = next_byte(edit, &byte);
    if (got <= 0) return got;
    broken = (byte & 0xC0) != 0x80;
    if (broken) edit->pushed_back = byte;
    value = value << 6 | (byte & 0x3Fu);
  }
  bool surrogate = value >= 0xD800 && value < 0xE000;
  if (broken || surrogate || value < least[length] || value > 0x10FFFF) value = 0xFFFD;
  *character = (wchar_t)value;
  return 1;
}

static wchar_t *current_prompt(EditLine *el) {
  (void)el;
  return (wchar_t *)(reading ? reading->prompt : L"");
}

static unsigned char tab_pressed(EditLine *el, int key) {
  (void)el;
  (void)key;
  compass_edit *edit = reading;
  if (!edit->complete) return CC_ERROR;
  bool again = edit->last_tab != 0 && edit->last_tab + 1 == edit->keys;
  edit->last_tab = edit->keys;
  switch (edit->complete(edit->context, edit, again)) {
    case compass_edit_unchanged: return CC_ERROR;
    case compass_edit_changed: return CC_REFRESH;
    case compass_edit_listed: return CC_REDISPLAY;
  }
  return CC_ERROR;
}

// Functions that open and close an editor.

static bool start(compass_edit *edit, int history_size) {
  edit->streams[0] = fdopen(dup(edit->input), "r");
  edit->streams[1] = fdopen(dup(edit->output), "w");
  // libedit would print its messages about an unknown terminal between the program's texts.
  edit->streams[2] = fopen("/dev/null", "we");
  if (!edit->streams[0] || !edit->streams[1] || !edit->streams[2]) return false;
  edit->el = edit->call.init(
      "compass", edit->streams[0], edit->streams[1], edit->streams[2], edit->input, edit->output,
      fileno(edit->streams[2]));
  edit->remembered = edit->call.history_init();
  edit->empty = edit->call.history_init();
  if (!edit->el || !edit->remembered || !edit->empty) return false;
  HistEventW event;
  edit->call.history(edit->remembered, &event, H_SETSIZE, history_size);
  edit->call.history(edit->remembered, &event, H_SETUNIQUE, 1);
  EditLine *el = edit->el;
  int (*set)(EditLine *, int, ...) = edit->call.wset;
  const char *terminal = getenv("TERM");
  // Terminals with an unknown name usually understand xterm's sequences.
  if (set(el, EL_TERMINAL, terminal) != 0) set(el, EL_TERMINAL, "xterm");
  set(el, EL_EDITOR, L"emacs");
  set(el, EL_SIGNAL, 0);
  set(el, EL_GETCFN, next_character);
  set(el, EL_PROMPT_ESC, current_prompt, L'\1');
  set(el, EL_ADDFN, L"compass-complete", L"Complete the word", tab_pressed);
  static const wchar_t *const keys[][2] = {
      {L"^I", L"compass-complete"},      {L"^R", L"em-inc-search-prev"},
      {L"^W", L"ed-delete-prev-word"},   {L"\\e[3~", L"ed-delete-next-char"},
      {L"\\e[1~", L"ed-move-to-beg"},    {L"\\e[4~", L"ed-move-to-end"},
      {L"\\e[H", L"ed-move-to-beg"},     {L"\\e[F", L"ed-move-to-end"},
      {L"\\e[1;5D", L"ed-prev-word"},    {L"\\e[1;5C", L"em-next-word"},
  };
  for (size_t index = 0; index < sizeof keys / sizeof keys[0]; index++)
    set(el, EL_BIND, keys[index][0], keys[index][1], NULL);
  return true;
}

compass_edit *compass_edit_open(const char *library, int input, int output, int history_size) {
  compass_edit *edit = calloc(1, sizeof *edit);
  if (!edit) return NULL;
  edit->input = input;
  edit->output = output;
  edit->prompt = L"";
  locale_t kept = uselocale(wide());
  bool opened = compass_edit_load(&edit->call, &edit->library, library) && start(edit, history_size);
  uselocale(kept);
  if (opened) return edit;
  compass_edit_close(edit);
  return NULL;
}

void compass_edit_close(compass_edit *edit) {
  if (edit->el) edit->call.end(edit->el);
  if (edit->remembered) edit->call.history_end(edit->remembered);
  if (edit->empty) edit->call.history_end(edit->empty);
  for (int index = 0; index < 3; index++)
    if (edit->streams[index]) fclose(edit->streams[index]);
  if (edit->library) dlclose(edit->library);
  free(edit);
}

// Functions that read one line, and functions that the completion of a word uses meanwhile.

compass_edit_end compass_edit_read(
    compass_edit *edit, const wchar_t *prompt, bool browsing, compass_edit_complete complete,
    void *context, const wchar_t **line, size_t *length) {
  struct termios cooked;
  bool known = tcgetattr(edit->input, &cooked) == 0;
  edit->wake = compass_reading_begin(known ? edit->input : -1, &cooked);
  edit->prompt = prompt;
  edit->complete = complete;
  edit->context = context;
  edit->interrupted = false;
  edit->pushed_back = -1;
  edit->keys = edit->last_tab = 0;
  locale_t kept = uselocale(wide());
  reading = edit;
  edit->call.wset(
      edit->el, EL_HIST, edit->call.history, browsing ? edit->remembered : edit->empty);
  edit->call.resize(edit->el);
  // Makes libedit show the typed keys before it writes the prompt. Otherwise the terminal also
  // shows the keys that are typed as soon as the prompt appears, and they appear twice.
  edit->call.wset(edit->el, EL_PREP_TERM, 1);
  int count = 0;
  const wchar_t *text = edit->call.wgets(edit->el, &count);
  if (!text || count <= 0) {
    size_t cursor_row = 0, last_row = 0;
    if (edit->interrupted) rows(edit, &cursor_row, &last_row);
    put_line_feeds(edit, last_row - cursor_row + 1);
  }
  reading = NULL;
  uselocale(kept);
  compass_reading_end();
  if (known) tcsetattr(edit->input, TCSADRAIN, &cooked);
  edit->prompt = L"";
  if (!text || count <= 0) return edit->interrupted ? compass_edit_interrupted : compass_edit_ended;
  while (count > 0 && (text[count - 1] == L'\n' || text[count - 1] == L'\r')) count--;
  *line = text;
  *length = (size_t)count;
  return compass_edit_line;
}

void compass_edit_remember(compass_edit *edit, const wchar_t *line) {
  locale_t kept = uselocale(wide());
  HistEventW event;
  edit->call.history(edit->remembered, &event, H_ENTER, line);
  uselocale(kept);
}

void compass_edit_current(
    compass_edit *edit, const wchar_t **line, size_t *length, size_t *cursor) {
  const LineInfoW *now = edit->call.wline(edit->el);
  *line = now->buffer;
  *length = (size_t)(now->lastchar - now->buffer);
  *cursor = (size_t)(now->cursor - now->buffer);
}

bool compass_edit_replace(compass_edit *edit, size_t count, const wchar_t *text) {
  if (count > 0) edit->call.deletestr(edit->el, (int)count);
  return edit->call.winsertstr(edit->el, text) == 0;
}

void compass_edit_list(compass_edit *edit, const char *text) {
  size_t cursor_row, last_row;
  rows(edit, &cursor_row, &last_row);
  put_line_feeds(edit, last_row - cursor_row + 1);
  put(edit, text);
  // libedit still assumes that the cursor is `cursor_row` rows below the prompt, and clears these
  // rows before it writes the prompt again. Empty rows are written for it, so that the list stays.
  put_line_feeds(edit, cursor_row);
}
