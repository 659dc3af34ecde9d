// expect: inefficient 1_global_atomics threads on emu
// fault: one block counts all samples.
#define ONE_BLOCK
#define THREADS 256
#define WORKERS 256
#define TASK    hist_1_global_atomics
#include "few.cuh" // fault
