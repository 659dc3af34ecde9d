// expect: inefficient 3_brent_kung shared_load_bytes on emu
// fault: each thread adds up all elements before its own: n^2 / 2 additions a tile.
#define TASK scan_3_brent_kung
#define EXCLUSIVE
#include "each_adds_all.cuh"
