// What a lab's calls.c sees: the case's arguments, and the table of calls it must fill.
#ifndef PMPP_WORKER_H
#define PMPP_WORKER_H

#include <stddef.h>
#include <stdint.h>

// Defined by a baseline alone (worker/library.h): the name and version of its library.
extern const char *pmpp_library(void) __attribute__((weak));

struct pmpp_io {
  int n_args;
  void *arg[16];     // device or host pointers, in the order in which tasks.c added them
  int64_t count[16]; // their lengths in elements
  int64_t param[8];  // whole-number parameters, in tasks.c's order
  double real[4];    // real parameters
};

// ---- of a job of ranks (README.md) ----

// This rank and how many there are; 0 and 1 where there is no job.
int pmpp_rank(void);
int pmpp_ranks(void);

// To be called when the contract function has returned: waits for the other ranks to do so, too. Returns the first answer that
// is not 0, in the order of ranks.
int pmpp_ranks_return(int result);

// Whether MPI takes device pointers from now on, and MPIX_Query_cuda_support says so; it does not before.
void pmpp_ranks_cuda_aware(int aware);

// Lays the ranks' arrays one behind the other in rank 0's `all`: rank r has bytes[r] at `own`.
void pmpp_ranks_gather(const void *own, const int *bytes, void *all);

// ---- calls ----

struct pmpp_step {
  const char *function;                 // "reduce_3_sequential", for messages
  void (*symbol)(void);                 // the contract function, declared weak: NULL where missing
  int (*run)(const struct pmpp_io *io); // calls it; hands its result back. NULL: there is no such step
};

struct pmpp_call {
  const char *task;        // "3_sequential"
  struct pmpp_step main;   // what is graded and timed
  struct pmpp_step before; // called once when a case's inputs are in place: counted with main, not timed
};

// Defines the table of calls from a list of rows, in any order. A row names its contract function once, as lab and task:
//
//   #define CALLS(RUN, TWO, AFTER)
//     RUN(reduce, 3_sequential, f(io->arg[0], io->param[0]))    task 3_sequential is reduce_3_sequential, here `f`
//     TWO(scan, 7_look_back, scan_7_look_back_int, io->param[2], f(...), g(...))
//                                                               where param[2] is set, the task is the second function, `g`
//     AFTER(spmv, 7_csr_merge, f(...), spmv_7_csr_merge_plan, f(...))
//                                                               the step before and its call
//   PMPP_CALLS(CALLS)
//
// An implementation may lack a function: its address is then NULL. One that has only the first of two has not begun the
// second. A task of more than two functions says PMPP_FURTHER(third, f(...)) before the list, for each further one; its
// row's call of the second then chooses between that and run_third(io).
#define PMPP_CALLS(list)                                                                                     \
  list(PMPP_RUN, PMPP_TWO, PMPP_AFTER)                                                                       \
      const struct pmpp_call pmpp_calls[] = {list(PMPP_RUN_ROW, PMPP_TWO_ROW, PMPP_AFTER_ROW)};              \
  const int pmpp_n_calls = sizeof pmpp_calls / sizeof *pmpp_calls

// The implementation's function of that name. `symbol` is the one that the program was linked with: it is returned, unless this
// worker is several implementations in one (bundle.h).
typedef void pmpp_function(void);
pmpp_function *pmpp_own(const char *name, pmpp_function *symbol);
#define PMPP_OWN(function) (__typeof__(function) *)pmpp_own(#function, (pmpp_function *)function)

#define PMPP_DEFINE(function, call)                                                                          \
  extern __typeof__(function) function __attribute__((weak));                                                \
  static int run_##function(const struct pmpp_io *io) {                                                      \
    __typeof__(function) *f = PMPP_OWN(function);                                                            \
    return call;                                                                                             \
  }
#define PMPP_RUN(lab, task, call) PMPP_DEFINE(lab##_##task, call)
#define PMPP_TWO(lab, task, second, wanted, call, call_second)                                               \
  extern __typeof__(lab##_##task) lab##_##task __attribute__((weak));                                        \
  extern __typeof__(second) second __attribute__((weak));                                                    \
  static int run_##lab##_##task(const struct pmpp_io *io) {                                                  \
    __typeof__(lab##_##task) *f = PMPP_OWN(lab##_##task);                                                    \
    __typeof__(second) *g = PMPP_OWN(second);                                                                \
    if (!(wanted)) return call;                                                                              \
    return g ? call_second : PMPP_TODO;                                                                      \
  }
#define PMPP_FURTHER(function, call)                                                                         \
  extern __typeof__(function) function __attribute__((weak));                                                \
  static int run_##function(const struct pmpp_io *io) {                                                      \
    __typeof__(function) *f = PMPP_OWN(function);                                                            \
    return f ? call : PMPP_TODO;                                                                             \
  }
#define PMPP_AFTER(lab, task, call, before, call_before)                                                     \
  PMPP_DEFINE(before, call_before) PMPP_DEFINE(lab##_##task, call)

#define PMPP_STEP(function, run)                                                                             \
  { #function, (void (*)(void))function, run }
#define PMPP_NO_STEP                                                                                         \
  { NULL, NULL, NULL }
#define PMPP_CALL(task, function, run)                                                                       \
  { task, PMPP_STEP(function, run), PMPP_NO_STEP }
#define PMPP_CALL_AFTER(task, function, run, before, run_before)                                             \
  { task, PMPP_STEP(function, run), PMPP_STEP(before, run_before) }
#define PMPP_RUN_ROW(lab, task, call) PMPP_CALL(#task, lab##_##task, run_##lab##_##task),
#define PMPP_TWO_ROW(lab, task, second, wanted, call, call_second)                                           \
  PMPP_CALL(#task, lab##_##task, run_##lab##_##task),
#define PMPP_AFTER_ROW(lab, task, call, before, call_before)                                                 \
  PMPP_CALL_AFTER(#task, lab##_##task, run_##lab##_##task, before, run_##before),

extern const struct pmpp_call pmpp_calls[];
extern const int pmpp_n_calls;

#endif
