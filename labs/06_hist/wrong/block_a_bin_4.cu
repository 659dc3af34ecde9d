// expect: inefficient 4_aggregated global_load_bytes on emu
// fault: a block a bin, each of which reads all samples.
#define TASK hist_4_aggregated
#include "block_a_bin.cuh"
