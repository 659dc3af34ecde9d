// Grades tasks: a fresh worker for each and each device of its cases, the cases in order, the first that fails decides.
#ifndef PMPP_GRADE_H
#define PMPP_GRADE_H

#include "grader/result.h"
#include "grader/judge/wire.h"

struct ahead;
struct grading;
// Judges the time of a task whose cases have passed, with the worker executable at `path`: fills r->pace. Where a timed call
// is at fault, r's message and difference too.
typedef void pace_judge(const struct grading *g, const char *path, struct task_result *r);

struct grading {
  const struct pmpp_lab *lab;
  uint64_t seed;
  int schedules;          // emu: each case runs under this many orders of blocks, warps and lanes
  double timeout;         // seconds for one case
  bool verbose;           // a line on stderr for each case
  bool contained;         // workers run in bubblewrap
  const char *no_ranks;   // why no job of ranks can be started here; NULL: it can
  const char *no_nccl;    // gpu: why ranks have no NCCL; NULL: they have
  bool library;           // a baseline: what it keeps for its next call is no leak
  const char *source_dir; // places in there are named from there
  const char *file;       // the implementation and the contract header, as shown
  const char *header;
  const char *header_path; // NULL: unknown
  const char *
      until_missed; // grading ends where the gate on this metric is missed; NULL: it goes on to the last case
  pace_judge *pace; // gpu; NULL: times are not judged
  int times;        // so often; 0: once
  void *pacing;     // what it needs
  bool large;       // gpu: PMPP_LARGE cases, too
  struct ahead *ahead; // makes cases on other processors; NULL: each is made when it is asked for
  // Called before a case is made, and after it with NULL. NULL: nobody is told.
  void (*progress)(const struct grading *g, const struct task_result *r, const char *label);
};

// The task's case i with its golden results, for the caller to free.
struct pmpp_case *grading_case(const struct grading *g, const struct pmpp_task *task, int i);

// Whether this machine can grade r's task at all (task, backend set; the rest zero), whatever the submission; false: r's verdict is
// not-assessed, and its message says what is missing.
bool grade_possible(const struct grading *g, struct task_result *r);

// Grades one task with the worker executable at `path` into r (task, backend, only set; the rest zero). machine,
// when not NULL, takes over what the worker says of its device. No process is left behind.
void grade_task(const struct grading *g, const char *path, struct task_result *r, struct lab_result *machine);

// Runs one task's function on a case that is not one of its own, and hands back its first output, for the
// caller to free; NULL: r's verdict, message and hazards say why. A hazard that the function survived is in
// r, too.
void *grade_run(const struct grading *g, const char *path, struct pmpp_case *c, struct task_result *r);

// Judges the answer that a worker by itself has left in the file of a saved case; `file` is a copy of that. The case has its golden
// results. Fills r (task, backend, only set; the rest zero) as grade_task does, but that no leak is looked for. False: it is no answer.
bool grade_answer(const struct grading *g, struct pmpp_case *c, const struct pmpp_request *request,
                  struct pmpp_wire *file, struct task_result *r);

// Asks a fresh worker what it runs on. False: r's verdict and message say why it cannot be used.
bool worker_open(const struct grading *g, const char *path, struct worker *w, struct task_result *r,
                 struct lab_result *machine);

// Sets verdict and message from a reply that is not DONE. c: the case that it is about, or NULL.
void describe_status(const struct grading *g, const struct pmpp_case *c, const struct pmpp_reply *reply,
                     struct task_result *r);

#endif
