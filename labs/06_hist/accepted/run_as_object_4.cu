// expect: pass 4_aggregated
// form: a thread has 16 neighbouring samples as four words, a struct closes a run in its destructor.
#include "hist.h"
#include <cuda_runtime.h>

struct run {
  unsigned *bins, value, length;
  __device__ run(unsigned *b) : bins(b), value(0), length(0) {}
  __device__ void take(unsigned v) {
    if (v != value) flush();
    value = v;
    length++;
  }
  __device__ void flush() {
    if (length) atomicAdd(bins + value, length);
    length = 0;
  }
  __device__ ~run() {
    flush();
  }
};

__global__ void count(const uint8_t *in, int64_t n, int head, int64_t vectors, unsigned *hist) {
  __shared__ unsigned bins[HIST_BINS];
  bins[threadIdx.x] = 0;
  __syncthreads();
  const uint4 *v = (const uint4 *)(in + head);
  for (int64_t k = (int64_t)blockIdx.x * 256 + threadIdx.x; k < vectors; k += (int64_t)gridDim.x * 256) {
    uint4 q = v[k];
    run r(bins);
    for (unsigned w : {q.x, q.y, q.z, q.w})
      for (int s = 0; s < 32; s += 8) r.take(w >> s & 255);
  }
  if (blockIdx.x == gridDim.x - 1) {
    int64_t tail = head + 16 * vectors;
    if (threadIdx.x < head) atomicAdd(bins + in[threadIdx.x], 1);
    if (tail + threadIdx.x < n) atomicAdd(bins + in[tail + threadIdx.x], 1);
  }
  __syncthreads();
  if (bins[threadIdx.x]) atomicAdd(hist + threadIdx.x, bins[threadIdx.x]);
}
int hist_4_aggregated(const uint8_t *in, int64_t n, unsigned *hist) {
  if (int e = cudaMemset(hist, 0, HIST_BINS * sizeof(unsigned))) return e;
  if (n == 0) return 0;
  int head = (int)(-(uintptr_t)in & 15);
  if (head > n) head = (int)n;
  int64_t vectors = (n - head) / 16, blocks = vectors / 1024 + 1;
  count<<<(unsigned)(blocks < 216 ? blocks : 216), 256>>>(in, n, head, vectors, hist);
  return cudaGetLastError();
}
