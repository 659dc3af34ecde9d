// Which of a task's known mistakes gives a wrong output.
#ifndef PMPP_MISTAKE_H
#define PMPP_MISTAKE_H

#include "grader/task.h"

// The hint of the first mistake that gives exactly this output of argument `arg`; NULL: of none.
const char *mistake_hint(const struct pmpp_task *task, const struct pmpp_case *c, int arg,
                         const void *output);

#endif
