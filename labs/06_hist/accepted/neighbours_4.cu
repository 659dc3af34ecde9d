// expect: pass 4_aggregated
// form: each thread has 32 neighbouring samples, loaded byte by byte.
#include "hist.h"
#include <cuda_runtime.h>

enum { THREADS = 512, EACH = 32 };

__global__ void neighbours_kernel(const uint8_t *in, int64_t n, unsigned *hist) {
  __shared__ unsigned counts[HIST_BINS];
  int64_t first = ((int64_t)blockIdx.x * THREADS + threadIdx.x) * EACH,
          end = first + EACH < n ? first + EACH : n;
  if (threadIdx.x < HIST_BINS) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int64_t i = first; i < end;) {
    unsigned value = in[i], run = 1;
    while (++i < end && in[i] == value) run++;
    atomicAdd(&counts[value], run);
  }
  __syncthreads();
  if (threadIdx.x < HIST_BINS && counts[threadIdx.x]) atomicAdd(&hist[threadIdx.x], counts[threadIdx.x]);
}

int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  cudaError_t error = cudaMemsetAsync(hist, 0, HIST_BINS * sizeof(unsigned));
  if (error != cudaSuccess || n == 0) return error;
  neighbours_kernel<<<(unsigned)((n + THREADS * EACH - 1) / (THREADS * EACH)), THREADS>>>(in, n, hist);
  return cudaGetLastError();
}
