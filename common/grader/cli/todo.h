#ifndef PMPP_TODO_NAMES_H
#define PMPP_TODO_NAMES_H

#include "grader/result.h"

// Names the task's functions in the file that still say `return PMPP_TODO;`, in t->todo_in; none: nothing.
void name_todo(const char *path, struct task_result *t);

#endif
