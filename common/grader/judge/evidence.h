// What else is known of a wrong output: other inputs of the same case, and the other cases that fail.
#ifndef PMPP_EVIDENCE_H
#define PMPP_EVIDENCE_H

#include "grader/judge/trial.h"

// An answer that is wrong in the same argument.
struct observation {
  struct pmpp_case *c;
  const void *output; // the argument's bytes
  struct difference d;
  struct pattern p;
  int64_t blocks;  // of the largest launch; 0: unknown
  bool same_sizes; // the failing case again, with other inputs
};

enum { MOST_EVIDENCE = 14 };

// Runs the trial's case with other inputs, and then the cases after it, as far as they are small: the first MOST_EVIDENCE that are
// wrong in argument `arg`. Returns how many. The trial is as before, but for the worker's memory. `seen` is to be freed.
int evidence_gather(struct trial *x, int arg, struct observation seen[MOST_EVIDENCE]);
void evidence_free(struct observation *seen, int n);

// Blocks of the largest launch that the report knows; 0: not all were noted.
int64_t most_blocks(const struct emu_report *report);

#endif
