// In 5_warp_shuffle a thread adds up the words of its row of ROW that lie before its own, and then the sums of the rows before,
// in ROW steps at a time. No lane gets anything from another lane's registers.
#include "scan.h"
#include <cuda_runtime.h>

enum { ROWS = SCAN_TILE / ROW };

// The sum of s[first] to s[last] for a first that neighbouring threads share: all of them make `most` steps.
static __device__ float sum_of(const float *s, int first, int last, int most) {
  float sum = 0;
  for (int k = 0; k < most; k++) {
    float x = s[first + k]; // fault
    sum += first + k <= last ? x : 0;
  }
  return sum;
}

static __global__ void rows_by_loads(const float *in, int64_t n, float *out) {
  __shared__ float s[SCAN_TILE], of_row[ROWS], of_eight[ROWS / 8 + 1];
  int t = threadIdx.x;
  int64_t i = (int64_t)blockIdx.x * SCAN_TILE + t;
  s[t] = i < n ? in[i] : 0;
  __syncwarp();
  float sum = sum_of(s, t / ROW * ROW, t, ROW);
  if (t % ROW == ROW - 1) of_row[t / ROW] = sum;
  __syncthreads();
  if (t < ROWS / 8) of_eight[t] = sum_of(of_row, 8 * t, 8 * t + 7, 8);
  __syncthreads();
  int row = t / ROW;
  sum += sum_of(of_row, row / 8 * 8, row - 1, 8) + sum_of(of_eight, 0, row / 8 - 1, ROWS / 8);
  if (i < n) out[i] = sum;
}

int scan_5_warp_shuffle(const float *in, int64_t n, float *out) {
  if (n == 0) return 0;
  rows_by_loads<<<(unsigned)((n + SCAN_TILE - 1) / SCAN_TILE), SCAN_TILE>>>(in, n, out);
  return cudaGetLastError();
}
