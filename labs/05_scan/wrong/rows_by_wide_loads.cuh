// What the wrong submissions rows_by_wide_loads_1, _2 and _5 share: a thread adds up what is before it in its row of 32, and the
// rows' sums before its own, four words a load: a quarter of the requests, and all of the words.
#include "scan.h"
#include <cuda_runtime.h>

enum { ROWS = SCAN_TILE / 32 };

static __device__ float sum_of_first(const float4 *from, int fours, int n) {
  float sum = 0;
  for (int k = 0; k < fours; k++) {
    float4 x = from[k];
    const float word[4] = {x.x, x.y, x.z, x.w};
    for (int j = 0; j < 4; j++) sum += 4 * k + j < n ? word[j] : 0; // fault
  }
  return sum;
}

template <bool SHUFFLES> __global__ void rows_by_fours(const float *in, int64_t n, float *out) {
  __shared__ float4 all[SCAN_TILE / 4], sums[ROWS / 4];
  int t = threadIdx.x, row = t / 32;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;
  ((float *)all)[t] = i < n ? in[i] : 0;
  __syncwarp();
  float sum = sum_of_first(&all[8 * row], 8, t % 32 + 1);
  if (t % 32 == 31) ((float *)sums)[row] = sum;
  if (SHUFFLES && row == 0)
    for (int d = 1; d < 32; d *= 2) __shfl_up_sync(0xffffffff, sum, d);
  __syncthreads();
  sum += sum_of_first(sums, ROWS / 4, row);
  if (i < n) out[i] = sum;
}

template <bool SHUFFLES> static int scan_rows(const float *in, int64_t n, float *out) {
  if (n > 0) rows_by_fours<SHUFFLES><<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
