// expect: inefficient 5_warp_shuffle warp_balance on emu
// fault: all threads load, one warp scans the tile: 15 warps wait.
#define TASK scan_5_warp_shuffle
#include "one_warp.cuh"
