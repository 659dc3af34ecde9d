// Times one implementation against the lab's baselines on a device, in alternating batches.
#ifndef PMPP_BENCH_H
#define PMPP_BENCH_H

#include "grader/judge/grade.h"

enum { BENCH_BATCH = 5, BENCH_LEAST_SAMPLES = 15 };

struct candidate {
  const char *name;    // "impl" or the baseline's
  const char *worker;  // executable; NULL: could not be built
  const char *trouble; // why not
  const char *task;    // of another task than the one that is timed; NULL: of this one
};

// The next case from `first` on that `bench` times: those with TIMED, with `full` those with FULL too, or only those
// labelled `size`; -1: none.
int bench_case(const struct pmpp_task *task, const char *size, bool full, int first);

// What no implementation on this machine can beat.
struct ceilings {
  double copy_bytes_per_s; // measured; 0: not known
  double fp32_ops_per_s;   // of the device; 0: not known
};

// The copy ceiling in bytes read and written per second, by the method of a sample; 0 and `why` on failure.
double bench_copy(const struct grading *g, const char *worker, const struct pmpp_task *task,
                  struct lab_result *machine, struct text *why);

// Fills r->bench and r's verdict; candidate 0 is the implementation. Stops when every relative standard
// error is below 0.5 %, or after `cap` seconds, in any case after at least 15 samples each.
void bench_task(const struct grading *g, const struct candidate *candidates, int n, int case_index,
                struct ceilings ceilings, double cap, struct task_result *r);

// Where a case's changes begin.
uint64_t bench_stream(const struct pmpp_case *c);

// The same for a case that is made already, golden included. Its samples change it, as *random says, which goes on: it may
// be measured again.
void bench_made_case(const struct grading *g, const struct candidate *candidates, int n, struct pmpp_case *c,
                     uint64_t *random, struct ceilings ceilings, double cap, struct task_result *r);

// The same in steps: the first measurement opens the workers, which take part in the next ones, too. What the
// implementation has printed goes to the last step's r (NULL: nowhere).
struct comparison *bench_begin(const struct grading *g, const struct candidate *candidates, int n,
                               struct pmpp_case *c);
void bench_measure(struct comparison *x, uint64_t *random, struct ceilings ceilings, double cap,
                   struct task_result *r);
void bench_end(struct comparison *x, struct task_result *r);

// The least time in ms in which `floor_bytes` can have moved: what a cache may keep left out, at 1.15 times
// the copy ceiling.
double bench_floor_ms(double floor_bytes, double copy_bytes_per_s);

// The least time in ms for `ops` fp32 operations: 5 % below what the device's peak says.
double bench_fp32_floor_ms(double ops, double fp32_ops_per_s);

#endif
