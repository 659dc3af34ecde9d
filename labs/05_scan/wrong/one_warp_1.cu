// expect: inefficient 1_hillis_steele warp_balance on emu
// fault: all threads load, one warp scans the tile: 15 warps wait.
#define TASK scan_1_hillis_steele
#include "one_warp.cuh"
