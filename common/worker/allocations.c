// Keeps count of the device memory that the runtime's calls allocate and free, by the linker's --wrap (allocations.ld).
#include "worker/allocations.h"
#include <cuda_runtime_api.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static struct held {
  const void *memory;
  int64_t bytes;
} * list;
static size_t n, room;
static int64_t sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int64_t allocations_held(void) {
  pthread_mutex_lock(&lock);
  int64_t held = sum;
  pthread_mutex_unlock(&lock);
  return held;
}

static void keep(const void *memory, int64_t bytes) {
  if (!memory) return;
  pthread_mutex_lock(&lock);
  if (n == room) list = realloc(list, (room = 2 * room + 64) * sizeof *list);
  if (!list) {
    fprintf(stderr, "no memory for a list of allocations\n");
    abort();
  }
  list[n++] = (struct held){memory, bytes};
  sum += bytes;
  pthread_mutex_unlock(&lock);
}

// What is held of this memory, 0 if nothing is, is held no more. Before it is freed: afterwards another thread may get it.
static int64_t let_go(const void *memory) {
  int64_t bytes = 0;
  pthread_mutex_lock(&lock);
  size_t i = n;
  while (i > 0 && list[i - 1].memory != memory) i--;
  if (i > 0) {
    bytes = list[i - 1].bytes;
    list[i - 1] = list[--n];
  }
  sum -= bytes;
  pthread_mutex_unlock(&lock);
  return bytes;
}

static size_t array_bytes(const struct cudaChannelFormatDesc *d, struct cudaExtent e) {
  size_t texel = (size_t)(d->x + d->y + d->z + d->w) / 8;
  return texel * e.width * (e.height ? e.height : 1) * (e.depth ? e.depth : 1);
}

// The runtime's own function, and the one that is called in its place. What a call writes is read once it has succeeded.
#define WRAP(name, parameters, arguments, memory, bytes)                                                     \
  cudaError_t __real_##name parameters;                                                                      \
  cudaError_t __wrap_##name parameters {                                                                     \
    cudaError_t error = __real_##name arguments;                                                             \
    if (!error) keep(memory, (int64_t)(bytes));                                                              \
    return error;                                                                                            \
  }
#define WRAP_FREE(name, parameters, arguments, memory)                                                       \
  cudaError_t __real_##name parameters;                                                                      \
  cudaError_t __wrap_##name parameters {                                                                     \
    int64_t bytes = let_go(memory);                                                                          \
    cudaError_t error = __real_##name arguments;                                                             \
    if (error && bytes) keep(memory, bytes);                                                                 \
    return error;                                                                                            \
  }

WRAP(cudaMalloc, (void **p, size_t bytes), (p, bytes), *p, bytes)
WRAP(cudaMallocManaged, (void **p, size_t bytes, unsigned flags), (p, bytes, flags), *p, bytes)
WRAP(cudaMallocPitch, (void **p, size_t *pitch, size_t width, size_t height), (p, pitch, width, height), *p,
     *pitch *height)
WRAP(cudaMalloc3D, (struct cudaPitchedPtr * p, struct cudaExtent e), (p, e), p->ptr,
     p->pitch *e.height *e.depth)
WRAP(cudaMallocAsync, (void **p, size_t bytes, cudaStream_t stream), (p, bytes, stream), *p, bytes)
WRAP(cudaMallocFromPoolAsync, (void **p, size_t bytes, cudaMemPool_t pool, cudaStream_t stream),
     (p, bytes, pool, stream), *p, bytes)
WRAP(cudaMallocArray,
     (cudaArray_t * a, const struct cudaChannelFormatDesc *d, size_t width, size_t height, unsigned flags),
     (a, d, width, height, flags), *a, array_bytes(d, (struct cudaExtent){width, height, 0}))
WRAP(cudaMalloc3DArray,
     (cudaArray_t * a, const struct cudaChannelFormatDesc *d, struct cudaExtent e, unsigned flags),
     (a, d, e, flags), *a, array_bytes(d, e))
WRAP(cudaMallocMipmappedArray,
     (cudaMipmappedArray_t * a, const struct cudaChannelFormatDesc *d, struct cudaExtent e, unsigned levels,
      unsigned flags),
     (a, d, e, levels, flags), *a, array_bytes(d, e))
WRAP_FREE(cudaFree, (void *p), (p), p)
WRAP_FREE(cudaFreeAsync, (void *p, cudaStream_t stream), (p, stream), p)
WRAP_FREE(cudaFreeArray, (cudaArray_t a), (a), a)
WRAP_FREE(cudaFreeMipmappedArray, (cudaMipmappedArray_t a), (a), a)
