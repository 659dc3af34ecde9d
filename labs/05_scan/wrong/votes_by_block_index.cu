// expect: inefficient 7_look_back global_bytes on emu
// fault: block b takes tile b, and a whole warp polls: all of its blocks are on the device at once, but they wait for each other.
#define BY_BLOCK_INDEX
#include "classic_look_back.cuh"
