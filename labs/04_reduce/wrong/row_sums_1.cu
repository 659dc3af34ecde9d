// expect: inefficient 1_interleaved shared_load_requests on emu
// fault: each lane adds up all words of its warp: 32 times the additions, and a load for each.
#define EACH 1
#define TASK reduce_1_interleaved
#include "row_sums.cuh"
