// expect: inefficient 2_privatised warp_exchanges on emu
// fault: no atomic a sample, but 256 votes of the warp for 32 samples.
#define TASK hist_2_privatised
#include "vote_a_bin.cuh"
