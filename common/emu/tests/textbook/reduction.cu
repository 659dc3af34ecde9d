// Reductions: interleaved, sequential, unrolled by template, warp shuffles, and one launch with the last
// block.
#include <cassert>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

template <class T> struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int smem_[];
    return (T *)smem_;
  }
};

struct Sum {
  template <typename T> __host__ __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Max {
  template <typename T> __host__ __device__ T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};

template <class T, class Op>
__global__ void reduceInterleaved(const T *in, T *out, unsigned n, T zero, Op op) {
  T *sdata = SharedMemory<T>();
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? in[i] : zero;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (tid % (2 * s) == 0) sdata[tid] = op(sdata[tid], sdata[tid + s]);
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = sdata[0];
}

template <class T, class Op>
__global__ void reduceSequential(const T *in, T *out, unsigned n, T zero, Op op) {
  T *sdata = SharedMemory<T>();
  unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
  sdata[tid] = i < n ? in[i] : zero;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] = op(sdata[tid], sdata[tid + s]);
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = sdata[0];
}

template <class T, class Op, unsigned blockSize>
__global__ void reduceUnrolled(const T *in, T *out, unsigned n, T zero, Op op) {
  T *sdata = SharedMemory<T>();
  unsigned tid = threadIdx.x;
  T mine = zero;
  for (unsigned i = blockIdx.x * blockSize * 2 + tid; i < n; i += blockSize * 2 * gridDim.x) {
    mine = op(mine, in[i]);
    if (i + blockSize < n) mine = op(mine, in[i + blockSize]);
  }
  sdata[tid] = mine;
  __syncthreads();
  if (blockSize >= 512 && tid < 256) sdata[tid] = mine = op(mine, sdata[tid + 256]);
  __syncthreads();
  if (blockSize >= 256 && tid < 128) sdata[tid] = mine = op(mine, sdata[tid + 128]);
  __syncthreads();
  if (blockSize >= 128 && tid < 64) sdata[tid] = mine = op(mine, sdata[tid + 64]);
  __syncthreads();
  if (tid < 32) {
    if (blockSize >= 64) mine = op(mine, sdata[tid + 32]);
    for (int offset = 16; offset > 0; offset /= 2) mine = op(mine, __shfl_down_sync(~0u, mine, offset));
    if (tid == 0) out[blockIdx.x] = mine;
  }
}

__device__ unsigned blocksDone = 0;

template <class T, class Op>
__global__ void reduceOnce(const T *in, volatile T *partial, T *result, unsigned n, T zero, Op op) {
  __shared__ T warpResult[32];
  __shared__ bool amLast;
  assert(blockDim.x % 32 == 0);
  T mine = zero;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    mine = op(mine, in[i]);
  for (int pass = 0; pass < 2; pass++) {
    for (int mask = 16; mask > 0; mask >>= 1) mine = op(mine, __shfl_xor_sync(0xffffffffu, mine, mask));
    if (threadIdx.x % 32 == 0) warpResult[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (unsigned w = 1; w < blockDim.x / 32; w++) mine = op(mine, warpResult[w]);
      if (pass == 1) {
        *result = mine;
        blocksDone = 0;
      } else {
        partial[blockIdx.x] = mine;
        __threadfence();
        amLast = atomicInc(&blocksDone, gridDim.x) == gridDim.x - 1;
      }
    }
    __syncthreads();
    if (pass == 1 || !amLast) return;
    mine = zero;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) mine = op(mine, (T)partial[i]);
  }
}

#define HANDLE_ERROR(err)                                                                                    \
  if ((err) != cudaSuccess) {                                                                                \
    std::cerr << cudaGetErrorString(cudaGetLastError()) << " in " << __FILE__ << " at line " << __LINE__     \
              << "\n";                                                                                       \
    std::exit(EXIT_FAILURE);                                                                                 \
  }

template <class T, class Op> void test(const char *name, const std::vector<T> &data, T zero, Op op) {
  const unsigned n = data.size(), threads = 128;
  T *in, *out, expected = zero;
  for (T v : data) expected = op(expected, v);
  HANDLE_ERROR(cudaMalloc(&in, n * sizeof(T)));
  HANDLE_ERROR(cudaMalloc(&out, ((n + threads - 1) / threads + 1) * sizeof(T)));
  HANDLE_ERROR(cudaMemcpy(in, data.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  std::cout << name << " of " << n << ":";
  for (int form = 0; form < 4; form++) {
    unsigned blocks = form < 2 ? (n + threads - 1) / threads : 7;
    if (form == 0) reduceInterleaved<<<blocks, threads, threads * sizeof(T)>>>(in, out, n, zero, op);
    if (form == 1) reduceSequential<<<blocks, threads, threads * sizeof(T)>>>(in, out, n, zero, op);
    if (form == 2) reduceUnrolled<T, Op, 128><<<blocks, threads, threads * sizeof(T)>>>(in, out, n, zero, op);
    if (form == 3) reduceOnce<<<blocks, threads>>>(in, out + 1, out, n, zero, op);
    HANDLE_ERROR(cudaGetLastError());
    std::vector<T> partial(form == 3 ? 1 : blocks);
    HANDLE_ERROR(cudaMemcpy(partial.data(), out, partial.size() * sizeof(T), cudaMemcpyDeviceToHost));
    T got = zero;
    for (T v : partial) got = op(got, v);
    std::cout << ' ' << got << (got == expected ? "" : " (wrong)");
  }
  std::cout << std::endl;
  HANDLE_ERROR(cudaFree(in));
  HANDLE_ERROR(cudaFree(out));
}

int main() {
  unsigned state = 2463534242u;
  std::vector<int> ints(10007);
  std::vector<double> doubles(4099);
  for (int &v : ints) {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    v = (int)(state % 20001) - 10000;
  }
  for (size_t i = 0; i < doubles.size(); i++) doubles[i] = ints[i] * 0.25;
  test("sum", ints, 0, Sum());
  test("max", ints, INT_MIN, Max());
  test("sum", doubles, 0.0, Sum());
  test("max", doubles, -1e30, Max());
  return 0;
}
