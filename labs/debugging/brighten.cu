// Every pixel becomes brighter by `more`, and 255 at most. Few threads do many pixels.
#include <stdio.h>

__global__ void brighten(const unsigned char *in, unsigned char *out, int n, int more) {
  const int stride = gridDim.x * blockDim.x;
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  do {
    out[pixel] = min(in[pixel] + more, 255);
    pixel += stride;
  } while (pixel <= n);
}

int main() {
  const int n = 3072, more = 40;
  static unsigned char photo[n], bright[n];
  for (int i = 0; i < n; i++) photo[i] = i * 7 % 256;
  unsigned char *in, *out;
  cudaMalloc(&in, n);
  cudaMalloc(&out, n);
  cudaMemcpy(in, photo, n, cudaMemcpyHostToDevice);
  brighten<<<4, 256>>>(in, out, n, more);
  cudaMemcpy(bright, out, n, cudaMemcpyDeviceToHost);
  int differ = 0;
  for (int i = 0; i < n; i++) differ += bright[i] != (photo[i] + more > 255 ? 255 : photo[i] + more);
  printf("%d of %d pixels differ\n", differ, n);
  cudaFree(in);
  cudaFree(out);
  return differ > 0;
}
