// OpenMP in host code: what GCC's -fopenmp calls in place of libgomp, whose threads would wait where nobody passes the turn on.
// A team's threads are threads of the host (threads.c), of which one runs at a time; so what they share needs no locks. They
// stay when their team ends, as libgomp's do, and each keeps the device that it has set. Tasks are done where they are made.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "include/omp.h"

enum { TEAM_WITHOUT_SETTING = 4, MOST_TEAM = 256 };

// A loop, a list of sections or a `single`, which the threads of a team come to one after another.
struct share {
  struct share *next_share;
  unsigned number; // among those of the team
  int left;        // threads that have gone on
  bool taken, copied;
  void *copy;                  // of `single copyprivate`
  long next, end, step, chunk; // of a loop
  bool guided;
  long order; // of an ordered loop: the iteration whose turn it is
};

struct team {
  int threads, arrived, ended;
  unsigned generation;
  bool combined; // with its first share
  void (*function)(void *);
  void *data;
  struct share *shares;
  struct team *outer;
};

// What a host thread is in its team. It lies not among the thread-local variables: those are a block's shared memory.
struct member {
  struct team *team; // NULL: it is alone
  int id;
  unsigned met;        // shares
  struct share *share; // the present one
  long chunk_begin, chunk_end;
};

static pthread_key_t key;
static void make_key(void) {
  if (pthread_key_create(&key, free)) abort();
}

static struct member *self(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_key);
  struct member *m = pthread_getspecific(key);
  if (!m && (!(m = calloc(1, sizeof *m)) || pthread_setspecific(key, m))) abort();
  return m;
}
#define me (*self())

static pthread_mutex_t team_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t change = PTHREAD_COND_INITIALIZER;
static int wanted_threads; // by omp_set_num_threads; 0: not set
static int most_levels = 1;
static struct {
  omp_sched_t kind;
  int chunk;
} schedule = {omp_sched_dynamic, 1};

// The turn passes on until the condition holds.
#define WAIT_UNTIL(condition)                                                                                \
  ({                                                                                                         \
    pthread_mutex_lock(&team_lock);                                                                          \
    while (!(condition)) pthread_cond_wait(&change, &team_lock);                                             \
    pthread_mutex_unlock(&team_lock);                                                                        \
  })

static void openmp_tell(void) {
  pthread_mutex_lock(&team_lock);
  pthread_cond_broadcast(&change);
  pthread_mutex_unlock(&team_lock);
}

// ---- teams ----

static struct hand {
  bool there, busy;
  struct team *team; // that it is to work in; NULL: none
  int id;            // in that team
} hands[MOST_TEAM];

static void work_as(struct team *team, int id) {
  struct member before = me;
  me = (struct member){.team = team, .id = id};
  if (team->combined) me.share = team->shares, me.met = 1;
  team->function(team->data);
  me = before;
  team->ended++;
  openmp_tell();
}

static void *worker_main(void *data) {
  struct hand *w = data;
  for (;;) {
    WAIT_UNTIL(w->team);
    struct team *team = w->team;
    w->team = NULL;
    work_as(team, w->id);
    w->busy = false;
  }
  return NULL;
}

static int level(void) {
  int n = 0;
  for (const struct team *t = me.team; t; t = t->outer) n++;
  return n;
}

static int team_size(unsigned asked) {
  if (level() >= most_levels) return 1;
  int n = asked ? (int)asked : omp_get_max_threads();
  return n < 1 ? 1 : n > MOST_TEAM ? MOST_TEAM : n;
}

// The first thread that is in no team; NULL: there are no more.
static struct hand *hire(void) {
  pthread_t thread;
  struct hand *w = hands;
  while (w < hands + MOST_TEAM && w->busy) w++;
  if (w == hands + MOST_TEAM) return NULL;
  w->busy = true;
  if (w->there) return w;
  if (pthread_create(&thread, NULL, worker_main, w)) return w->busy = false, NULL;
  pthread_detach(thread);
  w->there = true;
  return w;
}

static void run_team(void (*function)(void *), void *data, unsigned asked, struct share *first) {
  struct team team = {
      .threads = 1, .function = function, .data = data, .shares = first, .combined = first, .outer = me.team};
  struct hand *hired[MOST_TEAM];
  for (int size = team_size(asked); team.threads < size; team.threads++)
    if (!(hired[team.threads] = hire())) break;
  for (int id = 1; id < team.threads; id++) hired[id]->id = id, hired[id]->team = &team;
  openmp_tell();
  work_as(&team, 0);
  WAIT_UNTIL(team.ended == team.threads);
  for (struct share *s = team.shares, *next; s; s = next) {
    next = s->next_share;
    free(s);
  }
}

void GOMP_parallel(void (*function)(void *), void *data, unsigned threads, unsigned flags) {
  (void)flags;
  run_team(function, data, threads, NULL);
}

void GOMP_barrier(void) {
  struct team *team = me.team;
  if (!team) return;
  unsigned generation = team->generation;
  if (++team->arrived < team->threads) {
    WAIT_UNTIL(team->generation != generation);
    return;
  }
  team->arrived = 0;
  team->generation++;
  openmp_tell();
}
bool GOMP_barrier_cancel(void) {
  GOMP_barrier();
  return false;
}
bool GOMP_cancel(int which, bool go) {
  (void)which, (void)go;
  return false;
}
bool GOMP_cancellation_point(int which) {
  (void)which;
  return false;
}

// ---- what the threads of a team share ----

static struct share *new_share(void) {
  struct share *s = calloc(1, sizeof *s);
  if (!s) abort();
  return s;
}

// The share that the thread comes to next; *first: no thread has been there. One that is alone has a team's of its own.
static struct share *meet(bool *first) {
  *first = true;
  if (!me.team) {
    free(me.share);
    return me.share = new_share();
  }
  unsigned number = me.met++;
  struct share **at = &me.team->shares;
  while (*at && (*at)->number != number) at = &(*at)->next_share;
  *first = !*at;
  if (!*at) {
    *at = new_share();
    (*at)->number = number;
  }
  return me.share = *at;
}

bool GOMP_single_start(void) {
  bool first;
  meet(&first);
  return first;
}
void *GOMP_single_copy_start(void) {
  bool first;
  struct share *s = meet(&first);
  if (first) return NULL;
  WAIT_UNTIL(s->copied);
  return s->copy;
}
void GOMP_single_copy_end(void *data) {
  me.share->copy = data;
  me.share->copied = true;
  openmp_tell();
}

// ---- loops ----

static void begin_loop(struct share *s, long start, long end, long step, long chunk, bool guided) {
  s->next = s->order = start;
  s->end = end;
  s->step = step;
  s->chunk = chunk > 0 ? chunk : 1;
  s->guided = guided;
}

static bool next_chunk(long *from, long *to) {
  struct share *s = me.share;
  if (me.chunk_end != me.chunk_begin) {
    s->order = me.chunk_end;
    openmp_tell(); // others may run meanwhile
  }
  me.chunk_begin = me.chunk_end = 0;
  long left =
      s->step > 0 ? (s->end - s->next + s->step - 1) / s->step : (s->end - s->next + s->step + 1) / s->step;
  if (left <= 0) return false;
  long n = s->chunk, threads = me.team ? me.team->threads : 1;
  if (s->guided && (left + threads - 1) / threads > n) n = (left + threads - 1) / threads;
  if (n > left) n = left;
  *from = me.chunk_begin = s->next;
  *to = me.chunk_end = s->next += n * s->step;
  sched_yield(); // the others take theirs
  return true;
}

static bool start_loop(long start, long end, long step, long chunk, bool guided, long *from, long *to) {
  bool first;
  struct share *s = meet(&first);
  if (first) begin_loop(s, start, end, step, chunk, guided);
  return next_chunk(from, to);
}

#define LOOP(name, guided)                                                                                   \
  bool GOMP_loop_##name##_start(long start, long end, long step, long chunk, long *from, long *to) {         \
    return start_loop(start, end, step, chunk, guided, from, to);                                            \
  }                                                                                                          \
  bool GOMP_loop_##name##_next(long *from, long *to) {                                                       \
    return next_chunk(from, to);                                                                             \
  }                                                                                                          \
  bool GOMP_loop_ull_##name##_start(bool up, unsigned long long start, unsigned long long end,               \
                                    unsigned long long step, unsigned long long chunk,                       \
                                    unsigned long long *from, unsigned long long *to) {                      \
    (void)up;                                                                                                \
    return start_loop((long)start, (long)end, (long)step, (long)chunk, guided, (long *)from, (long *)to);    \
  }                                                                                                          \
  bool GOMP_loop_ull_##name##_next(unsigned long long *from, unsigned long long *to) {                       \
    return next_chunk((long *)from, (long *)to);                                                             \
  }                                                                                                          \
  void GOMP_parallel_loop_##name(void (*function)(void *), void *data, unsigned threads, long start,         \
                                 long end, long step, long chunk, unsigned flags) {                          \
    struct share *s = new_share();                                                                           \
    (void)flags;                                                                                             \
    begin_loop(s, start, end, step, chunk, guided);                                                          \
    run_team(function, data, threads, s);                                                                    \
  }
LOOP(static, false)
LOOP(dynamic, false)
LOOP(guided, true)
LOOP(nonmonotonic_dynamic, false)
LOOP(nonmonotonic_guided, true)
LOOP(ordered_static, false)
LOOP(ordered_dynamic, false)
LOOP(ordered_guided, true)

#define LOOP_BY_SETTING(name)                                                                                \
  bool GOMP_loop_##name##_start(long start, long end, long step, long *from, long *to) {                     \
    return start_loop(start, end, step, schedule.chunk, schedule.kind == omp_sched_guided, from, to);        \
  }                                                                                                          \
  bool GOMP_loop_##name##_next(long *from, long *to) {                                                       \
    return next_chunk(from, to);                                                                             \
  }                                                                                                          \
  void GOMP_parallel_loop_##name(void (*function)(void *), void *data, unsigned threads, long start,         \
                                 long end, long step, unsigned flags) {                                      \
    struct share *s = new_share();                                                                           \
    (void)flags;                                                                                             \
    begin_loop(s, start, end, step, schedule.chunk, schedule.kind == omp_sched_guided);                      \
    run_team(function, data, threads, s);                                                                    \
  }
LOOP_BY_SETTING(runtime)
LOOP_BY_SETTING(nonmonotonic_runtime)
LOOP_BY_SETTING(maybe_nonmonotonic_runtime)
LOOP_BY_SETTING(ordered_runtime)

void GOMP_loop_end_nowait(void) {}
void GOMP_loop_end(void) {
  GOMP_barrier();
}
bool GOMP_loop_end_cancel(void) {
  GOMP_barrier();
  return false;
}
void GOMP_ordered_start(void) {
  struct share *s = me.share;
  WAIT_UNTIL(s->order == me.chunk_begin);
}
void GOMP_ordered_end(void) {}

// ---- sections: a loop over their numbers, from 1; 0: no more ----

unsigned GOMP_sections_next(void) {
  long from, to;
  return next_chunk(&from, &to) ? (unsigned)from : 0;
}
unsigned GOMP_sections_start(unsigned count) {
  long from, to;
  return start_loop(1, (long)count + 1, 1, 1, false, &from, &to) ? (unsigned)from : 0;
}
void GOMP_parallel_sections(void (*function)(void *), void *data, unsigned threads, unsigned count,
                            unsigned flags) {
  struct share *s = new_share();
  (void)flags;
  begin_loop(s, 1, (long)count + 1, 1, 1, false);
  run_team(function, data, threads, s);
}
void GOMP_sections_end_nowait(void) {}
void GOMP_sections_end(void) {
  GOMP_barrier();
}

// ---- tasks ----

static void run_task(void (*function)(void *), void *data, void (*copy)(void *, void *), long bytes,
                     long align, const long *range) {
  char *room = malloc((size_t)(bytes + align));
  if (!room) abort();
  void *own = (void *)(((uintptr_t)room + (uintptr_t)align - 1) / (uintptr_t)align * (uintptr_t)align);
  if (copy)
    copy(own, data);
  else
    memcpy(own, data, (size_t)bytes);
  if (range) memcpy(own, range, 2 * sizeof *range);
  function(own);
  free(room);
}
void GOMP_task(void (*function)(void *), void *data, void (*copy)(void *, void *), long bytes, long align,
               bool now, unsigned flags, void **depend, int priority) {
  (void)now, (void)flags, (void)depend, (void)priority;
  run_task(function, data, copy, bytes, align > 0 ? align : 1, NULL);
}
void GOMP_taskloop(void (*function)(void *), void *data, void (*copy)(void *, void *), long bytes, long align,
                   unsigned flags, unsigned long tasks, int priority, long start, long end, long step) {
  long range[2] = {start, end};
  (void)flags, (void)tasks, (void)priority, (void)step;
  if (start != end) run_task(function, data, copy, bytes, align > 0 ? align : 1, range);
}
void GOMP_taskwait(void) {}
void GOMP_taskyield(void) {}
void GOMP_taskgroup_start(void) {}
void GOMP_taskgroup_end(void) {}

// ---- locks ----

static void take_held(int *held) {
  WAIT_UNTIL(!*held);
  *held = 1;
}
static void give(int *held) {
  *held = 0;
  openmp_tell();
}
static int unnamed;
void GOMP_critical_start(void) {
  take_held(&unnamed);
}
void GOMP_critical_end(void) {
  give(&unnamed);
}
void GOMP_critical_name_start(void **name) {
  take_held((int *)name);
}
void GOMP_critical_name_end(void **name) {
  give((int *)name);
}
static int atomics;
void GOMP_atomic_start(void) {
  take_held(&atomics);
}
void GOMP_atomic_end(void) {
  give(&atomics);
}

void omp_init_lock(omp_lock_t *l) {
  l->held = 0;
}
void omp_init_lock_with_hint(omp_lock_t *l, omp_lock_hint_t hint) {
  (void)hint;
  l->held = 0;
}
void omp_set_lock(omp_lock_t *l) {
  take_held(&l->held);
}
int omp_test_lock(omp_lock_t *l) {
  return l->held ? 0 : (l->held = 1);
}
void omp_unset_lock(omp_lock_t *l) {
  give(&l->held);
}
void omp_destroy_lock(omp_lock_t *l) {
  l->held = 0;
}
void omp_init_nest_lock(omp_nest_lock_t *l) {
  l->held = l->owner = 0;
}
int omp_test_nest_lock(omp_nest_lock_t *l) {
  if (l->held && l->owner != me.id) return 0;
  l->owner = me.id;
  return ++l->held;
}
void omp_set_nest_lock(omp_nest_lock_t *l) {
  WAIT_UNTIL(!l->held || l->owner == me.id);
  omp_test_nest_lock(l);
}
void omp_unset_nest_lock(omp_nest_lock_t *l) {
  if (--l->held == 0) openmp_tell();
}
void omp_destroy_nest_lock(omp_nest_lock_t *l) {
  l->held = 0;
}

// ---- what a program asks and sets ----

int omp_get_thread_num(void) {
  return me.id;
}
int omp_get_num_threads(void) {
  return me.team ? me.team->threads : 1;
}
int omp_get_max_threads(void) {
  const char *text = getenv("OMP_NUM_THREADS");
  int n = wanted_threads ? wanted_threads : text ? atoi(text) : 0;
  return n > 0 ? n : TEAM_WITHOUT_SETTING;
}
int omp_get_num_procs(void) {
  return TEAM_WITHOUT_SETTING;
}
int omp_get_thread_limit(void) {
  return MOST_TEAM;
}
int omp_in_parallel(void) {
  return me.team && me.team->threads > 1;
}
int omp_get_level(void) {
  return level();
}
int omp_get_active_level(void) {
  int n = 0;
  for (const struct team *t = me.team; t; t = t->outer) n += t->threads > 1;
  return n;
}
int omp_get_ancestor_thread_num(int l) {
  return l == level() ? me.id : l == 0 ? 0 : -1;
}
int omp_get_team_size(int l) {
  return l == level() ? omp_get_num_threads() : l == 0 ? 1 : -1;
}
void omp_set_num_threads(int n) {
  if (n > 0) wanted_threads = n;
}
void omp_set_dynamic(int on) {
  (void)on;
}
int omp_get_dynamic(void) {
  return 0;
}
void omp_set_nested(int on) {
  most_levels = on ? 8 : 1;
}
int omp_get_nested(void) {
  return most_levels > 1;
}
void omp_set_max_active_levels(int n) {
  most_levels = n;
}
int omp_get_max_active_levels(void) {
  return most_levels;
}
void omp_set_schedule(omp_sched_t kind, int chunk) {
  schedule.kind = kind;
  schedule.chunk = chunk > 0 ? chunk : 1;
}
void omp_get_schedule(omp_sched_t *kind, int *chunk) {
  *kind = schedule.kind;
  *chunk = schedule.chunk;
}
double omp_get_wtime(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
double omp_get_wtick(void) {
  return 1e-9;
}
int omp_get_num_devices(void) {
  return 0;
}
int omp_is_initial_device(void) {
  return 1;
}
int omp_get_cancellation(void) {
  return 0;
}
