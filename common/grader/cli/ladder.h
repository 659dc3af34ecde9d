// The student's stages beside the reference's, for the page of a run.
#ifndef PMPP_LADDER_H
#define PMPP_LADDER_H

#include "grader/cli/profile.h"

// Runs the case of each task whose counts the handout has with the worker, and adds a table of what was counted; below each number that of the
// reference, as far as the handout (README.md in the lab's folder) says it. A case that is among the n of `seen` has run already.
void ladder_add(struct text *t, const struct program *p, const char *worker, const struct seen *seen, int n);

// The stage before: the task before this one in the lab, where that case has arguments of the same names and kinds; NULL.
const struct pmpp_task *stage_before(const struct pmpp_lab *lab, const struct pmpp_task *task);

// The number of the task's case whose counts a table of counts has, the handout's too: its last one that is listed. -1: it has none.
int table_case(const struct pmpp_task *task);

#endif
