// The contract of lab 02: ten matrix products, each a step on the way from the definition to the machine's limit.
#ifndef GEMM_H
#define GEMM_H

#include "worker/contract.h"

#ifdef __cplusplus
#include <cuda_fp16.h>
typedef __half gemm_half;
#else
typedef uint16_t gemm_half; // the bits of one
#endif

PMPP_CONTRACT_BEGIN

// C = alpha A B + beta C, with A of m x k, B of k x n and C of m x n elements, as cublasSgemm defines it.
//
// Row-major and packed: A[i][l] is a[i * k + l], B[l][j] is b[l * n + j], C[i][j] is c[i * n + j]. m and n are at
// least 1 and at most 2^20, so that blocks 32 high, or higher, need no more than half of the 65535 that a grid may have
// in y. k is at least 0 (then A B is 0, and a and b point to nothing). m n, m k and k n are below 2^31, so that an int
// can be an index. beta = 0 does not read C, which may then hold anything, NaN included.
//
// a, b and c are device pointers aligned to 256 bytes; they do not overlap, and a and b are not changed. A row
// therefore begins at a multiple of 16 bytes if its length is a multiple of four floats (eight halves), and otherwise
// only some do.
// The functions only launch kernels on the default stream: they do not allocate, copy or synchronise.
// They return 0, or the cudaError_t of a launch that failed.
//
// Terms may be added in any order, with or without fused multiply-add, in fp32 and no less.
int gemm_1_naive(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c);
int gemm_2_coalesced(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c);
int gemm_3_shared_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c);
int gemm_4_tile_1d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c);
int gemm_5_tile_2d(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c);
int gemm_6_vectorised(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c);
int gemm_7_double_buffer(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                         float *c);
int gemm_8_warp_tile(int m, int n, int k, float alpha, const float *a, const float *b, float beta, float *c);

// The same with halves in A and B. A product of two halves is exact in fp32; the sums and C are fp32.
int gemm_9_tensor_core(int m, int n, int k, float alpha, const gemm_half *a, const gemm_half *b, float beta,
                       float *c);

// Like stages 1 to 8, with the error of an fp32 sum, and by tensor cores. The elements of A and B are 0, or between
// 2^-100 and 2^127 in magnitude (an infinity has no two parts).
int gemm_10_split_tf32(int m, int n, int k, float alpha, const float *a, const float *b, float beta,
                       float *c);

// Given, for stages 9 and 10 on a device of compute capability 9.0: describes the row-major matrix of `rows` x
// `columns` halves to the tensor memory accelerator, which then copies boxes of `box_rows` x `box_columns` into
// shared memory (128-byte swizzle; zeros from beyond the edge). columns must be a multiple of 8, box_columns at
// most 64. Pass the map to the kernel as `const __grid_constant__ gemm_map`.
// Returns 0, or a CUresult; 999 where there is no such driver, as on the emulator.
typedef struct gemm_map {
#ifdef __cplusplus
  alignas(64)
#else
  _Alignas(64)
#endif
      uint64_t opaque[16]; // a CUtensorMap
} gemm_map;
int gemm_map_encode(gemm_map *map, const gemm_half *matrix, int rows, int columns, int box_rows,
                    int box_columns);

// The same for floats, for example C: columns must be a multiple of 4, box_columns at most 32.
int gemm_map_encode_floats(gemm_map *map, const float *matrix, int rows, int columns, int box_rows,
                           int box_columns);

PMPP_CONTRACT_END

#endif
