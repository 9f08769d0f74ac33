// Delays some of the jobs that Swift's concurrency gives to its shared thread pool, so that a test
// fails that expects two tasks to begin in one order. Tools/delayed-tasks loads it into the process
// of the tests with LD_PRELOAD.
//   DELAYED_ONE_IN    one of so many jobs is delayed
//   DELAYED_LONGEST   the longest delay in milliseconds
//   DELAYED_SEED      chooses the jobs and their delays
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The types of swift_task_enqueueGlobal_hook in Swift's runtime.
typedef struct Job Job;
typedef __attribute__((swiftcall)) void (*Enqueue)(Job *);
typedef __attribute__((swiftcall)) void (*Hook)(Job *, Enqueue);

struct delayed {
  struct timespec due;
  Job *job;
  Enqueue enqueue;
  struct delayed *next;
};

// All of these are used under the lock once `begin` has returned.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t added;
static struct delayed *first;
static uint64_t seed;
static uint64_t one_in;
static uint64_t longest;
static unsigned long all_count, delayed_count;

static uint64_t random_number(void) {
  seed += 0x9e3779b97f4a7c15u;
  uint64_t mixed = seed;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

static int is_before(struct timespec one, struct timespec other) {
  return one.tv_sec != other.tv_sec ? one.tv_sec < other.tv_sec : one.tv_nsec < other.tv_nsec;
}

static __attribute__((swiftcall)) void enqueue_or_delay(Job *job, Enqueue enqueue) {
  pthread_mutex_lock(&lock);
  all_count++;
  if (random_number() % one_in != 0) {
    pthread_mutex_unlock(&lock);
    enqueue(job);
    return;
  }
  struct delayed *one = malloc(sizeof *one);
  if (one == NULL) abort();
  delayed_count++;
  one->job = job;
  one->enqueue = enqueue;
  clock_gettime(CLOCK_MONOTONIC, &one->due);
  one->due.tv_nsec += (long)(random_number() % longest + 1) * 1000000;
  one->due.tv_sec += one->due.tv_nsec / 1000000000;
  one->due.tv_nsec %= 1000000000;
  struct delayed **place = &first;
  while (*place != NULL && !is_before(one->due, (*place)->due)) place = &(*place)->next;
  one->next = *place;
  *place = one;
  pthread_cond_signal(&added);
  pthread_mutex_unlock(&lock);
}

// Enqueues each delayed job when it is due.
static void *enqueue_due(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  while (1) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (first == NULL) {
      pthread_cond_wait(&added, &lock);
    } else if (is_before(now, first->due)) {
      pthread_cond_timedwait(&added, &lock, &first->due);
    } else {
      struct delayed *due = first;
      first = due->next;
      pthread_mutex_unlock(&lock);
      due->enqueue(due->job);
      free(due);
      pthread_mutex_lock(&lock);
    }
  }
  return NULL;
}

static void say_counts(void) {
  pthread_mutex_lock(&lock);
  fprintf(stderr, "%lu of %lu jobs were delayed.\n", delayed_count, all_count);
  pthread_mutex_unlock(&lock);
}

// Returns the number in an environment variable, which Tools/delayed-tasks sets.
static uint64_t setting(const char *name) {
  const char *text = getenv(name);
  uint64_t number = text != NULL ? strtoull(text, NULL, 10) : 0;
  if (number == 0) {
    fprintf(stderr, "%s is not a number above zero.\n", name);
    exit(2);
  }
  return number;
}

__attribute__((constructor)) static void begin(void) {
  Hook *hook = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (hook == NULL) {
    fprintf(stderr, "Swift's runtime has no hook for its jobs.\n");
    exit(2);
  }
  // The programs that tests start run without delays.
  unsetenv("LD_PRELOAD");
  seed = setting("DELAYED_SEED");
  one_in = setting("DELAYED_ONE_IN");
  longest = setting("DELAYED_LONGEST");
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&added, &monotonic);
  pthread_t thread;
  if (pthread_create(&thread, NULL, enqueue_due, NULL) != 0) abort();
  pthread_detach(thread);
  atexit(say_counts);
  *hook = enqueue_or_delay;
}
