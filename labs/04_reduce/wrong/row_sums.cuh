// In TASK every lane adds up all 32 words of its warp, and then all sums of the warps: no step of a tree. EACH: elements that a
// thread adds while it loads.
#include "repeat.cuh"

static __global__ void row_sums(const float *in, int64_t n, float *partial) {
  __shared__ float s[BLOCK], of_warp[BLOCK / 32];
  int t = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < EACH; j++) {
    int64_t i = ((int64_t)blockIdx.x * EACH + j) * BLOCK + t;
    if (i < n) sum += in[i];
  }
  s[t] = sum;
  __syncthreads();
  sum = 0;
  for (int j = 0; j < 32; j++) sum += s[t / 32 * 32 + j]; // fault
  if (t % 32 == 0) of_warp[t / 32] = sum;
  __syncthreads();
  sum = 0;
  for (int j = 0; j < BLOCK / 32; j++) sum += of_warp[j];
  if (t == 0) partial[blockIdx.x] = sum;
}

int TASK(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(row_sums, EACH * BLOCK, in, n, scratch, out);
}
