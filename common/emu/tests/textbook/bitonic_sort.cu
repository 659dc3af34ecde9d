// Bitonic sort of key-value pairs: small strides in shared memory, large strides in global memory.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

typedef unsigned int uint;

#define SHARED_SIZE_LIMIT 512U

static __device__ __forceinline__ void Comparator(uint &keyA, uint &valA, uint &keyB, uint &valB, uint dir) {
  if ((keyA > keyB) == dir) {
    uint t = keyA;
    keyA = keyB;
    keyB = t;
    t = valA;
    valA = valB;
    valB = t;
  }
}

__global__ void __launch_bounds__(SHARED_SIZE_LIMIT / 2)
    bitonicSortShared(uint *d_Key, uint *d_Val, uint arrayLength, uint dir) {
  __shared__ uint s_key[SHARED_SIZE_LIMIT], s_val[SHARED_SIZE_LIMIT];
  d_Key += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  d_Val += blockIdx.x * SHARED_SIZE_LIMIT + threadIdx.x;
  s_key[threadIdx.x] = d_Key[0];
  s_val[threadIdx.x] = d_Val[0];
  s_key[threadIdx.x + SHARED_SIZE_LIMIT / 2] = d_Key[SHARED_SIZE_LIMIT / 2];
  s_val[threadIdx.x + SHARED_SIZE_LIMIT / 2] = d_Val[SHARED_SIZE_LIMIT / 2];

  for (uint size = 2; size < SHARED_SIZE_LIMIT; size <<= 1) {
    uint ddd = (threadIdx.x & (size / 2)) != 0;
    for (uint stride = size / 2; stride > 0; stride >>= 1) {
      __syncthreads();
      uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
    }
  }
  // Every other block ends in the opposite order, ready for the merge of two blocks.
  uint ddd = (arrayLength == SHARED_SIZE_LIMIT ? 1 - dir : blockIdx.x & 1) ^ 1;
  for (uint stride = SHARED_SIZE_LIMIT / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    Comparator(s_key[pos], s_val[pos], s_key[pos + stride], s_val[pos + stride], ddd);
  }
  __syncthreads();
  d_Key[0] = s_key[threadIdx.x];
  d_Val[0] = s_val[threadIdx.x];
  d_Key[SHARED_SIZE_LIMIT / 2] = s_key[threadIdx.x + SHARED_SIZE_LIMIT / 2];
  d_Val[SHARED_SIZE_LIMIT / 2] = s_val[threadIdx.x + SHARED_SIZE_LIMIT / 2];
}

__global__ void bitonicMergeGlobal(uint *d_Key, uint *d_Val, uint arrayLength, uint size, uint stride,
                                   uint dir) {
  uint comparatorI = blockIdx.x * blockDim.x + threadIdx.x;
  uint ddd = dir ^ ((comparatorI & (arrayLength / 2 - 1) & (size / 2)) != 0);
  uint pos = 2 * comparatorI - (comparatorI & (stride - 1));
  uint keyA = d_Key[pos], valA = d_Val[pos], keyB = d_Key[pos + stride], valB = d_Val[pos + stride];
  Comparator(keyA, valA, keyB, valB, ddd);
  d_Key[pos] = keyA;
  d_Val[pos] = valA;
  d_Key[pos + stride] = keyB;
  d_Val[pos + stride] = valB;
}

static void bitonicSort(uint *d_Key, uint *d_Val, uint arrayLength, uint dir) {
  bitonicSortShared<<<arrayLength / SHARED_SIZE_LIMIT, SHARED_SIZE_LIMIT / 2>>>(d_Key, d_Val, arrayLength,
                                                                                dir);
  for (uint size = 2 * SHARED_SIZE_LIMIT; size <= arrayLength; size <<= 1)
    for (uint stride = size / 2; stride > 0; stride >>= 1)
      bitonicMergeGlobal<<<arrayLength / 512, 256>>>(d_Key, d_Val, arrayLength, size, stride, dir);
}

int main(int argc, char **argv) {
  for (uint n : {SHARED_SIZE_LIMIT, 4 * SHARED_SIZE_LIMIT, 16 * SHARED_SIZE_LIMIT}) {
    std::vector<uint> key(n), val(n), outKey(n), outVal(n);
    srand(1);
    uint lcg = 2001;
    for (uint i = 0; i < n; i++) {
      lcg = lcg * 1664525u + 1013904223u;
      key[i] = lcg >> 16;
      val[i] = i;
    }
    uint *d_Key, *d_Val;
    cudaMalloc((void **)&d_Key, n * sizeof(uint));
    cudaMalloc((void **)&d_Val, n * sizeof(uint));
    for (uint dir = 0; dir < 2; dir++) {
      cudaMemcpy(d_Key, key.data(), n * sizeof(uint), cudaMemcpyHostToDevice);
      cudaMemcpy(d_Val, val.data(), n * sizeof(uint), cudaMemcpyHostToDevice);
      bitonicSort(d_Key, d_Val, n, dir);
      cudaError_t err = cudaDeviceSynchronize();
      if (err != cudaSuccess) {
        fprintf(stderr, "bitonicSort: %s\n", cudaGetErrorString(err));
        return 1;
      }
      cudaMemcpy(outKey.data(), d_Key, n * sizeof(uint), cudaMemcpyDeviceToHost);
      cudaMemcpy(outVal.data(), d_Val, n * sizeof(uint), cudaMemcpyDeviceToHost);
      uint disorder = 0, mismatch = 0;
      for (uint i = 0; i < n; i++) {
        if (i > 0 && (dir ? outKey[i - 1] > outKey[i] : outKey[i - 1] < outKey[i])) disorder++;
        if (key[outVal[i]] != outKey[i]) mismatch++;
      }
      printf("n %5u dir %u: disorder %u, mismatch %u, first %u, median %u, last %u\n", n, dir, disorder,
             mismatch, outKey[0], outKey[n / 2], outKey[n - 1]);
    }
    cudaFree(d_Key);
    cudaFree(d_Val);
  }
  return argc > 1;
}
