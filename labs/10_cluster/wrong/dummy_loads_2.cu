// expect: inefficient 2_boundary_first overlapped_copy_bytes on emu
// fault: one stream does all the work in order; beside its copies runs a kernel that loads and keeps nothing.
#include "cluster.h"
__global__ void rowsk(const float *in, const float *up, const float *down, float *out, int64_t first,
                      int64_t last, int64_t rows, int64_t cols) {
  int64_t j = blockIdx.x * (int64_t)blockDim.x + threadIdx.x, i = first + blockIdx.y;
  if (j >= cols || i >= last) return;
  float c = in[i * cols + j];
  if (j > 0 && j < cols - 1) {
    float a = i > 0 ? in[(i - 1) * cols + j] : up[j], b = i < rows - 1 ? in[(i + 1) * cols + j] : down[j];
    c = 0.25f * ((a + b) + (in[i * cols + j - 1] + in[i * cols + j + 1]));
  }
  out[i * cols + j] = c;
}
__global__ void only_loads(const float *p, int64_t n) {
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x)
    if (p[i] != 0) __trap();
}
int cluster_2_boundary_first(const float *in, const float *halos, int64_t rows, int64_t columns, int steps,
                             float *scratch, float *out, float *borders) {
  size_t row = columns * sizeof(float);
  if (steps == 0) {
    cudaMemcpy(out, in, rows * row, cudaMemcpyDeviceToDevice);
    return cudaDeviceSynchronize();
  }
  cudaStream_t s0, s1;
  cudaEvent_t inner, border;
  cudaStreamCreate(&s0);
  cudaStreamCreate(&s1);
  cudaEventCreate(&inner);
  cudaEventCreate(&border);
  // scratch: a grid and two halo rows
  float *other = scratch, *up = scratch + rows * columns, *down = up + columns;
  float *junk;
  cudaMalloc(&junk, 4 * row);
  cudaMemsetAsync(junk, 0, 4 * row, s1);
  const float *now = in;
  float *then = steps % 2 ? out : other;
  dim3 b(256), g((columns + 255) / 256, 1);
  for (int s = 0; s < steps; s++) {
    cudaMemcpyAsync(up, halos + 2 * (size_t)s * columns, row, cudaMemcpyHostToDevice, s0);
    cudaMemcpyAsync(down, halos + (2 * (size_t)s + 1) * columns, row, cudaMemcpyHostToDevice, s0);
    only_loads<<<1, 256, 0, s1>>>(junk, 4 * columns); // fault
    rowsk<<<g, b, 0, s0>>>(now, up, down, then, 0, 1, rows, columns);
    if (rows > 1) rowsk<<<g, b, 0, s0>>>(now, up, down, then, rows - 1, rows, rows, columns);

    cudaEventRecord(border, s0);
    cudaMemcpyAsync(borders + 2 * (size_t)s * columns, then, row, cudaMemcpyDeviceToHost, s0);
    cudaMemcpyAsync(borders + (2 * (size_t)s + 1) * columns, then + (rows - 1) * columns, row,
                    cudaMemcpyDeviceToHost, s0);
    if (rows > 2)
      for (int64_t r = 1; r < rows - 1; r += 65535) {
        int64_t m = rows - 1 - r < 65535 ? rows - 1 - r : 65535;
        rowsk<<<dim3(g.x, m), b, 0, s0>>>(now, up, down, then, r, r + m, rows, columns);
      }

    now = then;
    then = then == out ? other : out;
  }
  cudaStreamSynchronize(s0);
  cudaStreamSynchronize(s1);
  int e = cudaGetLastError();
  cudaFree(junk);
  cudaEventDestroy(inner);
  cudaEventDestroy(border);
  cudaStreamDestroy(s0);
  cudaStreamDestroy(s1);
  return e;
}
