// expect: inefficient 4_sklansky simt_efficiency on emu
// fault: all threads load, one adds up: 31 lanes of its warp and 15 warps wait.
#define TASK scan_4_sklansky
#include "one_thread.cuh"
