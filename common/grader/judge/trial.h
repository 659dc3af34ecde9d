// A trial: a task under way, with the worker's last answer about one of its cases. What asks the worker fills it, what judges
// reads it.
#ifndef PMPP_TRIAL_H
#define PMPP_TRIAL_H

#include "grader/judge/compare.h"
#include "grader/judge/grade.h"

// Seconds of the clock that a case has taken, for --verbose.
struct spent {
  double making, copying, worker, judging;
};

struct trial {
  const struct grading *g;
  struct task_result *r;
  struct worker worker;
  int processors;      // emu: of the worker's devices, see struct pmpp_case_spec
  bool elsewhere;      // emu: on another device than that whose counts are judged
  int devices;         // emu: so many of them
  int ranks;           // of the worker's job, see struct pmpp_case_spec
  struct text printed; // by the workers that have ended
  uint64_t dropped;    // bytes that they printed beyond that
  struct pmpp_case *c;
  bool golden; // the case has golden results: its outputs are judged
  struct pmpp_request request;
  enum worker_answer answer;
  struct text no_answer; // why there is none
  struct pmpp_reply reply;
  struct emu_report report; // emu
  struct pattern pattern;   // of the output that differs
  struct text suspicion;    // of a case that passed: why its results cannot be a kernel's
  bool left_a_process;      // at the end of the task: one of the submission's that cannot be ended
  struct spent spent;
  int decided; // the row of the judge that decided (see verdict.c), from 1; 0: none has
};

// The seed of a schedule, from 0. The first one's is the seed on the command line.
uint64_t schedule_seed(const struct grading *g, int schedule);

// What a worker is told of a seed. A contained one gets a 16-bit hash of it: enough to vary the schedule, too little to make
// the inputs again.
uint64_t seed_told(const struct grading *g, uint64_t seed);

// Lays out the case and asks the worker to run it under the seed. Returns whether it answered.
bool trial_ask(struct trial *x, uint64_t seed);

// Adds to the result what is shown of every answer: counts, notes, the first failing call.
void trial_record(struct trial *x);

// Copies the report's hazards to the result, with short names of places.
void trial_hazards(const struct trial *x);

void trial_free(struct trial *x);

#endif
