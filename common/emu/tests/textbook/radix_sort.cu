// Radix sort of 32-bit keys, floats included: a stable split by one bit a pass, on a scan of ballots.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr int kThreads = 256, kWarps = kThreads / 32;

__host__ __device__ inline uint32_t floatToKey(float f) {
  union {
    float f;
    uint32_t u;
  } bits = {f};
  uint32_t mask = -(int32_t)(bits.u >> 31) | 0x80000000u;
  return bits.u ^ mask;
}
__host__ __device__ inline float keyToFloat(uint32_t k) {
  union {
    uint32_t u;
    float f;
  } bits = {k ^ (((k >> 31) - 1) | 0x80000000u)};
  return bits.f;
}

__global__ void encode(const float *in, uint32_t *keys, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    keys[i] = floatToKey(in[i]);
}
__global__ void decode(const uint32_t *keys, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = keyToFloat(keys[i]);
}

// Zeros in the block before this thread, and in the whole block.
__device__ int2 zerosBefore(bool zero) {
  __shared__ int warpZeros[kWarps];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned vote = __ballot_sync(0xffffffffu, zero);
  if (lane == 0) warpZeros[warp] = __popc(vote);
  __syncthreads();
  int before = __popc(vote & ((1u << lane) - 1)), total = 0;
  for (int w = 0; w < kWarps; w++) {
    if (w < warp) before += warpZeros[w];
    total += warpZeros[w];
  }
  __syncthreads();
  return make_int2(before, total);
}

__global__ void countZeros(const uint32_t *keys, int n, int bit, int *zeros) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  int count = __syncthreads_count(i < n && !(keys[i] >> bit & 1));
  if (threadIdx.x == 0) zeros[blockIdx.x] = count;
}

// Exclusive scan by one thread block; the total goes behind the last element.
__global__ void scanCounts(int *counts, int blocks) {
  __shared__ int part[kThreads];
  int carry = 0;
  for (int base = 0; base < blocks; base += kThreads) {
    int i = base + threadIdx.x, mine = i < blocks ? counts[i] : 0, sum = mine;
    part[threadIdx.x] = sum;
    for (int d = 1; d < kThreads; d *= 2) {
      __syncthreads();
      int other = (int)threadIdx.x >= d ? part[threadIdx.x - d] : 0;
      __syncthreads();
      part[threadIdx.x] = sum += other;
    }
    if (i < blocks) counts[i] = carry + sum - mine;
    __syncthreads();
    carry += part[kThreads - 1];
    __syncthreads();
  }
  if (threadIdx.x == 0) counts[blocks] = carry;
}

__global__ void split(const uint32_t *in, uint32_t *out, int n, int bit, const int *zeros) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  const uint32_t key = i < n ? in[i] : 0xffffffffu;
  const bool zero = i < n && !(key >> bit & 1);
  const int2 z = zerosBefore(zero);
  if (i >= n) return;
  const int zerosHere = zeros[blockIdx.x] + z.x, onesHere = i - zerosHere;
  out[zero ? zerosHere : zeros[gridDim.x] + onesHere] = key;
}

class RadixSorter {
  int n_, blocks_;
  uint32_t *keys_[2];
  int *counts_;

public:
  explicit RadixSorter(int n) : n_(n), blocks_((n + kThreads - 1) / kThreads) {
    cudaMalloc(&keys_[0], n * sizeof(uint32_t));
    cudaMalloc(&keys_[1], n * sizeof(uint32_t));
    cudaMalloc(&counts_, (blocks_ + 1) * sizeof(int));
  }
  ~RadixSorter() {
    for (auto *k : keys_) cudaFree(k);
    cudaFree(counts_);
  }
  uint32_t *keys() {
    return keys_[0];
  }
  void sort(int bits = 32) {
    for (int bit = 0; bit < bits; bit++) {
      countZeros<<<blocks_, kThreads>>>(keys_[0], n_, bit, counts_);
      scanCounts<<<1, kThreads>>>(counts_, blocks_);
      split<<<blocks_, kThreads>>>(keys_[0], keys_[1], n_, bit, counts_);
      std::swap(keys_[0], keys_[1]);
    }
  }
};

} // namespace

int main() {
  const int n = 1900;
  std::vector<uint32_t> keys(n);
  std::vector<float> values(n), sorted(n);
  uint32_t x = 88172645u;
  for (int i = 0; i < n; i++) {
    x ^= x << 13, x ^= x >> 17, x ^= x << 5;
    keys[i] = x % 4096;
    values[i] = (float)((int32_t)x / 65536) * 0.25f;
  }

  RadixSorter sorter(n);
  cudaMemcpy(sorter.keys(), keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
  sorter.sort(12);
  std::vector<uint32_t> got(n);
  cudaMemcpy(got.data(), sorter.keys(), n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
  std::sort(keys.begin(), keys.end());
  printf("integers %s, smallest %u, largest %u\n", got == keys ? "sorted" : "NOT sorted", got.front(),
         got.back());

  float *device;
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, values.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  encode<<<4, 128>>>(device, sorter.keys(), n);
  sorter.sort();
  decode<<<4, 128>>>(sorter.keys(), device, n);
  cudaMemcpy(sorted.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::sort(values.begin(), values.end());
  printf("floats %s, smallest %.2f, median %.2f, largest %.2f\n",
         std::memcmp(sorted.data(), values.data(), n * sizeof(float)) ? "NOT sorted" : "sorted", sorted[0],
         sorted[n / 2], sorted[n - 1]);
  cudaFree(device);
  cudaError_t status = cudaGetLastError();
  if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status));
  return status == cudaSuccess ? 0 : 1;
}
