// expect: pass 7_multi_block barriers_per_block on emu
// form: the classic sample's single launch: the block that counts itself as the last one adds the others' sums.
#include "reduce.h"
#include <cuda_runtime.h>
template <typename T> __device__ T warpSum(T v) {
#pragma unroll
  for (int o = warpSize / 2; o > 0; o >>= 1) v += __shfl_xor_sync(0xFFFFFFFFu, v, o);
  return v;
}
template <typename T> __device__ T blockSum(T v) {
  static __shared__ T s[32];
  const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  v = warpSum(v);
  __syncthreads();
  if (lane == 0) s[wid] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? s[lane] : T(0);
  return wid == 0 ? warpSum(v) : v;
}
__device__ unsigned int retirementCount = 0;
template <typename T> struct vec4;
template <> struct vec4<float> { using type = float4; };
template <> struct vec4<int> { using type = int4; };
template <typename T>
__global__ void single_pass(const T *__restrict__ in, int64_t n, volatile T *partial, T *out) {
  __shared__ bool amLast;
  using V = typename vec4<T>::type;
  T sum = 0;
  const int64_t n4 = n / 4, stride = (int64_t)gridDim.x * blockDim.x,
                me = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  for (int64_t i = me; i < n4; i += stride) {
    V v = reinterpret_cast<const V *>(in)[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (me < n % 4) sum += in[n4 * 4 + me];
  sum = blockSum(sum);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    amLast = atomicInc(&retirementCount, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (amLast) {
    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += partial[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0) {
      *out = sum;
      retirementCount = 0;
    }
  }
}
template <typename T> static int run(const T *in, int64_t n, T *scratch, T *out) {
  int sms = 0;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  int64_t blocks = (n / 4 + 511) / 512;
  if (blocks > 4 * sms) blocks = 4 * sms;
  if (blocks < 1) blocks = 1;
  single_pass<T><<<(unsigned)blocks, 512>>>(in, n, scratch, out);
  return cudaGetLastError();
}
int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return run(in, n, scratch, out);
}
int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return run(in, n, scratch, out);
}
