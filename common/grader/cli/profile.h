// A worker that runs by itself on one case, under the emulator's eyes.
#ifndef PMPP_PROFILE_H
#define PMPP_PROFILE_H

#include "grader/cli/program.h"

struct seen { // what a run has told beside its report
  bool there;
  struct task_result result; // of its one case
  void *output;              // its first output
};
void seen_free(struct seen *s);

struct profile { // what the worker is told
  const char *worker;
  const char *form, *report; // of EMU_REPORT; where to write, or NULL
  const char *before;        // the page of the run before, or NULL
  bool quiet;                // what it prints is left out
  // NULL, or where its answer is judged, as grade_task would judge it on this case, if it ended well: then it had no hazard, and as a
  // program of its own it lost no memory. Of a contained run it is not there.
  struct seen *seen;
};

// Runs the worker on the task's case i, contained where the program is.
// True where it ended well.
bool profile_run(const struct program *p, const struct profile *r, const struct pmpp_task *task, int i);

#endif
