// expect: pass 7_multi_block
// form: warp-aggregated: each warp of few blocks adds its own sum by one atomic.
#include "reduce.h"

template <class T> __global__ void sumAll(const T *in, int64_t n, T *out) {
  T v = 0;
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)blockDim.x * gridDim.x)
    v += in[i];
  for (int mask = 16; mask > 0; mask /= 2) v += __shfl_xor_sync(~0u, v, mask);
  if ((threadIdx.x & (warpSize - 1)) == 0) atomicAdd(out, v);
}
template <class T> static int run(const T *in, int64_t n, T *out) {
  cudaMemsetAsync(out, 0, sizeof(T));
  int64_t need = (n + 255) / 256;
  if (n > 0) sumAll<T><<<(unsigned)(need < 1024 ? need : 1024), 256>>>(in, n, out);
  return cudaGetLastError();
}
int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return run(in, n, out);
}
int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return run(in, n, out);
}
