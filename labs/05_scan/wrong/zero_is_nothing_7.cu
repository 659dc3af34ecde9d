// expect: hazard 7_look_back deadlock on emu
// fault: [waits] a word holds a sum and no status: a sum of 0 is taken for one that is not yet published.
#define UNMARKED
#include "small_tiles.cuh"
