// shows: the runtime API | `cudaOccupancyMaxPotentialBlockSize` and its forms with flags and with shared memory by the block's size
// shows: launches | programmatic dependent launches: `cudaGridDependencySynchronize` and `cudaTriggerProgrammaticLaunchCompletion`; the grids run one after the other
// compared: H200, CUDA 13.0, 2026-11-24
// Blocks of the size that the occupancy calculator proposes; a second kernel that may begin before the first has ended.
// bug: out-of-bounds
#include <cstdio>
#include <cuda_runtime.h>

const int N = 5000;

__global__ void fill(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
  cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void shift(const int *x, int *y, int n) {
  extern __shared__ int tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaGridDependencySynchronize();
  tile[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
#ifdef BUG
  if (i < n) y[i] = tile[threadIdx.x + 1];
#else
  if (i < n) y[i] = threadIdx.x + 1 < blockDim.x ? tile[threadIdx.x + 1] : i + 1 < n ? x[i + 1] : 0;
#endif
}

static size_t tile_bytes(int threads) {
  return threads * sizeof(int);
}

int main() {
  int grid, block, at_most, *x, *y;
  cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, fill, 0, 0, cudaOccupancyDefault);
  cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(&grid, &at_most, shift, tile_bytes, 200,
                                                          cudaOccupancyDisableCachingOverride);
  printf("fill: whole warps %d, at most 1024 %d; shift: at most 200 %d\n", block % 32 == 0, block <= 1024,
         at_most > 0 && at_most <= 200);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &at_most, shift, tile_bytes, 20);
  printf("below a warp: %d\n", at_most);

  cudaMalloc(&x, 2 * N * sizeof *x);
  y = x + N;
  fill<<<(N + block - 1) / block, block>>>(x, N);
  cudaLaunchAttribute early = {};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = (N + 127) / 128;
  config.blockDim = 128;
  config.dynamicSmemBytes = tile_bytes(128);
  config.attrs = &early;
  config.numAttrs = 1;
  printf("%s\n", cudaGetErrorString(cudaLaunchKernelEx(&config, shift, (const int *)x, y, N)));
  static int h[N];
  cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < N; i++) wrong += h[i] != (i + 1 < N ? i + 1 : 0);
  printf("wrong %d, last %d\n", wrong, h[N - 1]);
  cudaFree(x);
}
