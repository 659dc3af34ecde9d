// CUDA's calls that allocate and free, in ordinary memory: the first part that is free is given, so a freed pointer comes again.
#include "plain_allocator.h"
#include <cuda_runtime_api.h>

int plain_fails;
void (*plain_when_free)(void);

enum { PARTS = 8, PART = 64 };
static char memory[PARTS][PART];
static int taken[PARTS];

static cudaError_t take(void **p) {
  int fails = plain_fails;
  plain_fails = 0;
  for (int i = 0; i < PARTS && !fails; i++) {
    if (taken[i]) continue;
    taken[i] = 1;
    *p = memory[i];
    return cudaSuccess;
  }
  return cudaErrorMemoryAllocation;
}

static cudaError_t give(void *p) {
  int fails = plain_fails, known = !p;
  plain_fails = 0;
  if (fails) return cudaErrorUnknown;
  for (int i = 0; i < PARTS; i++) {
    if (p != memory[i] || !taken[i]) continue;
    taken[i] = 0;
    known = 1;
  }
  void (*then)(void) = plain_when_free;
  plain_when_free = 0;
  if (then) then();
  return known ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaMalloc(void **p, size_t bytes) {
  (void)bytes;
  return take(p);
}
cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned flags) {
  (void)bytes, (void)flags;
  return take(p);
}
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height) {
  (void)height;
  cudaError_t error = take(p);
  if (!error) *pitch = (width + 31) / 32 * 32;
  return error;
}
cudaError_t cudaMalloc3D(struct cudaPitchedPtr *p, struct cudaExtent e) {
  return cudaMallocPitch(&p->ptr, &p->pitch, e.width, e.height);
}
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t stream) {
  (void)bytes, (void)stream;
  return take(p);
}
cudaError_t cudaMallocFromPoolAsync(void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  (void)bytes, (void)pool, (void)stream;
  return take(p);
}
cudaError_t cudaMallocArray(cudaArray_t *a, const struct cudaChannelFormatDesc *d, size_t width,
                            size_t height, unsigned flags) {
  (void)d, (void)width, (void)height, (void)flags;
  return take((void **)a);
}
cudaError_t cudaMalloc3DArray(cudaArray_t *a, const struct cudaChannelFormatDesc *d, struct cudaExtent e,
                              unsigned flags) {
  (void)d, (void)e, (void)flags;
  return take((void **)a);
}
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *a, const struct cudaChannelFormatDesc *d,
                                     struct cudaExtent e, unsigned levels, unsigned flags) {
  (void)d, (void)e, (void)levels, (void)flags;
  return take((void **)a);
}
cudaError_t cudaFree(void *p) {
  return give(p);
}
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) {
  (void)stream;
  return give(p);
}
cudaError_t cudaFreeArray(cudaArray_t a) {
  return give(a);
}
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t a) {
  return give(a);
}
