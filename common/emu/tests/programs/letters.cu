// prints: 224
// A program's macros of one capital letter stand in front of the headers, as they do in many a program.
#define A 7
#define B 1
#define C 2
#define D 3
#define F 4
#define G 5
#define I 6
#define K 8
#define L 9
#define M 10
#define N 1024
#define P 11
#define R 12
#define T 32
#define U 13
#define V 14
#define X 15
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <mma.h>

__global__ void add(int *x) {
  if (threadIdx.x < T) atomicAdd(x, A << (N >> 12));
}

int main() {
  int *x, h = 0;
  cudaMalloc(&x, sizeof *x);
  cudaMemset(x, 0, sizeof *x);
  add<<<1, 64>>>(x);
  cudaMemcpy(&h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(x);
}
