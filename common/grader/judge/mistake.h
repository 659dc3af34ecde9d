// Which of a task's known mistakes gives a wrong output.
#ifndef PMPP_MISTAKE_H
#define PMPP_MISTAKE_H

#include "grader/task.h"

// Which of the first 64 mistakes give exactly this output of argument `arg`: a bit each.
uint64_t mistakes_that_fit(const struct pmpp_task *task, const struct pmpp_case *c, int arg,
                           const void *output);

#endif
