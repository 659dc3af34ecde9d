// Lab 07, the reference: two ways to merge, a merge sort, three radix sorts, a bitonic sort and
// two uses of them.
//
// Every stage names the counter that it moves. The handout's table has the numbers of a whole run.
#include "given.cuh"
#include "sort.h"

//   1 merge_ranges     a thread finds by binary search where its 16 outputs begin in a and in b, and merges
//                      from there. Neighbouring threads read 16 records apart: excess sectors.
#include "solution/1_merge_sequential_ranges.cuh"
//   2 merge_tiled      a block finds its tile by binary search and loads it side by side into shared
//                      memory. Its threads search and merge there. Excess sectors nearly vanish, and every
//                      record is loaded once.
#include "solution/2_merge_tiled.cuh"
//   3 merge_sort       tiles are sorted in registers and shared memory. Then passes merge pairs of runs: 8n
//                      bytes a pass, ceil(log2(n / tile)) passes.
#include "solution/3_merge_sort.cuh"
//   4 radix_1bit       no comparisons: in each of 32 passes, a scan puts keys with a 0 in the bit before keys
//                      with a 1. 12n bytes a pass.
#include "solution/4_radix_1bit.cuh"
//   5 radix_4bit       a pass takes 4 bits: 8 passes. Each tile is sorted by the 4 bits before it is stored,
//                      so that a warp's keys go to few places: sectors per store fall.
#include "solution/5_radix_4bit.cuh"
//   6 radix_onesweep   8 bits: 4 passes. Each pass loads the keys once, because tiles look back
//                      (lab 05): 36n bytes.
#include "solution/6_radix_onesweep.cuh"
//   7 bitonic          a network: the compared places do not depend on the data. Distances below a warp are
//                      shuffles, without shared memory.
#include "solution/7_bitonic.cuh"
//   8 float_keys       floats and signed integers, mapped to unsigned numbers of the same order:
//                      no more bytes.
#include "solution/8_float_keys.cuh"
//   9 pairs            the values follow their keys through the same four passes: 68n bytes.
#include "solution/9_pairs.cuh"
