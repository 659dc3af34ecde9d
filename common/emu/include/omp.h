// OpenMP in host code: the threads of a team take turns, as all threads of the host do here (runtime/openmp.c). Without
// OMP_NUM_THREADS or omp_set_num_threads a team has four.
#ifndef EMU_OMP_H
#define EMU_OMP_H

typedef struct {
  int held;
} omp_lock_t;
typedef struct {
  int held, owner;
} omp_nest_lock_t;
typedef enum {
  omp_sched_static = 1,
  omp_sched_dynamic = 2,
  omp_sched_guided = 3,
  omp_sched_auto = 4,
  omp_sched_monotonic = (int)0x80000000u
} omp_sched_t;
typedef enum {
  omp_lock_hint_none = 0,
  omp_lock_hint_uncontended = 1,
  omp_lock_hint_contended = 2
} omp_lock_hint_t;

#ifdef __cplusplus
extern "C" {
#endif
int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_num_procs(void);
int omp_get_thread_limit(void);
int omp_in_parallel(void);
int omp_get_level(void);
int omp_get_active_level(void);
int omp_get_ancestor_thread_num(int level);
int omp_get_team_size(int level);
void omp_set_num_threads(int n);
void omp_set_dynamic(int on);
int omp_get_dynamic(void);
void omp_set_nested(int on);
int omp_get_nested(void);
void omp_set_max_active_levels(int n);
int omp_get_max_active_levels(void);
void omp_set_schedule(omp_sched_t kind, int chunk);
void omp_get_schedule(omp_sched_t *kind, int *chunk);
void omp_init_lock(omp_lock_t *l);
void omp_init_lock_with_hint(omp_lock_t *l, omp_lock_hint_t hint);
void omp_set_lock(omp_lock_t *l);
int omp_test_lock(omp_lock_t *l);
void omp_unset_lock(omp_lock_t *l);
void omp_destroy_lock(omp_lock_t *l);
void omp_init_nest_lock(omp_nest_lock_t *l);
void omp_set_nest_lock(omp_nest_lock_t *l);
int omp_test_nest_lock(omp_nest_lock_t *l);
void omp_unset_nest_lock(omp_nest_lock_t *l);
void omp_destroy_nest_lock(omp_nest_lock_t *l);
double omp_get_wtime(void);
double omp_get_wtick(void);
int omp_get_num_devices(void);
int omp_is_initial_device(void);
int omp_get_cancellation(void);
#ifdef __cplusplus
}
#endif

#endif
