// expect: inefficient 5_warp_shuffle simt_efficiency on emu
// fault: all threads load, one adds up: 31 lanes of its warp and 15 warps wait.
#define TASK scan_5_warp_shuffle
#include "one_thread.cuh"
