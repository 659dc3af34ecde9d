// expect: inefficient 2_kogge_stone shared_load_bytes on emu
// fault: each thread adds up all elements before its own: n^2 / 2 additions a tile.
#define TASK scan_2_kogge_stone
#include "each_adds_all.cuh"
