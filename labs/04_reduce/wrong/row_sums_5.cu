// expect: inefficient 5_unroll_last_warp shared_load_requests on emu
// fault: each lane adds up all words of its warp: 32 times the additions, and a load for each.
#define EACH 2
#define TASK reduce_5_unroll_last_warp
#include "row_sums.cuh"
