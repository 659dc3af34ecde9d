// What a device query asks: properties, attributes, flags, limits, names of errors.
// shows: the runtime API | every field of `cudaDeviceProp`, every attribute, device flags, limits, all error codes
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t err = (call);                                                                                \
    if (err != cudaSuccess) {                                                                                \
      printf("%s: %s\n", #call, cudaGetErrorString(err));                                                    \
      return 1;                                                                                              \
    }                                                                                                        \
  } while (0)

int main() {
  cudaDeviceProp p;
  CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  CHECK(cudaGetDeviceProperties(&p, 0));
  printf("warp %d, %d threads a block, block %d x %d x %d\n", p.warpSize, p.maxThreadsPerBlock,
         p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
  printf("grid %d x %d x %d, constant %zu, shared %zu, registers %d\n", p.maxGridSize[0], p.maxGridSize[1],
         p.maxGridSize[2], p.totalConstMem, p.sharedMemPerBlock, p.regsPerBlock);
  printf("texture 1D %d, 2D %d x %d, 3D %d x %d x %d, layers %d, alignment %zu %zu\n", p.maxTexture1D,
         p.maxTexture2D[0], p.maxTexture2D[1], p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2],
         p.maxTexture2DLayered[2], p.textureAlignment, p.texturePitchAlignment);
  printf("pitch %zu, %d threads a multiprocessor, unified %d, managed %d, cooperative %d, map %d\n",
         p.memPitch, p.maxThreadsPerMultiProcessor, p.unifiedAddressing, p.managedMemory, p.cooperativeLaunch,
         p.canMapHostMemory);
  int same = 0, value;
#define SAME(attribute, field)                                                                               \
  CHECK(cudaDeviceGetAttribute(&value, attribute, 0));                                                       \
  same += value == (int)p.field
  SAME(cudaDevAttrMaxThreadsPerBlock, maxThreadsPerBlock);
  SAME(cudaDevAttrMultiProcessorCount, multiProcessorCount);
  SAME(cudaDevAttrMaxTexture2DWidth, maxTexture2D[0]);
  SAME(cudaDevAttrMaxTexture3DDepth, maxTexture3D[2]);
  SAME(cudaDevAttrMaxSurface2DLayeredLayers, maxSurface2DLayered[2]);
  SAME(cudaDevAttrL2CacheSize, l2CacheSize);
  SAME(cudaDevAttrAsyncEngineCount, asyncEngineCount);
  SAME(cudaDevAttrEccEnabled, ECCEnabled);
  SAME(cudaDevAttrComputeCapabilityMinor, minor);
  SAME(cudaDevAttrMaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, 0));
  printf("%d attributes are their properties, a clock %d\n", same, value > 100000);
  size_t heap;
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
  CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
  printf("%zu, %s, %s\n", heap, cudaGetErrorName(cudaErrorECCUncorrectable),
         cudaGetErrorString(cudaErrorPeerAccessNotEnabled));
}
