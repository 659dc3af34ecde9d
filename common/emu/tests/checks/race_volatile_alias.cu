// A warp adds through a volatile pointer after plain reads of the same words, and nothing orders its lanes.
// expect: race-shared kernel=sum at=@step other=@step advice~"put __syncwarp() after each read and after each write"
// expect: race-shared kernel=sum_slow at=@store other=@load advice~"put __syncwarp() after each read and after each write"
// fixed: __syncwarp() stands after each read and after each write.
// prints: 2080 2080
#include <cstdio>
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t >= 32) return;
  float v = s[t] + s[t + 32];
#ifdef FIXED
  __syncwarp();
  for (int d = 16; d > 0; d /= 2) {
    s[t] = v;
    __syncwarp();
    v += s[t + d];
    __syncwarp();
  }
#else
  volatile float *w = s;
  for (int d = 16; d > 0; d /= 2) w[t] = v, v += w[t + d]; // @step
#endif
  if (t == 0) *out = v;
}

// The plain read comes after the volatile ones of other lanes.
__global__ void sum_slow(const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t >= 32) return;
  volatile float *w = s;
  for (int d = 32; d > 0; d /= 2) {
    float other = w[t + d]; // @load
    float v = s[t] + other;
#ifdef FIXED
    __syncwarp();
#endif
    w[t] = v; // @store
#ifdef FIXED
    __syncwarp();
#endif
  }
  if (t == 0) *out = s[0];
}

int main() {
  float h[64], r[2], *a, *b;
  for (int i = 0; i < 64; i++) h[i] = i + 1;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof r);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(a, b);
  sum_slow<<<1, 64>>>(a, b + 1);
  cudaMemcpy(r, b, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g %g\n", (double)r[0], (double)r[1]);
  cudaFree(a);
  cudaFree(b);
}
