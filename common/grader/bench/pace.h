// Whether a right implementation is fast enough: measured again before it is called slow, and not called so in doubt.
#ifndef PMPP_PACE_H
#define PMPP_PACE_H

#include "grader/bench/bench.h"

enum { PACE_MEASUREMENTS = 3 }; // so many must agree that an implementation is too slow

// What one measurement says of an implementation that must have at least so much of a rival's speed.
enum pace_finding {
  PACE_ENOUGH,
  PACE_TOO_SLOW,
  PACE_TIE,     // too slow by less than the noise
  PACE_SCATTER, // its faster samples are fast enough beside the rival's slower ones
  PACE_BUSY     // something else used the device
};

// An implementation must not gain by noise of its own making: only its faster samples and the rival's noise count.
enum pace_finding pace_find(const struct timing *own, const struct timing *rival, double least);

// Measures the worker at `path` on the case that the task's `speed` names, beside the library (NULL: there is none) and
// the implementation's own earlier task; fills r->pace as pace_judge says.
void pace_task(const struct grading *g, const char *path, const struct candidate *library,
               struct task_result *r);

#endif
