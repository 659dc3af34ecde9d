// Which of a task's known mistakes gives a wrong output.
#ifndef PMPP_MISTAKE_H
#define PMPP_MISTAKE_H

#include "grader/task.h"

// Which of the first 64 mistakes give this output of argument `arg`: a bit each. silent, or NULL: those that say nothing of this
// case, since what comes of them there is right. loose, or NULL: those that other outputs would fit, too (they have an accept()).
uint64_t mistakes_that_fit(const struct pmpp_task *task, const struct pmpp_case *c, int arg,
                           const void *output, uint64_t *silent, uint64_t *loose);

#endif
