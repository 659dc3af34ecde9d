// Lab 02 as the worker sees it: which contract function serves which task.
#include "gemm.h"
#include "worker/matrix_map.h"
#include "worker/worker.h"

// Arguments: a, b, c. Parameters: m, n, k. Real numbers: alpha, beta.
#define GEMM                                                                                                 \
  f((int)io->param[0], (int)io->param[1], (int)io->param[2], (float)io->real[0], io->arg[0], io->arg[1],     \
    (float)io->real[1], io->arg[2])

#define CALLS(RUN, TWO, AFTER)                                                                               \
  RUN(gemm, 1_naive, GEMM)                                                                                   \
  RUN(gemm, 2_coalesced, GEMM)                                                                               \
  RUN(gemm, 3_shared_tile, GEMM)                                                                             \
  RUN(gemm, 4_tile_1d, GEMM)                                                                                 \
  RUN(gemm, 5_tile_2d, GEMM)                                                                                 \
  RUN(gemm, 6_vectorised, GEMM)                                                                              \
  RUN(gemm, 7_double_buffer, GEMM)                                                                           \
  RUN(gemm, 8_warp_tile, GEMM)                                                                               \
  RUN(gemm, 9_tensor_core, GEMM)                                                                             \
  RUN(gemm, 10_split_tf32, GEMM)
PMPP_CALLS(CALLS);

int gemm_map_encode(gemm_map *map, const gemm_half *matrix, int rows, int columns, int box_rows,
                    int box_columns) {
  return pmpp_map_matrix(map, PMPP_MAP_F16, matrix, rows, columns, box_rows, box_columns);
}

int gemm_map_encode_floats(gemm_map *map, const float *matrix, int rows, int columns, int box_rows,
                           int box_columns) {
  return pmpp_map_matrix(map, PMPP_MAP_F32, matrix, rows, columns, box_rows, box_columns);
}
