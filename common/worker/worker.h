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

// A submission may lack contract function f: its address is then NULL. Stands before the first use.
#define PMPP_WEAK(f) extern __typeof__(f) f __attribute__((weak))

// Defines run_f, which calls contract function f with the rest of the arguments; they may speak of `io`.
#define PMPP_RUN(f, ...)                                                                                     \
  PMPP_WEAK(f);                                                                                              \
  static int run_##f(const struct pmpp_io *io) {                                                             \
    return f(__VA_ARGS__);                                                                                   \
  }

// One row a task, in any order. PMPP_ROW(reduce, 3_sequential) is that of reduce_3_sequential, called by PMPP_RUN's
// function; PMPP_ROW_BY names a function of its own, PMPP_ROW_AFTER the contract function of the step before.
// PMPP_CALL and PMPP_CALL_AFTER are rows of functions with any name.
#define PMPP_STEP(f, run)                                                                                    \
  { #f, (void (*)(void))f, run }
#define PMPP_NO_STEP                                                                                         \
  { NULL, NULL, NULL }
#define PMPP_CALL(task, f, run)                                                                              \
  { task, PMPP_STEP(f, run), PMPP_NO_STEP }
#define PMPP_CALL_AFTER(task, f, run, before, run_before)                                                    \
  { task, PMPP_STEP(f, run), PMPP_STEP(before, run_before) }
#define PMPP_ROW(lab, task)         PMPP_CALL(#task, lab##_##task, run_##lab##_##task)
#define PMPP_ROW_BY(lab, task, run) PMPP_CALL(#task, lab##_##task, run)
#define PMPP_ROW_AFTER(lab, task, before)                                                                    \
  PMPP_CALL_AFTER(#task, lab##_##task, run_##lab##_##task, before, run_##before)

extern const struct pmpp_call pmpp_calls[];
extern const int pmpp_n_calls;

#endif
