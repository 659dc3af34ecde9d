// expect: inefficient 7_multi_block global_load_requests on emu
// fault: the int version loads one element at a time: 4 bytes a lane, four times the requests.
#include "reduce.h"
#define reduce_7_multi_block_int reference_multi_block_int
#include "../solution.cu"
#undef reduce_7_multi_block_int

static __global__ void scalar_loads(const unsigned *in, int64_t n, unsigned *partial) {
  unsigned sum = 0;
  int64_t step = (int64_t)gridDim.x * BLOCK;
  for (int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += step) sum += in[i]; // fault
  sum = block_sum(sum);
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
}

int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  unsigned blocks = n < (int64_t)MAX_BLOCKS * TILE ? n / TILE + 1 : MAX_BLOCKS;
  scalar_loads<<<blocks, BLOCK>>>((const unsigned *)in, n, (unsigned *)scratch);
  scalar_loads<<<1, BLOCK>>>((unsigned *)scratch, blocks, (unsigned *)out);
  return cudaGetLastError();
}
