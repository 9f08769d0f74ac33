// Lets a process live on another day: the time of day is SHIFTED_BY seconds later than that of the
// machine. Tools/other-days loads it with LD_PRELOAD, which children inherit with the environment.
// Clocks that only measure how long something takes are left alone, and so are the times of files.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static long shift;

__attribute__((constructor)) static void begin(void) {
  const char *text = getenv("SHIFTED_BY");
  shift = text != NULL ? strtol(text, NULL, 10) : 0;
}

// A time of the machine for a time of the shifted clock. Times of other clocks, which count from the
// machine's start, are too small to be a time of day.
static const struct timespec *of_machine(const struct timespec *time, struct timespec *kept) {
  if (time == NULL || time->tv_sec < 1000000000) return time;
  *kept = *time;
  kept->tv_sec -= shift;
  return kept;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  int code = (int)syscall(SYS_clock_gettime, clock, time);
  if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += shift;
  return code;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  int code = (int)syscall(SYS_gettimeofday, time, zone);
  if (code == 0) time->tv_sec += shift;
  return code;
}

time_t time(time_t *kept) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (kept != NULL) *kept = now.tv_sec;
  return now.tv_sec;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *until) {
  static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (real == NULL) real = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  struct timespec kept;
  return real(condition, lock, of_machine(until, &kept));
}

int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  static int (*real)(sem_t *, const struct timespec *);
  if (real == NULL) real = dlsym(RTLD_NEXT, "sem_timedwait");
  struct timespec kept;
  return real(semaphore, of_machine(until, &kept));
}

int timerfd_settime(int timer, int flags, const struct itimerspec *next, struct itimerspec *before) {
  static int (*real)(int, int, const struct itimerspec *, struct itimerspec *);
  if (real == NULL) real = dlsym(RTLD_NEXT, "timerfd_settime");
  struct itimerspec kept = *next;
  of_machine(&next->it_value, &kept.it_value);
  return real(timer, flags, &kept, before);
}
