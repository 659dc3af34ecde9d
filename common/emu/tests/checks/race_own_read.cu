// The thread that writes a word has read it, too, and last: the other access is the other thread's read.
// expect: race-shared kernel=doubled at=@double other=@sum
// expect: race-shared kernel=halved at=@halve other=@first
// expect: race-global kernel=moved at=@move other=@look advice~"lanes of one warp do not run in lockstep: __syncwarp() between the two accesses orders them; if"
// fixed: A barrier stands between the reads and the writes.
// prints: 496 1 63
#include <cstdio>
#include <cuda_runtime.h>

#ifdef FIXED
#define BARRIER __syncthreads()
#else
#define BARRIER
#endif

__global__ void doubled(float *out) {
  __shared__ float q[32];
  int t = threadIdx.x;
  q[t] = t;
  __syncthreads();
  float s = 0;
  for (int i = 0; i < 32 && t == 0; i++) s += q[i]; // @sum
  BARRIER;
  q[t] = q[t] * 2; // @double
  if (t == 0) out[0] = s;
}

__global__ void halved(float *out) { // of two warps
  __shared__ float q[64];
  int t = threadIdx.x;
  q[t] = t + 1;
  __syncthreads();
  float s = t < 32 ? q[63 - t] : 0; // @first
  BARRIER;
  if (t >= 32) q[t] = q[t] / 2 + 1; // @halve
  if (t == 31) out[1] = s - 32;
}

__global__ void moved(float *a, float *out) {
  int t = threadIdx.x;
  float v = t < 31 ? a[t + 1] : 0; // @look
  BARRIER;
  a[t] = a[t] + v; // @move
  __syncwarp();
  if (t == 0) out[2] = a[30];
}

int main() {
  float h[32], r[3], *a, *b;
  for (int i = 0; i < 32; i++) h[i] = i + 1;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof r);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  doubled<<<1, 32>>>(b);
  halved<<<1, 64>>>(b);
  moved<<<1, 32>>>(a, b);
  cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g %g %g\n", (double)r[0], (double)r[1], (double)r[2]);
  cudaFree(a);
  cudaFree(b);
}
