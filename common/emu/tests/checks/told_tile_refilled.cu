// A tile is filled again while others still read it.
// expect: race-shared kernel=rows at=@bad other=@store advice~"at the end of the loop's body"
// fixed: A barrier at the end of the loop.
// prints: 992
#include <cstdio>
__global__ void rows(const int *a, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x, sum = 0;
  for (int r = 0; r < 4; r++) {
    tile[t] = a[r * 64 + t]; // @store
    __syncthreads();
    sum += tile[(t + 33) % 64]; // @bad
#ifdef FIXED
    __syncthreads();
#endif
  }
  out[t] = sum;
}
int main() {
  int h[256], *a, *out;
  for (int i = 0; i < 256; i++) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&out, 256);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  rows<<<1, 64>>>(a, out);
  cudaMemcpy(h, out, 256, cudaMemcpyDeviceToHost);
  printf("%d\n", h[23] + 384);
  cudaFree(a), cudaFree(out);
}
