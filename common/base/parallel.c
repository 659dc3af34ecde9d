// Threads that draw parts of a loop.
#define _GNU_SOURCE
#include "base/parallel.h"
#include <pthread.h>
#include <sched.h>

enum { MAX_THREADS = 64 };

struct loop {
  int64_t n, grain, next;
  parallel_part *part;
  void *context;
};

int parallel_processors(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0 ? CPU_COUNT(&set) : 1;
}

static void *draw(void *argument) {
  struct loop *l = argument;
  for (int64_t begin; (begin = __atomic_fetch_add(&l->next, l->grain, __ATOMIC_RELAXED)) < l->n;)
    l->part(l->context, begin, l->n - begin < l->grain ? l->n : begin + l->grain);
  return NULL;
}

void parallel_for(int64_t n, int64_t grain, parallel_part *part, void *context) {
  struct loop l = {.n = n, .grain = grain, .part = part, .context = context};
  pthread_t thread[MAX_THREADS];
  int64_t parts = n / grain + (n % grain != 0), most = parallel_processors();
  if (most > parts) most = parts;
  if (most > MAX_THREADS) most = MAX_THREADS;
  int started = 0;
  while (started < most - 1 && pthread_create(&thread[started], NULL, draw, &l) == 0) started++;
  draw(&l); // also alone, where no thread could be started
  for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
}
