// expect: pass 7_multi_block barriers_per_block on emu
// form: the textbook's coarsened segments: eight elements a thread, a tree, one atomic a block.
#include "repeat.cuh"

template <typename T> __global__ void clear(T *out) {
  *out = 0;
}

template <typename T> __global__ void coarsened(const T *in, int64_t n, T *out) {
  enum { FACTOR = 4 };
  __shared__ T s[BLOCK];
  unsigned t = threadIdx.x;
  int64_t i = (int64_t)FACTOR * 2 * BLOCK * blockIdx.x + t;
  T sum = 0;
  for (int tile = 0; tile < 2 * FACTOR; tile++)
    if (i + tile * BLOCK < n) sum += in[i + tile * BLOCK];
  s[t] = sum;
  for (unsigned stride = BLOCK / 2; stride >= 1; stride /= 2) {
    __syncthreads();
    if (t < stride) s[t] += s[t + stride];
  }
  if (t == 0) atomicAdd(out, s[0]);
}

template <typename T> static int sum(const T *in, int64_t n, T *out) {
  clear<<<1, 1>>>(out);
  if (n > 0) coarsened<<<(unsigned)((n + 8 * BLOCK - 1) / (8 * BLOCK)), BLOCK>>>(in, n, out);
  return cudaGetLastError();
}

int reduce_7_multi_block(const float *in, int64_t n, float *, float *out) {
  return sum(in, n, out);
}

int reduce_7_multi_block_int(const int *in, int64_t n, int *, int *out) {
  return sum((const unsigned *)in, n, (unsigned *)out);
}
