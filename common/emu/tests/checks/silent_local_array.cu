// Arrays that a compiler keeps in registers or in constant memory: indices that are constants once the loops are
// unrolled, a table that is never written; and a histogram in shared memory.
// prints: 7188
#include <cstdio>
#include <cuda_runtime.h>

template <int N> __device__ float weighted(const float *in, int stride) {
  float tap[N];
  for (int i = 0; i < N; i++) tap[i] = in[i * stride];
  float sum = 0;
  int reversed = N;
  while (reversed > 0) sum += tap[--reversed];
  return sum;
}

__global__ void registers(const float *in, float *out, int n) {
  const int WIDTH = 8;
  float acc[4][WIDTH];
  float2 pair[16];
  int offset[8] = {1, 0, -1, 0, 5, 6, 7, 9}, k = 0;
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < WIDTH; j++) {
      int column = (j + 1) % WIDTH;
      acc[i][column] = in[k++];
    }
  for (int i = 0; i < 16; i++) pair[i ^ 1] = make_float2(in[i], 1);
  for (int t = 0; t < n; t++)
    for (int i = 0; i < 4; ++i)
      for (int j = 0, r = 7; j < 8; j += 2, r--) acc[i][j] += acc[3 - i][r] * pair[2 * i + 1].x;
  float sum = weighted<9>(in, 1) + offset[(threadIdx.x + n) % 8];
  for (int i = 0; i < 4; i++) {
    float(*row)[WIDTH] = &acc[i];
    for (float v : *row) sum += v;
  }
  out[threadIdx.x] = sum;
}

__global__ void histogram(const float *value, int *total) {
  __shared__ int bin[16];
  if (threadIdx.x < 16) bin[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bin[(int)value[threadIdx.x] % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) total[threadIdx.x] = bin[threadIdx.x];
}

int main() {
  float h[64], *in, *out;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  registers<<<1, 32>>>(in, out, 3);
  cudaMemcpy(h, out, sizeof h / 2, cudaMemcpyDeviceToHost);
  histogram<<<1, 64>>>(in, (int *)out);
  printf("%g\n", (double)h[0]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
