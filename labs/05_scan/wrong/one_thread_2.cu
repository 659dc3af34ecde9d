// expect: inefficient 2_kogge_stone simt_efficiency on emu
// fault: all threads load, one adds up: 31 lanes of its warp and 15 warps wait.
#define TASK scan_2_kogge_stone
#include "one_thread.cuh"
