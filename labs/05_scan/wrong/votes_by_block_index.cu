// expect: inefficient 7_look_back global_bytes on emu
// fault: block b takes tile b, and a whole warp asks: all of its blocks are on the device at once, but they poll.
#define BY_BLOCK_INDEX
#include "classic_look_back.cuh"
