// What grading a task, or a lab, has found: judge/ and bench/ fill it, output/ shows it.
#ifndef PMPP_RESULT_H
#define PMPP_RESULT_H

#include "grader/task.h"
#include "base/text.h"

#define PMPP_VERDICTS(X)                                                                                     \
  X(PASS, "pass")                                                                                            \
  X(WRONG, "wrong")   /* an output differs, an input was changed, or the function returned an error */       \
  X(HAZARD, "hazard") /* the emulator, a guard band or the leak check found a fault */                       \
  X(INEFFICIENT, "inefficient") /* right, but a gate on the counters is not met */                           \
  X(SLOW, "slow")               /* right, but slower on a device than the task allows */                     \
  X(CRASH, "crash")             /* the worker ended before it answered */                                    \
  X(TIMEOUT, "timeout")                                                                                      \
  X(TODO, "todo")                                                                                            \
  X(REJECTED, "rejected")         /* does not compile, or uses what it must not */                           \
  X(NOT_ASSESSED, "not-assessed") /* no GPU here */                                                          \
  X(INFRA, "infra")               /* our fault, never a zero */

enum verdict {
#define PMPP_X(id, text) VERDICT_##id,
  PMPP_VERDICTS(PMPP_X)
#undef PMPP_X
      VERDICT_COUNT
};
const char *verdict_name(enum verdict v);
bool verdict_is_right(enum verdict v); // every result is right and nothing is a hazard: worth points
enum verdict verdict_from_name(const char *name, size_t n); // VERDICT_COUNT where there is none

enum backend { BACKEND_EMU, BACKEND_GPU, BACKEND_COUNT };
const char *backend_name(enum backend b);

// One element of an output as text, e.g. "0.125" or "NaN", and as a number for JSON.
struct value {
  bool is_whole, is_signed;
  uint64_t whole; // two's complement where signed
  double real;
};
void value_print(char out[40], struct value v);

struct mismatch {
  int64_t index;
  struct value expected, got;
};

enum { MAX_MISMATCHES = 5, MAX_GATES = 28, MAX_BASELINES = 4 };

struct difference { // of one output from its golden result
  int arg;          // which argument of the case; -1: none differs
  char name[24];
  int64_t count, wrong; // elements, and how many of them are wrong
  int64_t columns;      // of a matrix, or 0
  int n_shown;
  struct mismatch shown[MAX_MISMATCHES];
  double bound; // at the first mismatch, absolute; 0: exact
  const char *bound_text;
  bool several; // other values are right too (pmpp_buf's accept): bound_text says which
};

struct gate_result {
  const struct pmpp_gate *gate;
  double bound, value;
  bool met;
  double per; // the metric in the case that the value is a share of
};

// False for a share of one case in another while not both have been run.
bool gate_result_judged(const struct gate_result *g);

// A timed implementation: medians over samples.
struct timing {
  char name[24];    // "impl", or the baseline's name
  char library[64]; // "CUB 3.0.1": of a baseline
  int samples;
  double ms;                     // median; 0: not timed
  double spread;                 // interquartile range / median
  double error;                  // relative standard error of the mean
  double fastest_ms, slowest_ms; // quartiles
  double wall_ms;                // median of the host's clock
  bool busy;                     // the host's clock says that something else ran meanwhile
  bool trouble_is_ours;          // the trouble lies with a baseline or with the machine
  struct text trouble;           // why there is no time
  struct text note;              // what to know about the time
};

// Whether a right implementation was fast enough on a device.
enum pace_outcome {
  PACE_NOT_ASKED,
  PACE_MET,
  PACE_SLOW,
  PACE_DOUBTFUL, // nothing can be said: `words` says why
  PACE_FAULT     // a timed call was no right call: the fault, message and difference of the result say which
};

struct pace {
  enum pace_outcome outcome;
  enum verdict fault;
  double speed;      // of the library's, in the last measurement; 0: not measured
  double ms;         // the implementation's median there
  int measurements;  // so many agree
  char library[24];  // the baseline's name; "": none
  struct text words; // one line
};

struct bench {
  char label[64];
  double floor_bytes, floor_ops;
  int n; // the implementation first, then the baselines
  struct timing timing[1 + MAX_BASELINES];
};

struct task_result {
  const struct pmpp_task *task;
  enum backend backend;
  enum verdict verdict;
  int cases_run, cases_passed, cases_total; // begun, right and within their gates, all of the backend
  int timed_case;                           // bench: which of the task's cases; -1: none
  int only;               // --case: the one case to run, from 1 in the task's list; 0: all of the backend
  char failed_case[64];   // label; "" where none
  int failed_number;      // which of the cases run, from 1
  int schedule;           // emu: which of the schedules failed, from 0
  uint64_t schedule_seed; // and its seed
  int64_t passed_size,
      failed_size; // size[0] of the largest case that passed (-1: none) and of the one that failed
  struct difference difference;
  int n_hazards;
  struct emu_hazard hazard[EMU_MAX_HAZARDS];
  uint32_t hazards_dropped;
  int n_notes; // of all its cases; what a correct kernel may do too
  struct emu_hazard note[EMU_MAX_NOTES];
  uint32_t notes_dropped;
  struct emu_error error; // emu: the first call of the failing case that failed; code 0: none
  bool has_counters;      // a gated case ran
  char gated_case[64];
  double gated_floor_bytes, gated_floor_ops;
  struct emu_counters counters;
  int n_gates;
  struct gate_result gate[MAX_GATES];
  struct pace pace;                 // gpu: after its cases
  int large_left_out;               // cases that only --large runs
  struct text left_out;             // which cases this machine has no room for; "": none
  struct text todo_in;              // todo: the functions that still return PMPP_TODO; "": unknown
  struct text message;              // what happened, where the fields above do not say it
  struct text hint, repeat, output; // output: the submission's own, made harmless
  bool has_bench;
  struct bench bench;
};

struct lab_result {
  const struct pmpp_lab *lab;
  const char *implementation;                      // "starter", or the file
  const char *implementation_file, *contract_file; // as shown to the student
  const char *program;                             // how to call the grader again
  const char *backend;                             // "emu", "gpu" or "all"
  uint64_t seed;
  int schedules;
  char date[32]; // UTC, ISO 8601
  const char *grader_version;
  long long source_bytes; // of implementation_file as it was graded
  uint64_t source_hash;   // FNV-1a
  struct text host;       // the machine's
  struct text device[BACKEND_COUNT], software[BACKEND_COUNT];
  struct text not_assessed; // why there is no device
  double copy_bytes_per_s;  // bench: measured ceiling, bytes read + written
  double fp32_ops_per_s;    // the device's peak by its clock and cores; 0: not known
  bool timed;
  int n;
  struct task_result *task;
  int points, max, not_assessed_points;
};

// The points of one row. A right result that misses a gate has a part of them: a quarter, and of a half the share of the gates
// that it meets; rounded down to whole points. Distinctions count where the task passes.
int task_result_points(const struct task_result *t);
// Required gates that are met, and *all of them.
int task_result_gates_met(const struct task_result *t, int *all);

// Points of a task count once, however many backends it ran on: the fewest of those that assessed it.
void lab_result_score(struct lab_result *r);
// Why points are missing that nobody lost: the grader's own trouble first, then what was not assessed. Adds nothing
// where all was assessed.
void lab_result_reason(const struct lab_result *r, struct text *why);
int lab_result_exit_status(const struct lab_result *r);
// Whether nothing is written of the task: its function answered todo to its first case, and had launched no kernel.
bool task_result_not_begun(const struct task_result *t);
// The exit status for CTest (--ctest), which knows passed, failed and skipped: as above, but EXIT_NOT_ASSESSED where nothing of
// all that was to be graded is begun.
int lab_result_ctest_status(const struct lab_result *r);
void task_result_free(struct task_result *t);
void lab_result_free(struct lab_result *r);

#endif
