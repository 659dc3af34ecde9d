// What wrong sums lack.
#ifndef PMPP_SUM_H
#define PMPP_SUM_H

#include "grader/result.h"

// A wrong output that is one number.
struct sum_seen {
  const struct pmpp_case *c;
  int arg;
  struct value got;
  int64_t blocks;  // of its largest launch; 0: unknown
  bool same_sizes; // as the first one, with other inputs
};

// Where golden is the sum of an input, and what came that of a part of it such as kernels lose or take twice: adds a line that says
// which part. It has to explain three of the outputs that were seen, and all of those of which it says something; what explains only
// those of the first one's size is said of this size. Several parts that fit are all named. False, and no line, else.
bool sum_hint(const struct sum_seen *seen, int n, struct text *hint);

#endif
