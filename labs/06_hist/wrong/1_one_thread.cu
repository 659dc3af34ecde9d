// expect: inefficient 1_global_atomics simt_efficiency on emu
// fault: one thread counts all samples.
#define ONE_BLOCK
#define THREADS 1
#define WORKERS 1
#define TASK    hist_1_global_atomics
#include "few.cuh" // fault
