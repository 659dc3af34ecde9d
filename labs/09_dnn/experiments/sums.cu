// Experiment: a row's sum, added up element by element in halves, in bfloat16 and in fp32.
//
//   build/bin/emucc labs/09_dnn/experiments/sums.cu -o sums && ./sums
//
// The elements are 1/64, which all three formats hold exactly.
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

static void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  fprintf(stderr, "sums: %s\n", cudaGetErrorString(error));
  exit(1);
}

__global__ void add_up(int n, float *sums) {
  const float x = 1.0f / 64;
  __half half_sum = __float2half(0);
  __nv_bfloat16 bfloat16_sum = __float2bfloat16(0);
  float sum = 0;
  for (int i = 0; i < n; i++) {
    half_sum = __hadd(half_sum, __float2half(x));
    bfloat16_sum = __hadd(bfloat16_sum, __float2bfloat16(x));
    sum += x;
  }
  sums[0] = __half2float(half_sum), sums[1] = __bfloat162float(bfloat16_sum), sums[2] = sum;
}

int main() {
  float *sums, got[3];
  check(cudaMalloc(&sums, sizeof got));
  printf("elements     half  bfloat16     fp32\n");
  for (int n = 64; n <= 16384; n *= 4) {
    add_up<<<1, 1>>>(n, sums);
    check(cudaGetLastError());
    check(cudaMemcpy(got, sums, sizeof got, cudaMemcpyDeviceToHost));
    printf("%8d %8g %9g %8g\n", n, got[0], got[1], got[2]);
  }
  check(cudaFree(sums));
}
