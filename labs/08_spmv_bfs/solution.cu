// Lab 08, the reference: a sparse matrix times a vector in seven ways, then breadth-first search in five.
//
// SpMV multiplies each nonzero once and adds: two operations for 8 bytes of matrix. All seven kernels do the
// same multiplications. They differ in the work of each thread, and in the order of the matrix in memory.
#include "bfs_given.cuh"
#include "spmv_bfs.h"
#include "spmv_given.cuh"

//   1 coo_atomic    a thread a nonzero: perfectly balanced, but every product is an atomic addition to y.
#include "solution/1_coo_atomic.cuh"
//   2 csr_scalar    a thread a row: no atomics. Neighbouring lanes read words far apart: sectors a load rise.
//                   Lanes with short rows wait for the longest row of their warp.
#include "solution/2_csr_scalar.cuh"
//   3 csr_vector    a warp a row: neighbouring lanes read neighbouring words of a row. Sectors a load fall.
//                   Rows shorter than a warp leave lanes idle.
#include "solution/3_csr_vector.cuh"
//   4 ell           a thread a row again, but the matrix is padded and lies column by column: coalesced. All
//                   rows are as long as the longest: bytes rise with the padding.
#include "solution/4_ell.cuh"
//   5 jds           rows sorted by length: no padding, and the lanes of a warp have rows of nearly
//                   the same length.
#include "solution/5_jds.cuh"
//   6 hyb           the common part of all rows as in 4, the rest of the long rows as in 1.
#include "solution/6_hyb.cuh"
//   7 csr_merge     every thread has an equal share of rows and nonzeros together.
#include "solution/7_csr_merge.cuh"
// From stage 8 on, BFS: the same matrix, read as a graph.
//   8 vertex_push             a thread a vertex, a launch a level.
#include "solution/8_vertex_push.cuh"
//   9 edge_centric            a thread an edge: active lanes rise, and so do bytes.
#include "solution/9_edge_centric.cuh"
//   10 frontier               a thread for each vertex of the frontier, which is a queue: bytes fall.
#include "solution/10_frontier.cuh"
//   11 privatised_frontier    a queue for each block: global atomics fall, active lanes rise.
#include "solution/11_privatised_frontier.cuh"
//   12 direction_optimising   on large levels, unreached vertices look for the frontier: bytes fall.
#include "solution/12_direction_optimising.cuh"
#include "solution/12_one_launch.cuh"
