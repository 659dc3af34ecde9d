// expect: inefficient 2_privatised warp_balance on emu
// fault: one warp of 32 counts the samples of its block.
#define PRIVATE
#define THREADS 1024
#define WORKERS 32
#define TASK    hist_2_privatised
#include "few.cuh" // fault
