// expect: inefficient 2_privatised global_atomic_changes on emu
// fault: lanes with the same sample add together, but in global memory; beside that each adds 0 in shared memory.
#include "hist.h"

__global__ void counted_twice(const uint8_t *in, int64_t n, uint32_t *hist) {
  __shared__ unsigned pretended[HIST_BINS];
  int t = threadIdx.x;
  if (t < HIST_BINS) pretended[t] = 0;
  __syncthreads();
  int64_t i = (int64_t)blockIdx.x * blockDim.x + t;
  bool counts = i < n;
  unsigned those = __ballot_sync(0xffffffff, counts);
  if (!counts) return;
  int bin = in[i];
  atomicAdd(&pretended[t % HIST_BINS], 0u);
  unsigned same = __match_any_sync(those, bin);
  if (t % 32 == __ffs(same) - 1) atomicAdd(&hist[bin], __popc(same)); // fault
}

int hist_2_privatised(const uint8_t *in, int64_t n, uint32_t *hist) {
  cudaMemset(hist, 0, HIST_BINS * sizeof *hist);
  if (n > 0) counted_twice<<<(unsigned)((n + 1023) / 1024), 1024>>>(in, n, hist);
  return cudaGetLastError();
}
