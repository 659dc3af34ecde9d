// expect: inefficient 3_coarsened warp_balance on emu
// fault: one warp of eight counts the samples of its block.
#define PRIVATE
#define BLOCKS_GIVEN
#define THREADS 256
#define WORKERS 32
#define TASK    hist_3_coarsened
#include "few.cuh" // fault
