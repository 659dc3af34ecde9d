// The hint that the pattern of a failure suggests.
#ifndef PMPP_HINT_H
#define PMPP_HINT_H

#include "grader/judge/compare.h"
#include "grader/judge/evidence.h"

struct symptom {
  const struct pattern *pattern;
  bool depends_on_schedule; // emu: other schedules of the same input give other outputs
  // Sizes (the case's size[0]) between which a single result turns wrong; passed_size -1: no case passed.
  int64_t passed_size, failed_size;
  int64_t largest_before; // size[0] of the cases that passed, whatever their inputs; -1: no case passed
  int64_t block;          // threads of a block in the case's launches, or 0: unknown, or several sizes
  int64_t threads;        // of the case's largest launch, or 0: unknown
  int64_t blocks;         // of its largest launch, or 0: unknown
  int64_t along[2];       // its threads in x and in y, or 0: unknown
  bool no_launch;         // emu: no kernel was launched
  bool shared_work;       // emu: there is a note that threads write the same value to an element
  const char *mistake;    // the hint of the known mistakes that give exactly this output; NULL: of none
  const char
      *first_with; // what this case's label has and none of those that passed: "beta = 3"; NULL: nothing
  const char *
      copied; // the input whose elements the wrong ones are, each at its place; "" their own from before; NULL: none
  const struct pmpp_case *c;      // to look for what a wrong sum lacks; NULL: do not
  const void *output;             // of the argument; NULL: unknown
  const struct difference *got;   // its output and the value that came
  const struct observation *seen; // other wrong outputs
  int n_seen;
};

// Adds one line to `hint`, or nothing: a pattern is told if all wrong outputs have it. It needs three wrong elements, of one output or
// of several.
void hint_for(const struct symptom *s, struct text *hint);

// What a CUDA error that ended a call suggests; NULL: nothing.
const char *hint_for_error(int cuda_error);

#endif
