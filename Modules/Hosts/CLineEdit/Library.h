#pragma once

#include "CLateLoading.h"

#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>

// Declarations from histedit.h of libedit 3.1, repeated here because the library is loaded only at
// run time. They fit each version with the name `libedit.so.2`, whose binary interface is the same.
typedef struct editline EditLine;
typedef struct historyW HistoryW;
typedef struct {
  int num;
  const wchar_t *str;
} HistEventW;
typedef struct {
  const wchar_t *buffer, *cursor, *lastchar;
} LineInfoW;
enum { CC_ERROR = 6, CC_REFRESH = 4, CC_REDISPLAY = 8 };
enum {
  EL_TERMINAL = 1,
  EL_EDITOR = 2,
  EL_SIGNAL = 3,
  EL_BIND = 4,
  EL_ADDFN = 9,
  EL_HIST = 10,
  EL_GETCFN = 13,
  EL_PREP_TERM = 16,
  EL_REFRESH = 20,
  EL_PROMPT_ESC = 21,
};
enum { H_SETSIZE = 1, H_ENTER = 10, H_SETUNIQUE = 20 };

#define FUNCTIONS(each) \
  each(EditLine *, init, "el_init_fd", (const char *, FILE *, FILE *, FILE *, int, int, int)) \
  each(void, end, "el_end", (EditLine *)) \
  each(int, wset, "el_wset", (EditLine *, int, ...)) \
  each(const wchar_t *, wgets, "el_wgets", (EditLine *, int *)) \
  each(const LineInfoW *, wline, "el_wline", (EditLine *)) \
  each(int, winsertstr, "el_winsertstr", (EditLine *, const wchar_t *)) \
  each(void, deletestr, "el_deletestr", (EditLine *, int)) \
  each(void, resize, "el_resize", (EditLine *)) \
  each(HistoryW *, history_init, "history_winit", (void)) \
  each(void, history_end, "history_wend", (HistoryW *)) \
  each(int, history, "history_w", (HistoryW *, HistEventW *, int, ...))

typedef struct {
  FUNCTIONS(COMPASS_FIELD)
} library_calls;

/// Loads the library and fills the table with its functions. Returns false if the library or one of
/// the functions is missing. `*library` is the loaded library, which the caller closes in both
/// cases, or NULL.
bool compass_edit_load(library_calls *calls, void **library, const char *name);
