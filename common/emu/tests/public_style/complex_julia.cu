// A Julia set with cuComplex.h and math_constants.h, as a picture of letters; the host computes each pixel again.
// shows: mathematics | `cuComplex.h`, `math_constants.h`
// compared: H200, CUDA 13.0, 2026-11-24
#include <cuComplex.h>
#include <math_constants.h>
#include <stdio.h>

__host__ __device__ int escape(cuFloatComplex z, cuFloatComplex c) {
  int n = 0;
  while (n < 30 && cuCabsf(z) < 2.0f) {
    z = cuCaddf(cuCmulf(z, z), c);
    n++;
  }
  return n;
}
__global__ void julia(int *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  cuFloatComplex z = make_cuFloatComplex(3.0f * x / width - 1.5f, 2.0f * y / height - 1.0f);
  out[y * width + x] = escape(z, make_cuFloatComplex(-0.75f, 0.125f));
}
__global__ void numbers(double *out) {
  cuDoubleComplex a = make_cuDoubleComplex(3, 4), b = make_cuDoubleComplex(0, 2);
  out[0] = cuCabs(a);
  out[1] = cuCreal(cuCdiv(a, b));
  out[2] = cuCimag(cuConj(a));
  out[3] = CUDART_PI == 2 * asin(1.0) && CUDART_INF_F > CUDART_MAX_NORMAL_F && isnan(CUDART_NAN);
}

int main() {
  const int width = 32, height = 8;
  int *d, h[width * height], wrong = 0;
  double *n, m[4];
  cudaMalloc((void **)&d, sizeof h);
  cudaMalloc((void **)&n, sizeof m);
  julia<<<dim3(2, 1), dim3(16, 8)>>>(d, width, height);
  numbers<<<1, 1>>>(n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(m, n, sizeof m, cudaMemcpyDeviceToHost);
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      cuComplex z = make_cuComplex(3.0f * x / width - 1.5f, 2.0f * y / height - 1.0f);
      wrong += escape(z, make_cuComplex(-0.75f, 0.125f)) != h[y * width + x];
    }
  }
  printf("%d pixels differ, |3+4i| = %g, (3+4i)/2i has %g, conjugate %g, constants %g\n", wrong, m[0], m[1],
         m[2], m[3]);
  cudaFree(d);
  cudaFree(n);
}
