// The counters table: one row a task whose gated case ran, one column a metric of the lab.
#ifndef PMPP_COUNTERS_H
#define PMPP_COUNTERS_H

#include "grader/result.h"
#include <stdio.h>

void counters_print(FILE *f, const struct lab_result *r);

// A cell's text: the column's metric of the task, scaled and formatted; a star where a gate on it is unmet.
void counters_cell(const struct pmpp_column *column, const struct task_result *t, char *cell, size_t size);

#endif
