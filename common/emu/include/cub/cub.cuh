// CUB's primitives of warps and blocks. Its algorithms over the whole device are not part of the emulator.
#ifndef EMU_CUB_CUH
#define EMU_CUB_CUH

#include "block/block_reduce.cuh"
#include "block/block_scan.cuh"
#include "warp/warp_reduce.cuh"
#include "warp/warp_scan.cuh"

#endif
