// expect: inefficient 3_brent_kung warp_balance on emu
// fault: all threads load, one warp scans the tile: 15 warps wait.
#define EXCLUSIVE
#define TASK scan_3_brent_kung
#include "one_warp.cuh"
