// expect: pass 1_conv1d_naive
// form: the lecture's: one thread an output, taps from -r to r, int indices.
#include "conv.h"

__global__ static void conv1d(float *y, const float *x, const float *F, int N, int R) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N) return;
  float s = 0.0f;
  for (int k = -R; k <= R; ++k) {
    int j = i + k;
    if (j >= 0 && j < N) s += x[j] * F[k + R];
  }
  y[i] = s;
}

int conv_1_conv1d_naive(const float *in, int64_t n, const float *filter, int radius, float *out) {
  if (n > 0) conv1d<<<(unsigned)((n + 127) / 128), 128>>>(out, in, filter, (int)n, radius);
  return cudaGetLastError();
}
