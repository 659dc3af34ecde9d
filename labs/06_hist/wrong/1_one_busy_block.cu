// expect: inefficient 1_global_atomics warp_balance on emu
// fault: the first of many blocks counts all samples, the others return.
#define THREADS 256
#define WORKERS 256
#define TASK    hist_1_global_atomics
#include "few.cuh" // fault
