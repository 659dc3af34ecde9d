// What the commands share: the run as it was asked for, its rows, its workers and its output.
#ifndef PMPP_PROGRAM_H
#define PMPP_PROGRAM_H

#include "grader/bench/bench.h"
#include "grader/cli/options.h"
#include "grader/judge/grade.h"
#include "grader/output/table.h"
#include "grader/submission/build.h"
#include <stdio.h>

struct program {
  struct grader_config config;
  struct options options;
  char *name; // how to call this program again, from the project's root
  char *header_path;
  struct implementation impl;
  struct grading grading;
  struct lab_result result;
  struct table table; // as far as it is printed
  char *header;
};

// The commands, a file each. They return the exit status.
int command_grade(struct program *p);
int command_bench(struct program *p);
int command_build(struct program *p);
int command_save(struct program *p);
int command_check_wrong(struct program *p);
int command_image(struct program *p);
int command_lines(struct program *p);
int command_bugs(struct program *p);
int command_program(struct program *p);

// The case of this label, or of this number, from 1, among those that the backend runs with or without --large; -1: there is none.
int find_case(const struct pmpp_task *task, enum backend backend, bool large, const char *name);

// The same for the case that --case names.
int the_case(const struct program *p, const struct pmpp_task *task, enum backend backend);

// Adds a row to the result for each selected task; in `bench` one for each of its timed cases.
void add_rows(struct program *p, enum backend backend);

// All rows of a backend, but for those that are not assessed, get the same verdict and words.
void set_all(struct lab_result *r, enum backend backend, enum verdict v, const char *message);

// False: there is no device, and the rows of the GPU are not assessed.
bool need_gpu(struct program *p);

// The first variant of the implementation: a baseline has some, others have one without a name (NULL).
const char *first_variant(const struct program *p);

// What a build that did not succeed makes of every row of the backend.
void set_not_built(struct program *p, enum backend backend, enum build_outcome outcome, const char *why);

// The path of the implementation's worker, compiled if needed; on a GPU the device is taken. NULL: set_not_built was
// called. Free it.
char *ready_worker(struct program *p, enum backend backend);

// Whether the lab has libraries to be measured beside, and their source is here (a handout has none).
bool has_libraries(const struct program *p);

// The lab's baseline of this name, compiled if needed; where it cannot be, the trouble says why. Its texts stay.
struct candidate build_library(const struct program *p, const char *name);

// Has the emulator find the faults of planted.cu, and says so on stderr; ends the grader with status 99 where one is missed,
// or a right kernel is accused.
void find_planted(const struct program *p);

// Grades every selected task on the backend.
void grade_on(struct program *p, enum backend backend);

// Runs an ordinary program, with this environment (NULL: the grader's own), to its end. Its exit status; -1: a signal ended it.
int run_plainly(const char *const *argv, char *const *env);

// Where tables go: standard output, unless the JSON goes there.
FILE *table_stream(const struct program *p);

// Scores the result, prints its table and writes its JSON.
void output(struct program *p);

#endif
