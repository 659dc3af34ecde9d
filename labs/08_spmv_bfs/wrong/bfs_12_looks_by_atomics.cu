// expect: inefficient 12_direction_optimising global_atomics on emu
// fault: levels are read by atomics, again and again.
#define LOOKS 96
#include "bfs_looks_by_atomics.cuh"
