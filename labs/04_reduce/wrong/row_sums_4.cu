// expect: inefficient 4_first_add shared_load_requests on emu
// fault: each lane adds up all words of its warp: 32 times the additions, and a load for each.
#define EACH 2
#define TASK reduce_4_first_add
#include "row_sums.cuh"
