// A library that is loaded with LD_PRELOAD and replaces the system's functions for files. It counts
// the calls on files below one folder. At a chosen call, the blow, it returns an error or ends the
// process, as a failing disk or a power cut would. The attacked program is the released one,
// without changes.
//
//   ATTACK_FOLDER  the folder; calls on other files are not counted
//   ATTACK_BOARD   a file that is mapped into memory, with the counts and the call of the blow;
//                  it survives SIGKILL
//   ATTACK_BLOW    "HOW FAMILY NUMBER ERROR": the blow is at call NUMBER of a FAMILY, such as
//                  write. HOW is fail, fail-on (all later calls of the family fail too), short
//                  (half of a write succeeds), kill-before, kill-after or kill-within (after
//                  half of a write)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum family { OPEN, READ, WRITE, SYNC, RENAME, UNLINK, TRUNCATE, MAP, LOCK, FOLDER, FAMILIES };
static const char *const family_names[FAMILIES] = {"open",   "read",     "write", "sync", "rename",
                                                   "unlink", "truncate", "map",   "lock", "folder"};

enum how { NOTHING, FAIL, FAIL_ON, SHORT, KILL_BEFORE, KILL_AFTER, KILL_WITHIN };
static const char *const how_names[] = {"nothing", "fail", "fail-on", "short", "kill-before", "kill-after", "kill-within"};

// The content of the file ATTACK_BOARD, which faults.py reads: the number of calls of each family
// (such as write) and of all families, the number of blows, and the call of the first blow.
struct board {
  _Atomic int64_t counts[FAMILIES];
  _Atomic int64_t all;
  _Atomic int64_t blows;
  _Atomic int64_t ahead;  // seconds by which the machine's clock is ahead; may be moved while the process runs
  char where[480];
};

#define FILES 4096
static _Atomic unsigned char is_ours[FILES];
static char folder[PATH_MAX];
static size_t folder_length;
static struct board own_board;
static struct board *board = &own_board;
static enum how how = NOTHING;
static int wanted_family;  // FAMILIES stands for all of them
static int64_t wanted_number;
static int wanted_error;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("ATTACK_FOLDER");
  if (text) {
    snprintf(folder, sizeof folder, "%s", text);
    folder_length = strlen(folder);
  }
  if ((text = getenv("ATTACK_BOARD"))) {
    int file = (int)syscall(SYS_openat, AT_FDCWD, text, O_RDWR | O_CLOEXEC);
    if (file >= 0) {
      void *bytes = (void *)syscall(SYS_mmap, NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (bytes != MAP_FAILED) board = bytes;
      syscall(SYS_close, file);
    }
  }
  char how_word[32] = "", family_word[32] = "";
  long long number = 0;
  text = getenv("ATTACK_BLOW");
  if (!text || sscanf(text, "%31s %31s %lld %d", how_word, family_word, &number, &wanted_error) < 3) return;
  wanted_family = FAMILIES;
  for (int one = 0; one < FAMILIES; one++)
    if (!strcmp(family_word, family_names[one])) wanted_family = one;
  wanted_number = number;
  for (unsigned one = 0; one < sizeof how_names / sizeof *how_names; one++)
    if (!strcmp(how_word, how_names[one])) how = (enum how)one;
}

static int below(const char *path) {
  return folder_length && !strncmp(path, folder, folder_length) &&
         (path[folder_length] == '/' || path[folder_length] == 0);
}

static int ours_by_name(int start, const char *path) {
  if (!path || !folder_length) return 0;
  if (path[0] == '/') return below(path);
  char link[64], base[PATH_MAX];
  if (start == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
  else snprintf(link, sizeof link, "/proc/self/fd/%d", start);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
  if (length < 0) return 0;
  base[length] = 0;
  return below(base);
}

static int ours(int file) { return file >= 0 && file < FILES && is_ours[file]; }

static void die(void) {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

static void note(enum family family, const char *call, int file, const char *path) {
  if (atomic_fetch_add(&board->blows, 1)) return;
  char found[300] = "";
  if (!path && file >= 0) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, found, sizeof found - 1);
    if (length > 0) found[length] = 0;
    path = found;
  }
  snprintf(board->where, sizeof board->where, "%s %s", call, path ? path : "?");
}

// Counts a call, and returns the fault that it must have; NOTHING for most calls. Ends the process
// here if it must be killed before the call.
static enum how arrive(enum family family, const char *call, int file, const char *path) {
  int64_t number = atomic_fetch_add(&board->counts[family], 1) + 1;
  int64_t of_all = atomic_fetch_add(&board->all, 1) + 1;
  if (how == NOTHING) return NOTHING;
  if (wanted_family != FAMILIES && wanted_family != (int)family) return NOTHING;
  if (wanted_family == FAMILIES) number = of_all;
  if (how == FAIL_ON ? number < wanted_number : number != wanted_number) return NOTHING;
  note(family, call, file, path);
  if (how == KILL_BEFORE) die();
  if (how == FAIL || how == FAIL_ON) errno = wanted_error;
  return how;
}

static void leave(enum how blow) {
  if (blow == KILL_AFTER || blow == KILL_WITHIN) die();
}

static int failing(enum how blow) { return blow == FAIL || blow == FAIL_ON; }

#define REAL(name, type, ...) \
  static type (*real)(__VA_ARGS__); \
  if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

// Functions that open and close files

static int opened(int file, int is_of_ours) {
  if (file >= 0 && file < FILES) is_ours[file] = (unsigned char)is_of_ours;
  return file;
}

static int open_any(int start, const char *path, int flags, mode_t mode) {
  int is_of_ours = ours_by_name(start, path);
  enum how blow = is_of_ours ? arrive(OPEN, "open", -1, path) : NOTHING;
  if (failing(blow)) return -1;
  int file = (int)syscall(SYS_openat, start, path, flags | O_LARGEFILE, mode);
  leave(blow);
  return opened(file, is_of_ours);
}

#define MODE(flags, last) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, last); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) { MODE(flags, flags) return open_any(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags, flags) return open_any(AT_FDCWD, path, flags, mode); }
int openat(int start, const char *path, int flags, ...) { MODE(flags, flags) return open_any(start, path, flags, mode); }
int openat64(int start, const char *path, int flags, ...) { MODE(flags, flags) return open_any(start, path, flags, mode); }
int __open_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_any(AT_FDCWD, path, flags, 0); }
int __openat_2(int start, const char *path, int flags) { return open_any(start, path, flags, 0); }
int __openat64_2(int start, const char *path, int flags) { return open_any(start, path, flags, 0); }
int creat(const char *path, mode_t mode) { return open_any(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

FILE *fopen(const char *path, const char *mode) {
  REAL("fopen", FILE *, const char *, const char *);
  enum how blow = ours_by_name(AT_FDCWD, path) ? arrive(OPEN, "fopen", -1, path) : NOTHING;
  if (failing(blow)) return NULL;
  FILE *file = real(path, mode);
  leave(blow);
  return file;
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

int close(int file) {
  opened(file, 0);
  return (int)syscall(SYS_close, file);
}

// Functions that read and write

#define READING(name, type_of_answer, parameters, call, file) \
  type_of_answer name parameters { \
    enum how blow = ours(file) ? arrive(READ, #name, file, NULL) : NOTHING; \
    if (failing(blow)) return -1; \
    type_of_answer answer = (type_of_answer)call; \
    leave(blow); \
    return answer; \
  }

READING(read, ssize_t, (int file, void *bytes, size_t count), syscall(SYS_read, file, bytes, count), file)
READING(pread, ssize_t, (int file, void *bytes, size_t count, off_t place), syscall(SYS_pread64, file, bytes, count, place), file)
READING(pread64, ssize_t, (int file, void *bytes, size_t count, off64_t place), syscall(SYS_pread64, file, bytes, count, place), file)
READING(readv, ssize_t, (int file, const struct iovec *parts, int count), syscall(SYS_readv, file, parts, count), file)

static ssize_t write_any(const char *call, int file, const void *bytes, size_t count, int has_place, off64_t place) {
  enum how blow = ours(file) ? arrive(WRITE, call, file, NULL) : NOTHING;
  if (failing(blow)) return -1;
  // Writes only half of the bytes, as a disk does that becomes full.
  if ((blow == SHORT || blow == KILL_WITHIN) && count > 1) count /= 2;
  ssize_t answer = has_place ? syscall(SYS_pwrite64, file, bytes, count, place) : syscall(SYS_write, file, bytes, count);
  leave(blow);
  return answer;
}

ssize_t write(int file, const void *bytes, size_t count) { return write_any("write", file, bytes, count, 0, 0); }
ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) {
  return write_any("pwrite", file, bytes, count, 1, place);
}
ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
  return write_any("pwrite", file, bytes, count, 1, place);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  enum how blow = ours(file) ? arrive(WRITE, "writev", file, NULL) : NOTHING;
  if (failing(blow)) return -1;
  ssize_t answer = syscall(SYS_writev, file, parts, count);
  leave(blow);
  return answer;
}

// Functions that return 0 or -1

#define PLAIN(family, name, parameters, is_of_ours, file, path, call) \
  int name parameters { \
    enum how blow = (is_of_ours) ? arrive(family, #name, file, path) : NOTHING; \
    if (failing(blow)) return -1; \
    int answer = (int)call; \
    leave(blow); \
    return answer; \
  }

PLAIN(SYNC, fsync, (int file), ours(file), file, NULL, syscall(SYS_fsync, file))
PLAIN(SYNC, fdatasync, (int file), ours(file), file, NULL, syscall(SYS_fdatasync, file))
PLAIN(RENAME, rename, (const char *from, const char *to), ours_by_name(AT_FDCWD, to), -1, to,
      syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0))
PLAIN(RENAME, renameat, (int a, const char *from, int b, const char *to), ours_by_name(b, to), -1, to,
      syscall(SYS_renameat2, a, from, b, to, 0))
PLAIN(RENAME, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), ours_by_name(b, to), -1, to,
      syscall(SYS_renameat2, a, from, b, to, flags))
PLAIN(RENAME, link, (const char *from, const char *to), ours_by_name(AT_FDCWD, to), -1, to,
      syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0))
PLAIN(RENAME, linkat, (int a, const char *from, int b, const char *to, int flags), ours_by_name(b, to), -1, to,
      syscall(SYS_linkat, a, from, b, to, flags))
PLAIN(UNLINK, unlink, (const char *path), ours_by_name(AT_FDCWD, path), -1, path, syscall(SYS_unlinkat, AT_FDCWD, path, 0))
PLAIN(UNLINK, unlinkat, (int start, const char *path, int flags), ours_by_name(start, path), -1, path,
      syscall(SYS_unlinkat, start, path, flags))
PLAIN(UNLINK, rmdir, (const char *path), ours_by_name(AT_FDCWD, path), -1, path,
      syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR))
PLAIN(TRUNCATE, ftruncate, (int file, off_t size), ours(file), file, NULL, syscall(SYS_ftruncate, file, size))
PLAIN(TRUNCATE, ftruncate64, (int file, off64_t size), ours(file), file, NULL, syscall(SYS_ftruncate, file, size))
PLAIN(TRUNCATE, truncate, (const char *path, off_t size), ours_by_name(AT_FDCWD, path), -1, path,
      syscall(SYS_truncate, path, size))
PLAIN(FOLDER, mkdir, (const char *path, mode_t mode), ours_by_name(AT_FDCWD, path), -1, path,
      syscall(SYS_mkdirat, AT_FDCWD, path, mode))
PLAIN(FOLDER, mkdirat, (int start, const char *path, mode_t mode), ours_by_name(start, path), -1, path,
      syscall(SYS_mkdirat, start, path, mode))

int posix_fallocate(int file, off_t place, off_t size) {
  enum how blow = ours(file) ? arrive(TRUNCATE, "posix_fallocate", file, NULL) : NOTHING;
  if (failing(blow)) return wanted_error;
  REAL("posix_fallocate", int, int, off_t, off_t);
  int answer = real(file, place, size);
  leave(blow);
  return answer;
}

// Functions for memory maps and locks

static void *map_any(void *at, size_t size, int access, int flags, int file, off64_t place) {
  enum how blow = !(flags & MAP_ANONYMOUS) && ours(file) ? arrive(MAP, "mmap", file, NULL) : NOTHING;
  if (failing(blow)) return MAP_FAILED;
  void *answer = (void *)syscall(SYS_mmap, at, size, access, flags, file, place);
  leave(blow);
  return answer;
}

void *mmap(void *at, size_t size, int access, int flags, int file, off_t place) {
  return map_any(at, size, access, flags, file, place);
}
void *mmap64(void *at, size_t size, int access, int flags, int file, off64_t place) {
  return map_any(at, size, access, flags, file, place);
}

static int control(int file, int what, void *argument) {
  int is_lock = what == F_SETLK || what == F_SETLKW || what == F_OFD_SETLK || what == F_OFD_SETLKW;
  enum how blow = is_lock && ours(file) ? arrive(LOCK, "fcntl", file, NULL) : NOTHING;
  if (failing(blow)) return -1;
  int answer = (int)syscall(SYS_fcntl, file, what, argument);
  if ((what == F_DUPFD || what == F_DUPFD_CLOEXEC) && answer >= 0) opened(answer, ours(file));
  leave(blow);
  return answer;
}

#define CONTROL(name) \
  int name(int file, int what, ...) { \
    va_list rest; \
    va_start(rest, what); \
    void *argument = va_arg(rest, void *); \
    va_end(rest); \
    return control(file, what, argument); \
  }
CONTROL(fcntl)
CONTROL(fcntl64)

// The functions for the time

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int answer = real(clock, time);
  // Simulates that time passes. The clock that counts since the machine's start moves too, which it
  // would not do if the time of day were set.
  if (!answer && (clock == CLOCK_REALTIME || clock == CLOCK_BOOTTIME)) time->tv_sec += atomic_load(&board->ahead);
  return answer;
}
