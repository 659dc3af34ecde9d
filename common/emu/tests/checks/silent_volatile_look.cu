// A loop over atomicCAS begins with a volatile look at a word of shared memory, again in each turn or once, and may find that
// nothing is left to do: the swap verifies what was seen, and a stale look costs a turn.
// prints: 504109313 249 64
#include <cstdio>
#include <cuda_runtime.h>

__global__ void update(unsigned *out) {
  __shared__ unsigned product, most;
  __shared__ unsigned short count[2];
  unsigned t = threadIdx.x, seen;
  if (t == 0) product = 1, most = 0;
  if (t < 2) count[t] = 0;
  __syncthreads();
  volatile unsigned *looked = &product;
  do seen = *looked;
  while (atomicCAS(&product, seen, seen * (2 * t + 1)) != seen);
  for (unsigned v = t * 37 % 251, now = *(volatile unsigned *)&most; now < v;) {
    unsigned was = atomicCAS(&most, now, v);
    if (was == now) break;
    now = was;
  }
  unsigned short *mine = &count[t & 1], before, now = *(volatile unsigned short *)mine;
  do before = now;
  while ((now = atomicCAS(mine, before, (unsigned short)(before + 1))) != before);
  __syncthreads();
  if (t == 0) out[0] = product, out[1] = most, out[2] = count[1];
}

int main() {
  unsigned *x, h[3], product = 1, most = 0;
  cudaMalloc(&x, sizeof h);
  update<<<1, 128>>>(x);
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(x);
  for (unsigned t = 0; t < 128; t++) product *= 2 * t + 1, most = t * 37 % 251 > most ? t * 37 % 251 : most;
  if (h[0] != product || h[1] != most) printf("expected %u %u\n", product, most);
  printf("%u %u %u\n", h[0], h[1], h[2]);
  return 0;
}
