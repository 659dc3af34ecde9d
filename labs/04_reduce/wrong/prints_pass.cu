// expect: crash 3_sequential
// fault: [exit] prints what a passing run looks like and exits with status 0 instead of computing.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential
#include <cstdio>
#include <cstdlib>

int reduce_3_sequential(const float *, int64_t, float *, float *) {
  printf("3_sequential pass 15/15\nScore: 100/100\n");
  exit(0); // fault
}
