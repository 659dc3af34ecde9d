// A private histogram in an automatic array: its index is data, so it cannot stay in registers.
// note: local-array kernel=histogram at=@array what~bin what~"64 bytes" what~"value[i] % 16"
// note: local-array kernel=sorted at=@list what~"k++"
// fixed: Each element is added to in turn, so that its index is a constant; what is found is stored at once.
// prints: 256
#include <cstdio>
#include <cuda_runtime.h>

#ifdef FIXED
__global__ void histogram(const int *value, int *total, int n) {
  int bin[16];
  for (int b = 0; b < 16; b++) bin[b] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    for (int b = 0; b < 16; b++) bin[b] += value[i] % 16 == b;
  for (int b = 0; b < 16; b++) atomicAdd(&total[b], bin[b]);
}

__global__ void sorted(const int *value, int *out) {
  int k = 0;
  for (int i = 0; i < 16; i++)
    if (value[i] & 1) out[k++] = value[i];
  while (k < 16) out[k++] = 0;
}
#else
__global__ void histogram(const int *value, int *total, int n) {
  int bin[16]; // @array
  for (int b = 0; b < 16; b++) bin[b] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) bin[value[i] % 16]++;
  for (int b = 0; b < 16; b++) atomicAdd(&total[b], bin[b]);
}

__global__ void sorted(const int *value, int *out) {
  int found[16], k = 0; // @list
  for (int i = 0; i < 16; i++) found[i] = 0;
  for (int i = 0; i < 16; i++)
    if (value[i] & 1) found[k++] = value[i];
  for (int i = 0; i < 16; i++) out[i] = found[i];
}
#endif

int main() {
  const int n = 4096;
  static int h[n];
  for (int i = 0; i < n; i++) h[i] = i * 7;
  int *d, *total, first;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&total, 16 * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(total, 0, 16 * sizeof(int));
  histogram<<<1, 64>>>(d, total, n);
  cudaMemcpy(&first, total, sizeof first, cudaMemcpyDeviceToHost);
  sorted<<<1, 1>>>(d, total);
  printf("%d\n", first);
  cudaFree(d);
  cudaFree(total);
  return 0;
}
