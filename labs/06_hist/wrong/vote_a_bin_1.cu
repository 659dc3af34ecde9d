// expect: inefficient 1_global_atomics warp_exchanges on emu
// fault: no atomic a sample, but 256 votes of the warp for 32 samples.
#define TASK hist_1_global_atomics
#include "vote_a_bin.cuh"
