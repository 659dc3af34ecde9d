// expect: inefficient 9_pairs global_bytes on emu
// fault: keys and values are packed into records, sorted, and unpacked.
#include "sort.h"
#define sort_9_pairs reference
#include "../solution.cu"
#undef sort_9_pairs

static __global__ void pack(const uint32_t *key, const uint32_t *value, int64_t n, uint64_t *record) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) record[i] = (uint64_t)key[i] << 32 | value[i];
}

static __global__ void unpack(const uint64_t *record, int64_t n, uint32_t *key, uint32_t *value) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  key[i] = (uint32_t)(record[i] >> 32);
  value[i] = (uint32_t)record[i];
}

int sort_9_pairs(const uint32_t *key, const uint32_t *value, int64_t n, uint32_t *scratch, uint32_t *key_out,
                 uint32_t *value_out) {
  if (n == 0) return 0;
  uint64_t *record = NULL, *sorted = NULL;
  cudaError_t error = cudaMalloc(&record, n * sizeof *record);
  if (error == cudaSuccess) error = cudaMalloc(&sorted, n * sizeof *sorted);
  if (error != cudaSuccess) return error;
  pack<<<blocks_of(n, BLOCK), BLOCK>>>(key, value, n, record); // fault
  int result = sort_3_merge_sort_records(record, n, scratch, sorted);
  unpack<<<blocks_of(n, BLOCK), BLOCK>>>(sorted, n, key_out, value_out);
  cudaFree(record);
  cudaFree(sorted);
  return result;
}
