// expect: inefficient 1_global_atomics global_load_bytes on emu
// fault: a block a bin, each of which reads all samples.
#define TASK hist_1_global_atomics
#include "block_a_bin.cuh"
