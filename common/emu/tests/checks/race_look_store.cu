// A volatile look at a common maximum in shared memory, then a store where an atomic belongs.
// expect: race-shared kernel=extremes at=@store|@look other=@store|@look
// may: race-shared kernel=extremes at=@store|@look other=@store|@look
// fixed: The look is followed by atomicCAS, or atomicMax; a stale look costs a turn, or an atomic that changes nothing.
// prints: 996 996 254 1000
#include <cstdio>
#include <cuda_runtime.h>

__global__ void extremes(const int *in, int n, int *out) {
  __shared__ int most, largest, sum;
  __shared__ unsigned word;
  if (threadIdx.x == 0) most = largest = -1, sum = 0, word = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int v = in[i];
#ifdef FIXED
    int seen = *(volatile int *)&most; // first look, then a loop until the swap has found what was seen
    while (seen < v) {
      int found = atomicCAS(&most, seen, v);
      if (found == seen) break;
      seen = found;
    }
#else
    if (*(volatile int *)&most < v) // @look
      *(volatile int *)&most = v;   // @store
#endif
    if (*(volatile int *)&largest < v) atomicMax(&largest, v); // most threads need no atomic
    unsigned old;
    do old = *(volatile unsigned *)&word; // a look in each turn
    while (atomicCAS(&word, old, old | (unsigned)v % 255u) != old);
    atomicAdd(&sum, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = most, out[1] = largest, out[2] = (int)word & 254, out[3] = sum;
}

int main() {
  enum { N = 1000 };
  int h[N], *in, *out;
  for (int i = 0; i < N; i++) h[i] = i * 7 % 997;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, 4 * sizeof(int));
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  extremes<<<1, 96>>>(in, N, out);
  cudaMemcpy(h, out, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
