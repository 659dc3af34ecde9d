// What the files of lab 01's grader use of each other.
#ifndef LAB_01_PARTS_H
#define LAB_01_PARTS_H

#include "grader/task.h"

enum { UNIFORM, WHOLE, SPECIAL }; // what the inputs hold
enum { BOTH = PMPP_ON_EMU | PMPP_ON_GPU, GATED = PMPP_ON_EMU | PMPP_GATED };
#define COUNT(a) ((int)(sizeof(a) / sizeof *(a)))
enum { STRUCTS, MASS, VX, VY, VZ, ENERGY };

// cases.c
extern const struct pmpp_case_spec cases_1[17];
extern const struct pmpp_case_spec cases_2[15];
extern const struct pmpp_case_spec cases_3[13];
extern const struct pmpp_case_spec cases_4[29];
extern const struct pmpp_case_spec cases_5[15];
extern const struct pmpp_case_spec cases_6[16];
extern const struct pmpp_case_spec cases_7[14];

// inputs.c
void make_add(struct pmpp_case *c);
void make_add_host(struct pmpp_case *c);
void make_add_blocks(struct pmpp_case *c);
void make_add_misaligned(struct pmpp_case *c);
void make_gray(struct pmpp_case *c);
void make_relu(struct pmpp_case *c);
void make_energy(struct pmpp_case *c);

// golden.c
void exact(struct pmpp_buf *y, const char *why);
void update_add(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_add(struct pmpp_case *c);
void golden_add_host(struct pmpp_case *c);
void update_gray(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_gray(struct pmpp_case *c);
void update_relu(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_relu(struct pmpp_case *c);
void update_energy(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_energy(struct pmpp_case *c);

// mistakes.c
extern const struct pmpp_mistake gray_mistakes[4];
extern const struct pmpp_mistake relu_mistakes[3];
extern const struct pmpp_mistake energy_mistakes[10];

// gates.c
extern const struct pmpp_gate gates_1[2];
extern const struct pmpp_gate gates_2[4];
extern const struct pmpp_gate gates_3[6];
extern const struct pmpp_gate gates_4[4];
extern const struct pmpp_gate gates_5[3];
extern const struct pmpp_gate gates_6[4];
extern const struct pmpp_gate gates_7[4];

#endif
