// Threads that make cases, in the order of the rows, no further ahead than there is memory for.
#define _GNU_SOURCE
#include "grader/bench/ahead.h"
#include "base/parallel.h"
#include "grader/die.h"
#include "grader/judge/case.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static const double BYTES_EACH =
    0x1p33; // of a large case: inputs, golden results in double, what making it takes
enum { MOST = 8 };

struct ahead {
  uint64_t seed;
  const struct task_result *rows;
  int n, n_threads;
  pthread_t thread[MOST];
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int next, working, limit; // the next row to make, cases under way, the row before which threads rest
  struct pmpp_case **made;
};

static int threads_for_memory(void) {
  int most = parallel_processors() - 1, room = (int)(host_bytes_free() / BYTES_EACH);
  if (most > room) most = room;
  return most > MOST ? MOST : most < 1 ? 1 : most;
}

static struct pmpp_case *make(const struct ahead *a, int row) {
  const struct task_result *r = &a->rows[row];
  if (r->timed_case < 0) return NULL;
  struct pmpp_case *c = case_make(r->task, r->timed_case, a->seed);
  r->task->golden(c);
  return c;
}

static void *work(void *argument) {
  struct ahead *a = argument;
  setpriority(PRIO_PROCESS, (id_t)gettid(),
              10); // of this thread: the one that talks to the device goes first
  pthread_mutex_lock(&a->lock);
  while (a->next < a->n) {
    if (a->next >= a->limit) {
      pthread_cond_wait(&a->changed, &a->lock);
      continue;
    }
    int row = a->next++;
    a->working++;
    pthread_mutex_unlock(&a->lock);
    struct pmpp_case *c = make(a, row);
    pthread_mutex_lock(&a->lock);
    a->made[row] = c;
    a->working--;
    pthread_cond_broadcast(&a->changed);
  }
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

struct ahead *ahead_start(uint64_t seed, const struct task_result *rows, int n, int threads) {
  struct ahead *a = must_alloc(sizeof *a);
  *a = (struct ahead){.seed = seed, .rows = rows, .n = n};
  a->made = must_alloc((n + 1) * sizeof *a->made);
  pthread_mutex_init(&a->lock, NULL);
  pthread_cond_init(&a->changed, NULL);
  if (threads < 1 || threads > MOST) threads = threads_for_memory();
  a->limit = threads < n ? threads : n;
  while (a->n_threads < threads && pthread_create(&a->thread[a->n_threads], NULL, work, a) == 0)
    a->n_threads++;
  if (!a->n_threads) die_infra("no thread to make cases with can be started");
  return a;
}

struct pmpp_case *ahead_take(struct ahead *a, int row) {
  bool some = a->rows[row].timed_case >= 0, alone = some && a->rows[row].task->synchronous;
  pthread_mutex_lock(&a->lock);
  if (!alone || !a->made[row]) // else they go on resting: what is made already is timed first
    a->limit = row + 1 + a->n_threads < a->n ? row + 1 + a->n_threads : a->n;
  pthread_cond_broadcast(&a->changed);
  while ((some && !a->made[row]) || (alone && (a->working || a->next < a->limit)))
    pthread_cond_wait(&a->changed, &a->lock);
  struct pmpp_case *c = a->made[row];
  a->made[row] = NULL;
  pthread_mutex_unlock(&a->lock);
  return c;
}

void ahead_end(struct ahead *a) {
  pthread_mutex_lock(&a->lock);
  a->n = a->next;
  pthread_cond_broadcast(&a->changed);
  pthread_mutex_unlock(&a->lock);
  for (int i = 0; i < a->n_threads; i++) pthread_join(a->thread[i], NULL);
  for (int i = 0; i < a->n; i++) case_free(a->made[i]);
  pthread_mutex_destroy(&a->lock);
  pthread_cond_destroy(&a->changed);
  free(a->made);
  free(a);
}
