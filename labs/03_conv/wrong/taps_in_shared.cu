// expect: inefficient 2_constant_memory constant_load_requests on emu
// fault: the taps are in shared memory: no load requests in the loop, and no constant memory.
#include "conv.h"
#define conv_2_constant_memory reference
#include "../solution.cu"
#undef conv_2_constant_memory

static __global__ void shared_taps(const float *in, int64_t n, const float *filter, int radius, float *out) {
  __shared__ float s[2 * CONV_MAX_RADIUS_1D + 1]; // fault
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (threadIdx.x <= 2 * radius) s[threadIdx.x] = filter[threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * radius && i < n; k++) {
    int64_t j = i - radius + k;
    if (j >= 0 && j < n) sum += s[k] * in[j];
  }
  if (i < n) out[i] = sum;
}

int conv_2_constant_memory(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > 0) shared_taps<<<blocks_for(n, BLOCK), BLOCK>>>(in, n, filter, radius, out);
  return cudaGetLastError();
}
