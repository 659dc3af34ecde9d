// What the files of lab 10's grader use of each other.
#ifndef LAB_10_PARTS_H
#define LAB_10_PARTS_H

#include "cluster.h"
#include "grader/task.h"

enum { N, CHUNK };             // places in size, and in param: task 1
enum { ROWS, COLUMNS, STEPS }; // task 2
enum { X, Y };                 // buffers: task 1
enum { IN, HALOS, SCRATCH, OUT, BORDERS };

// cases.c
extern const struct pmpp_case_spec overlap_cases[11];
extern const struct pmpp_case_spec boundary_cases[12];

// inputs.c
void make_overlap(struct pmpp_case *c);
void make_boundary(struct pmpp_case *c);

// golden.c
void golden_overlap(struct pmpp_case *c);
void golden_boundary(struct pmpp_case *c);
extern const struct pmpp_mistake overlap_mistakes[1];
extern const struct pmpp_mistake boundary_mistakes[6];

// gates.c
extern const struct pmpp_gate gates_1[2];
extern const struct pmpp_gate gates_2[3];

#endif
