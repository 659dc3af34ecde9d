// shows: launches | `cudaLaunchKernelExC` and `cudaLaunchKernelEx` with attributes, kernels by a bare pointer
// shows: the runtime API | pools, `cudaMemset2DAsync`, 3D copies, registered memory, prefetches and advice, attributes of kernels
// compared: H200, CUDA 13.0, 2026-11-24
// Calls that samples make beside the usual ones.
// bug: race-stream
#include <cstdio>
#include <cstdlib>
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

const int N = 512;

__global__ void __launch_bounds__(256) twice(int *to, const int *from, int n) {
  __shared__ int tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? from[i] : 0;
  __syncthreads();
  if (i < n) to[i] = 2 * tile[threadIdx.x];
}

__global__ void sum(int *total, const int *v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(total, v[i]);
  cg::this_grid().sync();
  if (blockIdx.x == 0 && threadIdx.x == 0) *total += 1;
}

int main() {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);

  // Pools, in the order of the stream.
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, standard;
  cudaMemPoolCreate(&pool, &properties);
  cudaDeviceGetDefaultMemPool(&standard, 0);
  unsigned long long keep = 1 << 20, kept = 0;
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
  int *a, *b, *total;
  cudaMallocFromPoolAsync(&a, N * sizeof *a, pool, s);
  cudaMallocAsync(&b, N * sizeof *b, s);
  cudaMallocAsync(&total, sizeof *total, s);
  printf("kept %llu, pools differ %d\n", kept, pool != standard);

  // Launches by a configuration.
  int *host = (int *)malloc(N * sizeof *host), n = N, result;
  cudaHostRegister(host, N * sizeof *host, cudaHostRegisterDefault);
  for (int i = 0; i < N; i++) host[i] = i;
  cudaMemcpyAsync(a, host, N * sizeof *host, cudaMemcpyHostToDevice, s);
  cudaMemsetAsync(total, 0, sizeof *total, s);
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 256;
  config.stream = s;
  void *arguments[] = {&b, &a, &n}, *kernel = (void *)twice;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelExC(&config, kernel, arguments)));
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeCooperative;
  attribute[0].val.cooperative = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  printf("%s\n", cudaGetErrorName(cudaLaunchKernelEx(&config, sum, total, (const int *)b, n)));
#ifdef BUG
  cudaMemcpy(&result, total, sizeof result,
             cudaMemcpyDeviceToHost); // the stream does not wait for the default one
#else
  cudaMemcpyAsync(&result, total, sizeof result, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
#endif
  printf("%d\n", result);
  cudaHostUnregister(host);

  // What a kernel needs.
  cudaFuncAttributes f;
  cudaFuncGetAttributes(&f, twice);
  int blocks, grid, block;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, twice, 256, 0);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, sum);
  printf("%zu bytes, %d threads at most, %d blocks, a block of %d\n", f.sharedSizeBytes, f.maxThreadsPerBlock,
         blocks, block >= 128);

  // Managed memory.
  int *managed;
  cudaMallocManaged(&managed, N * sizeof *managed);
  for (int i = 0; i < N; i++) managed[i] = 1;
  cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
  printf("%s",
         cudaGetErrorName(cudaMemAdvise(managed, N * sizeof *managed, cudaMemAdviseSetReadMostly, device)));
  printf(" %s\n", cudaGetErrorName(cudaMemPrefetchAsync(managed, N * sizeof *managed, device, 0, s)));
  twice<<<2, 256, 0, s>>>(managed, managed, N);
  cudaStreamSynchronize(s);
  printf("%d\n", managed[N - 1]);

  // Pitched and three-dimensional memory.
  cudaPitchedPtr box;
  cudaExtent extent = make_cudaExtent(6 * sizeof(int), 5, 4);
  cudaMalloc3D(&box, extent);
  int cube[4][5][6], back[4][5][6];
  for (int i = 0; i < 120; i++) (&cube[0][0][0])[i] = i;
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(cube, 6 * sizeof(int), 6, 5);
  copy.dstPtr = box;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  cudaMemset2DAsync(box.ptr, box.pitch, 0, 2 * sizeof(int), 5, 0);
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(back, 6 * sizeof(int), 6, 5);
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&copy);
  printf("%d %d %d\n", back[3][4][5], back[0][4][1], back[1][4][1]);

  // A time between two records: of the emulator here, so nobody prints it.
  cudaEvent_t from, to;
  float ms = -1;
  cudaEventCreate(&from);
  cudaEventCreate(&to);
  cudaEventRecord(from, s);
  cudaEventRecord(to, s);
  cudaEventSynchronize(to);
  cudaError_t timed = cudaEventElapsedTime(&ms, from, to);
  printf("%s %d\n", cudaGetErrorName(timed), ms >= 0);
  cudaEventDestroy(from);
  cudaEventDestroy(to);

  cudaFree(box.ptr);
  cudaFree(managed);
  cudaFreeAsync(a, s);
  cudaFreeAsync(b, s);
  cudaFreeAsync(total, s);
  cudaStreamSynchronize(s);
  cudaMemPoolDestroy(pool);
  cudaStreamDestroy(s);
  free(host);
  return 0;
}
