// Whether the rows of a lab's table of tasks are complete.
#ifndef PMPP_ROW_H
#define PMPP_ROW_H

#include "base/text.h"
#include "grader/task.h"

// False after adding to `why` what the first incomplete row lacks.
bool rows_complete(const struct pmpp_lab *lab, struct text *why);

#endif
