// expect: inefficient 3_brent_kung simt_efficiency on emu
// fault: all threads load, one adds up: 31 lanes of its warp and 15 warps wait.
#define EXCLUSIVE
#define TASK scan_3_brent_kung
#include "one_thread.cuh"
