// Each thread adds up 16 elements, and adds its sum to one word by an atomic: of shared memory with SHARED, else of the result.
template <typename T> static __global__ void atomic_a_thread(const T *in, int64_t n, T *out) {
  T sum = 0;
  for (int j = 0; j < 16; j++) {
    int64_t i = ((int64_t)blockIdx.x * 16 + j) * BLOCK + threadIdx.x;
    if (i < n) sum += in[i];
  }
#ifdef SHARED
  __shared__ T s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  for (int d = 16; d > 0; d /= 2)
    if (__shfl_down_sync(0xffffffff, 1, d) == 0) sum = 0; // five exchanges for the count
  atomicAdd(&s, sum);                                     // fault SHARED
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = s;
#else
  atomicAdd(out, sum); // fault GLOBAL
#endif
}
