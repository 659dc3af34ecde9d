// Launches by cudaLaunchKernel, 3-D grids and blocks, attributes of functions, errors of bad launches.
// shows: launches | `cudaLaunchKernel`, 3-D grids and blocks, `cudaFuncGetAttributes`, names of errors
// compared: H200, CUDA 13.0, 2026-11-24
// bug: invalid-launch
#include <stdio.h>

__global__ void number(int *out, int3 size, int base) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < size.x && y < size.y && z < size.z)
    out[(z * size.y + y) * size.x + x] = base + 100 * z + 10 * y + x;
}
template <class T> __global__ void __launch_bounds__(128, 2) fill(T *out, T value) {
  out[threadIdx.x] = value;
}

int main() {
  int3 size = make_int3(5, 4, 3);
  int h[60], *d, base = 1000;
  cudaMalloc(&d, sizeof h);
  dim3 block(2, 3, 2), grid((size.x + block.x - 1) / block.x, (size.y + block.y - 1) / block.y, 2);
  void *args[] = {&d, &size, &base};
  cudaError_t e = cudaLaunchKernel((const void *)number, grid, block, args, 0, 0);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%s %d %d %d\n", cudaGetErrorName(e), h[0], h[33], h[59]);
  int value = 7;
  void *two[] = {&d, &value};
  const void *kernels[] = {(const void *)fill<int>, (void *)number}; // chosen while the program runs
  cudaLaunchKernel(kernels[0], dim3(1), dim3(60), two, 0, NULL);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFuncAttributes a;
  cudaFuncGetAttributes(&a, number);
  printf("%d %d, at most %d threads, %zu static bytes\n", h[0], h[59], a.maxThreadsPerBlock,
         a.sharedSizeBytes);
#ifdef BUG
  number<<<1, 2048>>>(d, size, base); // and goes on, without a look at the error
  number<<<1, 1>>>(d, size, base);
#endif
  printf("%s, %s\n", cudaGetErrorName(cudaGetLastError()), cudaGetErrorString(cudaErrorInvalidConfiguration));
  cudaFree(d);
}
