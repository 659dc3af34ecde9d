// expect: rejected 3_sequential on emu
// fault: [forbidden] ends the grader instead of adding up.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential

extern "C" int sigqueue(int process, int signal, void *value);
extern "C" int getppid(void);

int reduce_3_sequential(const float *, int64_t, float *, float *) {
  return sigqueue(getppid(), 9, nullptr); // fault
}
