// expect: inefficient 2_kogge_stone threads on emu
// fault: 64 threads scan runs of eight elements one by one, and add the sums of the runs in front.
#define AS_KOGGE_STONE
#include "runs_of_eight.cuh"
