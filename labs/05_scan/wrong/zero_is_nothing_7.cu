// expect: hazard 7_look_back deadlock on emu
// fault: a word holds a sum and no mark that it is there: a sum of 0 is taken for one that nobody has told yet.
#define UNMARKED
#include "small_tiles.cuh"
