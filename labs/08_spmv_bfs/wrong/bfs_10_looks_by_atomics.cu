// expect: inefficient 10_frontier global_atomics on emu
// fault: levels are read by atomics, again and again.
#define LOOKS 16
#include "bfs_looks_by_atomics.cuh"
