// Lab 05, the reference: five ways to scan a tile, two to scan a whole array, and two uses of a scan.
//
// Every stage names the counter that it moves, for a tile of 512 elements. The handout's table has
// the numbers of a whole run.
#include "scan.h"
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include "solution/common.cuh"

//   1 hillis_steele      each element adds the element 1, 2, 4, ... before it, from one buffer to another: 9
//                        steps, 10 barriers, and all warps store in each step.
#include "solution/1_hillis_steele.cuh"
//   2 kogge_stone        one buffer, and each thread keeps its sum in a register: a step loads one word
//                        instead of two. The price is a second barrier a step.
#include "solution/2_kogge_stone.cuh"
//   3 brent_kung         a tree up and a tree down: 2 additions an element instead of 8. Shared stores fall
//                        to half, but there are 18 steps.
#include "solution/3_brent_kung.cuh"
//   4 sklansky           9 steps again; in each, half of the elements add: 10 barriers.
#include "solution/4_sklansky.cuh"
//   5 warp_shuffle       warps scan in registers, and only their sums go through shared memory: 2 barriers, a
//                        fifth of the shared stores.
#include "solution/5_warp_shuffle.cuh"
//   6 three_phase        scan tiles, scan their sums, add the sums: any n, but every element is
//                        loaded and stored twice.
#include "solution/6_three_phase.cuh"
//   7 look_back          one pass: a tile gets the sum before it from the tiles before it. 8n bytes.
#include "solution/7_look_back.cuh"
//   8 stream_compaction  the same pass: tiles publish how many elements they keep, and the sums are places.
#include "solution/8_stream_compaction.cuh"
//   9 csr_build          count, then scan as in stage 7: row pointers.
#include "solution/9_csr_build.cuh"
