// What a person reads: verdicts, failures explained, counters, score, timings.
#ifndef PMPP_TABLE_H
#define PMPP_TABLE_H

#include "grader/result.h"
#include <stdio.h>

// colour: escape sequences may be used.
void table_print(FILE *f, const struct lab_result *r, bool colour);

// The same failure texts and then the timings: one row an implementation and baseline of each task.
void bench_table_print(FILE *f, const struct lab_result *r);

// One hazard with places and advice, each line indented by `indent` blanks.
void hazard_print(FILE *f, const struct emu_hazard *h, int indent);

// What went wrong with one task: case, expected, got, where, hint, command to repeat.
void explain(FILE *f, const struct lab_result *r, const struct task_result *t);

// s with each line indented.
void print_indented(FILE *f, const char *s, int indent);

// Whether every task failed for one reason before it began, so that saying it once will do.
bool same_message(const struct lab_result *r);

// --list: tasks with points and numbers of cases.
void list_print(FILE *f, const struct pmpp_lab *lab);

#endif
