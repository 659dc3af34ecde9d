// expect: inefficient 2_kogge_stone warp_balance on emu
// fault: all threads load, one warp scans the tile: 15 warps wait.
#define TASK scan_2_kogge_stone
#include "one_warp.cuh"
