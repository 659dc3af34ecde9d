// expect: crash 2_boundary
// fault: [exit] prints what a grader might print and ends the process with status 0.
#include <stdio.h>
#include <stdlib.h>
#include "vecadd.h"
#define vecadd_2_boundary reference_vecadd_2_boundary
#include "../solution.cu"
#undef vecadd_2_boundary

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  (void)a, (void)b, (void)c, (void)n;
  printf("PASS\nScore: 100/100\n");
  fflush(stdout);
  exit(0); // fault
}
