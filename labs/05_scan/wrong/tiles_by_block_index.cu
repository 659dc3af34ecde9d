// expect: hazard 7_look_back deadlock on emu
// fault: [waits] block b takes tile b: it may wait for a block that never starts.
#define BY_BLOCK_INDEX
#include "small_tiles.cuh"
