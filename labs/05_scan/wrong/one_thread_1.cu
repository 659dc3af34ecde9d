// expect: inefficient 1_hillis_steele simt_efficiency on emu
// fault: all threads load, one adds up: 31 lanes of its warp and 15 warps wait.
#define TASK scan_1_hillis_steele
#include "one_thread.cuh"
