// Each block adds what it has to the sum of the blocks before it, and hands that on. Blocks take their turn by a ticket.
#include <stdio.h>

enum { BLOCKS = 24 };
__device__ int turns, total[BLOCKS];
__device__ volatile int ready[BLOCKS];

__global__ void relay(const int *in, int *out) {
  int block = atomicAdd(&turns, 1);
  int before = 0;
  if (block > 0) {
    while (!ready[block - 1])
      ;
    __threadfence();
    before = total[block - 1];
  }
  total[block] = before + in[block];
  ready[block] = 1;
  out[block] = total[block];
}

int main() {
  int have[BLOCKS], sums[BLOCKS], differ = 0, sum = 0, *in, *out;
  for (int i = 0; i < BLOCKS; i++) have[i] = i * i % 17;
  cudaMalloc(&in, sizeof have);
  cudaMalloc(&out, sizeof sums);
  cudaMemcpy(in, have, sizeof have, cudaMemcpyHostToDevice);
  relay<<<BLOCKS, 1>>>(in, out);
  cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
  for (int i = 0; i < BLOCKS; i++) differ += sums[i] != (sum += have[i]);
  printf("%d of %d sums differ\n", differ, BLOCKS);
  cudaFree(in);
  cudaFree(out);
  return differ > 0;
}
