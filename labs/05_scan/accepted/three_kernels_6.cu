// expect: pass 6_three_phase
// form: PMPP, 4th edition, section 11.6: sections of 1024, one block scans their sums in a loop, a third kernel adds.
#include "scan.h"
#include <cuda_runtime.h>

enum { SECTION = 1024 };

static __device__ float section_scan(float x, float *s) {
  int t = threadIdx.x;
  s[t] = x;
  for (int stride = 1; stride < SECTION; stride *= 2) {
    __syncthreads();
    float sum;
    if (t >= stride) sum = s[t] + s[t - stride];
    __syncthreads();
    if (t >= stride) s[t] = sum;
  }
  __syncthreads();
  return s[t];
}

__global__ void scan_sections(const float *in, int64_t n, float *out, float *sums) {
  __shared__ float s[SECTION];
  int64_t i = (int64_t)blockIdx.x * SECTION + threadIdx.x;
  float x = section_scan(i < n ? in[i] : 0, s);
  if (i < n) out[i] = x;
  if (threadIdx.x == SECTION - 1) sums[blockIdx.x] = x;
}

// One block carries the sum from one section of sums to the next.
__global__ void scan_sums_in_place(float *sums, int64_t n) {
  __shared__ float s[SECTION];
  __shared__ float carry;
  if (threadIdx.x == 0) carry = 0;
  for (int64_t first = 0; first < n; first += SECTION) {
    __syncthreads();
    int64_t i = first + threadIdx.x;
    float x = section_scan(i < n ? sums[i] : 0, s) + carry;
    if (i < n) sums[i] = x;
    __syncthreads();
    if (threadIdx.x == SECTION - 1) carry = x;
  }
}

__global__ void add_sums(float *out, int64_t n, const float *sums) {
  int64_t i = (int64_t)blockIdx.x * SECTION + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int scan_6_three_phase(const float *in, int64_t n, float *scratch, float *out) {
  if (n == 0) return 0;
  unsigned sections = (unsigned)((n + SECTION - 1) / SECTION);
  scan_sections<<<sections, SECTION>>>(in, n, out, scratch);
  scan_sums_in_place<<<1, SECTION>>>(scratch, sections);
  add_sums<<<sections, SECTION>>>(out, n, scratch);
  return cudaGetLastError();
}
