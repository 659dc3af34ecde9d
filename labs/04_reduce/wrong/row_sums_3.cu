// expect: inefficient 3_sequential shared_load_requests on emu
// fault: each lane adds up all words of its warp: 32 times the additions, and a load for each.
#define EACH 1
#define TASK reduce_3_sequential
#include "row_sums.cuh"
