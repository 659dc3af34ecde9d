// expect: hazard 7_look_back deadlock on emu
// fault: [waits] block b takes tile b, and a whole warp polls: where not all blocks are on the device at once, they wait for others that have not begun.
#define BY_BLOCK_INDEX
#include "classic_look_back.cuh"
