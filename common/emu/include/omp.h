// OpenMP on one thread, which its specification allows: `-fopenmp` leaves the pragmas out, because the emulator itself is
// one thread of the host.
#ifndef EMU_OMP_H
#define EMU_OMP_H

#include <time.h>

typedef struct {
  int held;
} omp_lock_t;
typedef enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto } omp_sched_t;

static inline int omp_get_thread_num(void) {
  return 0;
}
static inline int omp_get_num_threads(void) {
  return 1;
}
static inline int omp_get_max_threads(void) {
  return 1;
}
static inline int omp_get_num_procs(void) {
  return 1;
}
static inline int omp_in_parallel(void) {
  return 0;
}
static inline void omp_set_num_threads(int n) {
  (void)n;
}
static inline void omp_set_dynamic(int on) {
  (void)on;
}
static inline void omp_set_nested(int on) {
  (void)on;
}
static inline void omp_set_schedule(omp_sched_t kind, int chunk) {
  (void)kind, (void)chunk;
}
static inline void omp_init_lock(omp_lock_t *l) {
  l->held = 0;
}
static inline void omp_set_lock(omp_lock_t *l) {
  l->held = 1;
}
static inline void omp_unset_lock(omp_lock_t *l) {
  l->held = 0;
}
static inline void omp_destroy_lock(omp_lock_t *l) {
  l->held = 0;
}
static inline double omp_get_wtime(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
