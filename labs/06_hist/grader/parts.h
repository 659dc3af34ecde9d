// What the files of lab 06's grader use of each other.
#ifndef LAB_06_PARTS_H
#define LAB_06_PARTS_H

#include "grader/task.h"
#include "hist.h"

// ---- distributions ----------------------------------------------------------------------------------------

enum variant {
  UNIFORM,
  ZIPF,    // the value of rank r has weight 1 / r; the ranks are scattered over the bins
  ONE_BIN, // every sample the same
  SORTED,  // ascending, every value equally often
  TEXT,    // English words
  PICTURE, // smooth areas and edges, a little noise
  EDGES,   // both sides of every level, and values that belong to no bin
  LAST,    // only the last sample is not 0
  BETWEEN, // 5 samples of 30, 55040 of 90, the rest of 200. With 70006, 255 x 55040 / 70001 = 200 + 35000 / 70001: floats
           // make 200 1/2 of it
};

enum { BYTES, WORDS, FLOATS }; // param[1]

// ---- cases ------------------------------------------------------------------------------------------------

enum { IN, HIST }; // the arguments of tasks 1 to 6

// distributions.c
int type_of(const struct pmpp_case *c);
int bytes_of(const struct pmpp_case *c);
void fill_zipf(int bins, uint64_t seed);
void fill(uint32_t *x, int64_t n, int64_t first, int64_t total, int variant, bool whole_words,
          uint64_t *state, const char **rest);
int bins_of(const struct pmpp_case *c);
float lower_of(const struct pmpp_case *c);
float upper_of(const struct pmpp_case *c);
int64_t bin_of(const struct pmpp_case *c, uint32_t bits);
uint32_t between_levels(const struct pmpp_case *c, uint32_t part);
uint32_t edge(const struct pmpp_case *c, uint64_t random);

// cases.c
extern const struct pmpp_case_spec byte_cases[19];
extern const struct pmpp_case_spec cases_2[20];
extern const struct pmpp_case_spec vector_cases[26];
extern const struct pmpp_case_spec cases_3[17];
extern const struct pmpp_case_spec cases_5[27];
extern const struct pmpp_case_spec cases_6[52];
extern const struct pmpp_case_spec cases_7[14];

// inputs.c
void make(struct pmpp_case *c);
void make_blocks(struct pmpp_case *c);
void make_equalise(struct pmpp_case *c);

// golden.c
void golden(struct pmpp_case *c);
void update(struct pmpp_case *c, int arg, int64_t i, uint64_t old);
void golden_equalise(struct pmpp_case *c);
void update_equalise(struct pmpp_case *c, int arg, int64_t i, uint64_t old);

// mistakes.c
extern const struct pmpp_mistake byte_mistakes[4];
extern const struct pmpp_mistake blocks_mistakes[4];
extern const struct pmpp_mistake vector_mistakes[4];
extern const struct pmpp_mistake equalise_mistakes[2];

// gates.c
extern const struct pmpp_gate gates_1[8];
extern const struct pmpp_gate gates_2[8];
extern const struct pmpp_gate gates_3[7];
extern const struct pmpp_gate gates_4[9];

// gates_bins.c
extern const struct pmpp_gate gates_5[6];
extern const struct pmpp_gate gates_6[6];
extern const struct pmpp_gate gates_7[7];

#endif
