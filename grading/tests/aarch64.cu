// What compilers and processors decide differently: contraction, the sign of char, shifts, conversions, divisions, atomics.
#include <atomic>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void arithmetic(const float *x, const char *c, const int *n, float *f, int *i) {
  int t = threadIdx.x;
#ifdef SPOILT
  f[t] = fmaf(x[t], x[t], -1.0f);
  if (t < 16) f[t] += (float)(1 << n[t] + 32);
#else
  f[t] = x[t] * x[t] - 1.0f; // two roundings
#endif
  i[t] = c[t] >> 1; // of a signed number
  i[32 + t] = 1 << n[t];
  i[64 + t] = (int)(x[t] * 1e10f);
}

__global__ void divided(const int *n, int *i) {
  int by = n[threadIdx.x] + 1;
  if (threadIdx.x < 31) i[96 + threadIdx.x] = 100 / by;
}

__global__ void sum(const int *n, int *total, unsigned *most) {
  __shared__ int s[64];
  s[threadIdx.x] = n[threadIdx.x % 32] + blockIdx.x;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(total, s[0]);
  atomicMax(most, __shfl_xor_sync(0xffffffffu, threadIdx.x, 5));
}

__global__ void spoilt(int *out, int n) {
  out[threadIdx.x] = 7 << n; // told: the amount is the width
}

__device__ __noinline__ int deep(int n) {
  volatile int local[64];
  local[n % 64] = n;
  return n > 0 ? deep(n - 1) + local[n % 64] : 0;
}
__global__ void recursion(int *out) {
  out[threadIdx.x] = deep(100 + threadIdx.x);
}

struct data {
  float x[32], f[32];
  char c[32];
  int n[32], i[128], total;
  unsigned most;
};

int main() {
  data *d;
  cudaMallocManaged(&d, sizeof *d);
  for (int t = 0; t < 32; t++) {
    d->x[t] = 1.0f + t / 4096.0f;
    d->c[t] = (char)(128 + 3 * t);
    d->n[t] = t;
  }
  for (int &i : d->i) i = 0;
  d->total = d->most = 0;
  arithmetic<<<1, 32>>>(d->x, d->c, d->n, d->f, d->i);
  divided<<<1, 32>>>(d->n, d->i);
  sum<<<5, 64>>>(d->n, &d->total, &d->most);
  cudaDeviceSynchronize();
  for (int t = 0; t < 32; t++)
    printf("%a %d %d %d %d\n", d->f[t], d->i[t], d->i[32 + t], d->i[64 + t], d->i[96 + t]);
  spoilt<<<1, 32>>>(d->i, 32);
  recursion<<<1, 32>>>(d->i + 32);
  cudaDeviceSynchronize();
  std::atomic<int> host(d->i[0]);
  host += d->i[63];
  printf("%d %u %d\n", d->total, d->most, host.load());
  cudaFree(d);
}
