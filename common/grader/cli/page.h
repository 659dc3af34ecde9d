// The page of a task's run: the emulator's, with what the grader knows put into it.
#ifndef PMPP_PAGE_H
#define PMPP_PAGE_H

#include "grader/cli/program.h"

// Runs the task's case i with the worker, and writes the page to the file that the options name. True where the run ended well.
bool page_write(struct program *p, const char *worker, const struct pmpp_task *task, int i);

#endif
