#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <wchar.h>

// From histedit.h of libedit 3.1; its ABI is that of soname libedit.so.2.
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

typedef struct {
  EditLine *(*init)(const char *, FILE *, FILE *, FILE *, int, int, int);
  void (*end)(EditLine *);
  int (*wset)(EditLine *, int, ...);
  const wchar_t *(*wgets)(EditLine *, int *);
  const LineInfoW *(*wline)(EditLine *);
  int (*winsertstr)(EditLine *, const wchar_t *);
  void (*deletestr)(EditLine *, int);
  void (*resize)(EditLine *);
  HistoryW *(*history_init)(void);
  void (*history_end)(HistoryW *);
  int (*history)(HistoryW *, HistEventW *, int, ...);
} library_calls;

/// Fills the table; false when the library or a function is missing, with whatever was opened in `library`.
bool compass_edit_load(library_calls *calls, void **library, const char *name);
