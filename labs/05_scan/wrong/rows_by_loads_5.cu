// expect: inefficient 5_warp_shuffle shared_load_bytes on emu
// fault: a lane adds up the words of its warp that lie before its own, from shared memory.
#define ROW 32
#include "rows_by_loads.cuh"
