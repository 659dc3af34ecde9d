// What a person reads: verdicts, failures explained, counters, score, timings.
#ifndef PMPP_TABLE_H
#define PMPP_TABLE_H

#include "grader/result.h"
#include <stdio.h>

// How far the table of a result is printed.
struct table {
  bool begun; // its title stands there
  int rows;
};

// The title and those of the first `graded` rows that are not printed yet; none as long as nothing is assessed. colour: escape
// sequences may be used.
void table_rows(FILE *f, const struct lab_result *r, bool colour, int graded, struct table *printed);

// The rest: what is missing of the rows, what went wrong, counters, the score.
void table_end(FILE *f, const struct lab_result *r, bool colour, struct table *printed);

// All of it.
void table_print(FILE *f, const struct lab_result *r, bool colour);

// The timings: what the machine is, then the lines of each row as it is measured (one an implementation and baseline), then
// the legend and the failure texts.
void bench_table_begin(FILE *f, const struct lab_result *r);
void bench_table_row(FILE *f, const struct lab_result *r, int row);
void bench_table_end(FILE *f, const struct lab_result *r);

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
