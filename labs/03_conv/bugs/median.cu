// Each sample becomes the middle one of itself and its two neighbours. The neighbours of the ends are the ends.
#include <stdio.h>

enum { BLOCK = 128 };

static __host__ __device__ int middle(int a, int b, int c) {
  int low = a < b ? a : b, high = a < b ? b : a;
  return c < low ? low : c > high ? high : c;
}

__global__ void median(const int *in, int *out, int n) {
  __shared__ int near[BLOCK + 2];
  int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  if (i < n) near[t + 1] = in[i];
  if (t == 0) near[0] = in[i > 0 ? i - 1 : 0];
  if (t == BLOCK - 1) near[t + 2] = in[i + 1 < n ? i + 1 : n - 1];
  __syncthreads();
  if (i < n) out[i] = middle(near[t], near[t + 1], near[t + 2]);
}

int main() {
  const int n = 1000;
  static int signal[n], smooth[n];
  for (int i = 0; i < n; i++) signal[i] = 1 + i * 37 % 101;
  int *in, *out;
  cudaMalloc(&in, sizeof signal);
  cudaMalloc(&out, sizeof smooth);
  cudaMemcpy(in, signal, sizeof signal, cudaMemcpyHostToDevice);
  median<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
  cudaMemcpy(smooth, out, sizeof smooth, cudaMemcpyDeviceToHost);
  int differ = 0;
  for (int i = 0; i < n; i++)
    differ += smooth[i] != middle(signal[i > 0 ? i - 1 : 0], signal[i], signal[i + 1 < n ? i + 1 : n - 1]);
  printf("%d of %d samples differ\n", differ, n);
  cudaFree(in);
  cudaFree(out);
  return differ > 0;
}
