// Each thread sums its distances to all points, tile by tile (chapter 5 of the book). One barrier is missing.
#include <cstdio>

__global__ void distances(const float *x, float *out, int n) {
  __shared__ float tile[256];
  float sum = 0, mine = x[threadIdx.x];
  for (int first = 0; first < n; first += 256) {
    tile[threadIdx.x] = x[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < 256; k++) sum += fabsf(mine - tile[k]);
  }
  out[threadIdx.x] = sum;
}

int main() {
  const int n = 1024;
  float *x, *out;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&out, 256 * sizeof(float));
  for (int i = 0; i < n; i++) x[i] = i;
  distances<<<1, 256>>>(x, out, n);
  cudaDeviceSynchronize();
  printf("out[0] = %g\n", out[0]); // 0 + 1 + ... + 1023 = 523776
  cudaFree(x);
  cudaFree(out);
}
