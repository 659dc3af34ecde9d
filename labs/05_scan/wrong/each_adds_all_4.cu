// expect: inefficient 4_sklansky shared_load_bytes on emu
// fault: each thread adds up all elements before its own: n^2 / 2 additions a tile.
#define TASK scan_4_sklansky
#include "each_adds_all.cuh"
