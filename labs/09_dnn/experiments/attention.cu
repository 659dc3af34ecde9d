// Experiment: how many bytes does attention move with the matrix of scores in memory, and how many without it?
//
//   build/bin/emucc labs/09_dnn/experiments/attention.cu -Icommon -o attention && ./attention
//
// Without it: stage 10 of your starter.cu. With it: a product in tiles of 16 x 16, stage 1, another product. One head of size
// 64, as many queries as keys. Counted are KiB.
#include "../starter.cu"
#include <cstdio>
#include <cstdlib>
#ifdef __PMPP_EMU__
#include <emu/emu.h>
#endif

enum { SIZE = 64, EDGE = 16 };

static void check(int error) {
  if (error == 0) return;
  fprintf(stderr, "attention: %s\n",
          error == PMPP_TODO ? "a stage is still to be written" : cudaGetErrorString((cudaError_t)error));
  exit(1);
}

// scores[i][j] = q[i] k[j] / sqrt(SIZE)
__global__ void products_of_pairs(const dnn_half *q, const dnn_half *k, int tokens, float *scores) {
  __shared__ float left[EDGE][EDGE + 1], right[EDGE][EDGE + 1];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * EDGE, j = blockIdx.x * EDGE;
  float sum = 0;
  for (int d = 0; d < SIZE; d += EDGE) {
    left[y][x] = __half2float(q[(i + y) * SIZE + d + x]);
    right[y][x] = __half2float(k[(j + y) * SIZE + d + x]);
    __syncthreads();
    for (int l = 0; l < EDGE; l++) sum += left[y][l] * right[x][l];
    __syncthreads();
  }
  scores[(i + y) * tokens + j + x] = sum / 8;
}

// out = shares v
__global__ void sums_of_values(const float *shares, const dnn_half *v, int tokens, dnn_half *out) {
  __shared__ float left[EDGE][EDGE + 1], right[EDGE][EDGE + 1];
  int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * EDGE, column = blockIdx.x * EDGE + x;
  float sum = 0;
  for (int j = 0; j < tokens; j += EDGE) {
    left[y][x] = shares[(i + y) * tokens + j + x];
    right[y][x] = __half2float(v[(j + y) * SIZE + column]);
    __syncthreads();
    for (int l = 0; l < EDGE; l++) sum += left[y][l] * right[l][x];
    __syncthreads();
  }
  out[(i + y) * SIZE + column] = __float2half(sum);
}

// KiB that were loaded and stored since the last call.
static double kib() {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
#ifdef __PMPP_EMU__
  double counted = emu_metric_value(&emu_report_get()->total, EMU_global_bytes);
  emu_report_reset();
  return counted / 1024;
#else
  return 0;
#endif
}

int main() {
#ifndef __PMPP_EMU__
  printf("On a GPU this program counts nothing itself: run it under ncu.\n");
#endif
  dim3 block(EDGE, EDGE);
  printf("tokens  q, k, v, out  with the matrix  without it  causal\n");
  for (int tokens = 64; tokens <= 512; tokens *= 2) {
    dnn_half *rows;
    float *matrix, *mask;
    check(cudaMalloc(&rows, 4 * tokens * SIZE * sizeof *rows));
    check(cudaMalloc(&matrix, 2 * tokens * tokens * sizeof *matrix));
    check(cudaMalloc(&mask, tokens * sizeof *mask));
    check(cudaMemset(rows, 0, 4 * tokens * SIZE * sizeof *rows));
    check(cudaMemset(mask, 0, tokens * sizeof *mask));
    dnn_half *q = rows, *k = q + tokens * SIZE, *v = k + tokens * SIZE, *out = v + tokens * SIZE;
    float *shares = matrix + tokens * tokens;
    kib();
    products_of_pairs<<<dim3(tokens / EDGE, tokens / EDGE), block>>>(q, k, tokens, matrix);
    check(dnn_1_softmax_three_passes(matrix, tokens, tokens, shares));
    sums_of_values<<<dim3(SIZE / EDGE, tokens / EDGE), block>>>(shares, v, tokens, out);
    double unfused = kib();
    check(dnn_10_attention(q, k, v, mask, 1, tokens, tokens, SIZE, 0, out));
    double fused = kib();
    check(dnn_10_attention(q, k, v, mask, 1, tokens, tokens, SIZE, 1, out));
    printf("%6d %13d %16.0f %11.0f %7.0f\n", tokens, 4 * tokens * SIZE * 2 / 1024, unfused, fused, kib());
    check(cudaFree(rows));
    check(cudaFree(matrix));
    check(cudaFree(mask));
  }
}
