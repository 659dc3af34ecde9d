// expect: inefficient 3_coarsened warp_exchanges on emu
// fault: no atomic a sample, but 256 votes of the warp for 32 samples.
#define TASK hist_3_coarsened
#define BLOCKS
#include "vote_a_bin.cuh"
