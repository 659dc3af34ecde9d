// prints: 0.25 3 0.75 2 1 -1.25 0 1
// prints: loads 0 stores 3
// What mathematics stores through a pointer is stored in shared and global memory, and counted.
#include <cmath>
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
#include <emu/emu.h>

struct bits {
  unsigned low : 5, high : 27;
};

__global__ void parts(float *out) {
  __shared__ float whole[32], sine[32], cosine[32];
  __shared__ int exponent[32], quotient[32];
  int t = threadIdx.x;
  float part = modff(3.25f, &whole[t]), mantissa = frexpf(3.0f, &exponent[t]);
  float rest = remquof(2.75f, 4.0f, &quotient[t]);
  sincosf(0.0f, &sine[t], &cosine[t]);
  __syncthreads();
  if (t) return;
  out[0] = part, out[1] = whole[31], out[2] = mantissa, out[3] = exponent[31];
  out[4] = quotient[31], out[5] = rest, out[6] = sine[31], out[7] = cosine[31];
}

__global__ void to_global(double *out) {
  int unused;
  modf(1.5, &out[threadIdx.x]);
  (void)frexp(1.5, &unused);
  sincos(1.0, &out[32 + threadIdx.x], &out[64 + threadIdx.x]);
}

__global__ void fields(bits *p) {
  bits b = p[threadIdx.x];
  b.low += 1;
  if (b.high) b.high = b.low;
  p[threadIdx.x] = b;
}

int main() {
  float *x, h[8];
  double *y;
  bits *z;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&y, 96 * sizeof *y);
  cudaMalloc(&z, 32 * sizeof *z);
  cudaMemset(z, 0, 32 * sizeof *z);
  parts<<<1, 32>>>(x);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; i++) printf("%g%s", h[i], i < 7 ? " " : "");
  printf("\n");
  emu_report_reset();
  to_global<<<1, 32>>>(y);
  cudaDeviceSynchronize();
  const uint64_t *v = emu_report_get()->total.v;
  printf("loads %d stores %d\n", (int)v[EMU_global_load_requests], (int)v[EMU_global_store_requests]);
  fields<<<1, 32>>>(z);
  cudaDeviceSynchronize();
  cudaFree(x), cudaFree(y), cudaFree(z);
}
