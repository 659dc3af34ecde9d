// Lab 08, the reference: a sparse matrix times a vector in seven ways, then breadth-first search in five.
//
// SpMV multiplies each nonzero once and adds: two operations for 8 bytes of matrix. All seven kernels do the same
// multiplications; they differ in who does them and in which order the matrix lies in memory.
#include "bfs_given.cuh"
#include "spmv_bfs.h"
#include "spmv_given.cuh"

//   1 coo_atomic    a thread a nonzero. Perfectly balanced, every product goes to y by an atomic addition.
#include "solution/1_coo_atomic.cuh"
//   2 csr_scalar    a thread a row: no atomics. Neighbouring lanes read far-apart words: sectors a load rise; lanes
//                   with short rows wait for the longest of their warp.
#include "solution/2_csr_scalar.cuh"
//   3 csr_vector    a warp a row: a row's words are read by neighbouring lanes. Sectors a load fall; rows shorter than
//                   a warp leave lanes idle.
#include "solution/3_csr_vector.cuh"
//   4 ell           a thread a row again, but the matrix is padded and lies column by column: coalesced, and as long
//                   as the longest row for everyone. Bytes rise with the padding.
#include "solution/4_ell.cuh"
//   5 jds           rows sorted by length: no padding, and the lanes of a warp have rows of nearly the same length.
#include "solution/5_jds.cuh"
//   6 hyb           the common part of all rows as in 4, what is left over of long rows as in 1.
#include "solution/6_hyb.cuh"
//   7 csr_merge     a thread an equal share of rows and nonzeros together, wherever that begins and ends.
#include "solution/7_csr_merge.cuh"
// Then, from 8 on, BFS: the same matrix, read as a graph.
//   8 vertex_push
#include "solution/8_vertex_push.cuh"
//   9 edge_centric
#include "solution/9_edge_centric.cuh"
//   10 frontier
#include "solution/10_frontier.cuh"
//   11 privatised_frontier
#include "solution/11_privatised_frontier.cuh"
//   12 direction_optimising
#include "solution/12_direction_optimising.cuh"
