// Lab 02 as the worker sees it: which contract function serves which task.
#include "gemm.h"
#include "worker/worker.h"
#include <dlfcn.h>

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

// The driver's cuTensorMapEncodeTiled, found at run time, because a worker is linked without the driver. Numbers:
// CUtensorMapDataType FLOAT16 = 6, FLOAT32 = 7, no interleave = 0, CUtensorMapSwizzle 128B = 3, CUtensorMapL2promotion
// 256B = 3, CUtensorMapFloatOOBfill NONE (zeros) = 0. Sizes begin with the innermost: a row's length.
enum { UNKNOWN = 999, FLOAT16 = 6, FLOAT32 = 7, SWIZZLE_128 = 3, PROMOTE_256 = 3 };

static int encode_map(gemm_map *map, int type, int element_bytes, const void *matrix, int rows, int columns,
                      int box_rows, int box_columns) {
  typedef int encode(gemm_map *, int type, uint32_t rank, void *address, const uint64_t *size,
                     const uint64_t *stride_bytes, const uint32_t *box, const uint32_t *step, int interleave,
                     int swizzle, int promotion, int fill);
  static encode *function;
  if (!function) {
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    if (driver) *(void **)&function = dlsym(driver, "cuTensorMapEncodeTiled");
    if (!function) return UNKNOWN;
  }
  uint64_t size[] = {(uint64_t)columns, (uint64_t)rows}, row_bytes[] = {(uint64_t)element_bytes * columns};
  uint32_t box[] = {(uint32_t)box_columns, (uint32_t)box_rows}, step[] = {1, 1};
  return function(map, type, 2, (void *)(uintptr_t)matrix, size, row_bytes, box, step, 0, SWIZZLE_128,
                  PROMOTE_256, 0);
}

int gemm_map_encode(gemm_map *map, const gemm_half *matrix, int rows, int columns, int box_rows,
                    int box_columns) {
  return encode_map(map, FLOAT16, 2, matrix, rows, columns, box_rows, box_columns);
}

int gemm_map_encode_floats(gemm_map *map, const float *matrix, int rows, int columns, int box_rows,
                           int box_columns) {
  return encode_map(map, FLOAT32, 4, matrix, rows, columns, box_rows, box_columns);
}
