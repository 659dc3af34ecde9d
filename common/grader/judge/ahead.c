// Threads that make cases in the order of the items, no further ahead than there is memory for.
#define _GNU_SOURCE
#include "grader/judge/ahead.h"
#include "base/parallel.h"
#include "grader/die.h"
#include "grader/judge/case.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static const double BYTES_EACH =
    0x1p33; // of a large case: inputs, golden results in double, what making it takes
enum { MOST = 16, LARGE = 1 << 26 }; // threads; the bytes of a case that is large

struct made {
  struct pmpp_case *c;
  bool large;
};

struct ahead {
  uint64_t seed;
  const struct ahead_item *items;
  int n, n_threads, window;
  pthread_t thread[MOST];
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int next, taken; // the next item to make; items before this one are taken or left out
  int working;     // cases under way
  int large;       // large cases that are made and not taken
  bool resting;
  struct made *made;
};

static int threads_for_memory(void) {
  int most = parallel_processors() - 1, room = (int)(host_bytes_free() / BYTES_EACH);
  if (most > room) most = room;
  return most > MOST ? MOST : most < 1 ? 1 : most;
}

static bool is_large(const struct pmpp_case *c) {
  int64_t bytes = 0;
  for (int i = 0; i < c->n_bufs; i++) bytes += buf_bytes(&c->buf[i]);
  return bytes > LARGE;
}

// Takes the case off the list.
static struct pmpp_case *take_off(struct ahead *a, int i) {
  struct made m = a->made[i];
  a->made[i] = (struct made){0};
  a->large -= m.large;
  return m.c;
}

// A case under way may turn out large, but for the one that is waited for.
static bool may_begin(const struct ahead *a) {
  return !a->resting && a->next < a->taken + a->window &&
         (a->next == a->taken || a->large + a->working < a->n_threads);
}

static void *work(void *argument) {
  enum { LATER = 10 }; // the thread that talks to the device goes first
  struct ahead *a = argument;
  setpriority(PRIO_PROCESS, (id_t)gettid(), LATER);
  pthread_mutex_lock(&a->lock);
  while (a->next < a->n) {
    if (!may_begin(a)) {
      pthread_cond_wait(&a->changed, &a->lock);
      continue;
    }
    int i = a->next++;
    const struct ahead_item *item = &a->items[i];
    if (item->which < 0) continue;
    a->working++;
    pthread_mutex_unlock(&a->lock);
    struct pmpp_case *c = case_make(item->task, item->which, a->seed);
    item->task->golden(c);
    pthread_mutex_lock(&a->lock);
    a->working--;
    a->made[i] = (struct made){c, is_large(c)};
    a->large += a->made[i].large;
    if (i < a->taken) case_free(take_off(a, i)); // it was left out meanwhile
    pthread_cond_broadcast(&a->changed);
  }
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

struct ahead *ahead_start(uint64_t seed, const struct ahead_item *items, int n, int threads, int window) {
  struct ahead *a = must_alloc(sizeof *a);
  *a = (struct ahead){.seed = seed, .items = items, .n = n};
  a->made = must_alloc((n + 1) * sizeof *a->made);
  pthread_mutex_init(&a->lock, NULL);
  pthread_cond_init(&a->changed, NULL);
  if (threads < 1 || threads > MOST) threads = threads_for_memory();
  a->window = window > 0 ? window : threads;
  pthread_mutex_lock(&a->lock); // until the number of threads is known
  while (a->n_threads < threads && pthread_create(&a->thread[a->n_threads], NULL, work, a) == 0)
    a->n_threads++;
  pthread_mutex_unlock(&a->lock);
  if (!a->n_threads) die_infra("no thread to make cases with can be started");
  return a;
}

struct pmpp_case *ahead_take(struct ahead *a, int i) {
  pthread_mutex_lock(&a->lock);
  for (; a->taken < i; a->taken++)
    if (a->made[a->taken].c) case_free(take_off(a, a->taken));
  if (a->next < i) a->next = i;
  a->resting = false;
  pthread_cond_broadcast(&a->changed);
  while (a->items[i].which >= 0 && !a->made[i].c) pthread_cond_wait(&a->changed, &a->lock);
  struct pmpp_case *c = take_off(a, i);
  a->taken = i + 1;
  pthread_cond_broadcast(&a->changed);
  pthread_mutex_unlock(&a->lock);
  return c;
}

struct pmpp_case *ahead_find(struct ahead *a, const struct pmpp_task *task, int which) {
  for (int i = a->taken; i < a->n; i++)
    if (a->items[i].task == task && a->items[i].which == which) return ahead_take(a, i);
  return NULL;
}

void ahead_rest(struct ahead *a) {
  pthread_mutex_lock(&a->lock);
  a->resting = true;
  while (a->working) pthread_cond_wait(&a->changed, &a->lock);
  pthread_mutex_unlock(&a->lock);
}

void ahead_end(struct ahead *a) {
  pthread_mutex_lock(&a->lock);
  a->n = a->next;
  pthread_cond_broadcast(&a->changed);
  pthread_mutex_unlock(&a->lock);
  for (int i = 0; i < a->n_threads; i++) pthread_join(a->thread[i], NULL);
  for (int i = 0; i < a->n; i++)
    if (a->made[i].c) case_free(a->made[i].c);
  pthread_mutex_destroy(&a->lock);
  pthread_cond_destroy(&a->changed);
  free(a->made);
  free(a);
}
