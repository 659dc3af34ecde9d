// The outputs that the tests of comparison and hints compare.
#ifndef PMPP_GRADER_TESTS_OUTPUTS_H
#define PMPP_GRADER_TESTS_OUTPUTS_H

#include "grader/judge/compare.h"

enum { N = 1000 };
static float got[N];
static double want[N];
static struct pmpp_buf floats;
static struct difference d;
static struct pattern p;

static void reset(int64_t n) {
  floats = (struct pmpp_buf){.arg = {.name = "y", .type = PMPP_F32, .role = PMPP_OUT, .count = n},
                             .golden = want,
                             .rel_bound = 1e-6,
                             .bound_text = "eps |y|"};
  for (int i = 0; i < N; i++) got[i] = want[i] = 1.5 + i;
}

#endif
