// expect: inefficient 1_hillis_steele shared_load_bytes on emu
// fault: each thread adds up all elements before its own: n^2 / 2 additions a tile.
#define TASK scan_1_hillis_steele
#include "each_adds_all.cuh"
