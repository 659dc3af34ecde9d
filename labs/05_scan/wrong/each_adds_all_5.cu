// expect: inefficient 5_warp_shuffle shared_load_bytes on emu
// fault: each thread adds up all elements before its own: n^2 / 2 additions a tile.
#define TASK scan_5_warp_shuffle
#include "each_adds_all.cuh"
