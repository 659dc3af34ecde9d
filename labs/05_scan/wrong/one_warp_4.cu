// expect: inefficient 4_sklansky warp_balance on emu
// fault: all threads load, one warp scans the tile: 15 warps wait.
#define TASK scan_4_sklansky
#include "one_warp.cuh"
