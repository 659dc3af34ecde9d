// What allocations.c counts as held, in front of an allocator that needs no GPU.
#include "worker/allocations.h"
#include "plain_allocator.h"
#include <cuda_runtime_api.h>
#include <inttypes.h>
#include <stdio.h>

static int failed;

static void expect_held(int64_t expected, const char *when) {
  if (allocations_held() == expected) return;
  printf("%s: expected %" PRId64 " bytes to be held, counted %" PRId64 "\n", when, expected,
         allocations_held());
  failed = 1;
}

static void expect_error(cudaError_t error, int fails, const char *when) {
  if (!error == !fails) return;
  printf("%s: expected the call to %s\n", when, fails ? "fail" : "succeed");
  failed = 1;
}

static char nothing_of_cuda[1]; // where a pointer may point before a call writes it

// ---- each call that allocates, and the one that frees what it gave ----

static void *given;
static const struct cudaChannelFormatDesc floats = {32, 0, 0, 0, cudaChannelFormatKindFloat};
static const struct cudaExtent extent = {3, 5, 2};

static cudaError_t by_malloc(void) {
  return cudaMalloc(&given, 10);
}
static cudaError_t by_managed(void) {
  return cudaMallocManaged(&given, 11, cudaMemAttachGlobal);
}
static cudaError_t by_pitch(void) {
  size_t pitch = 1000;
  return cudaMallocPitch(&given, &pitch, 33, 3);
}
static cudaError_t by_3d(void) {
  struct cudaPitchedPtr p = {given, 1000, 0, 0};
  cudaError_t error = cudaMalloc3D(&p, extent);
  given = p.ptr;
  return error;
}
static cudaError_t by_async(void) {
  return cudaMallocAsync(&given, 12, 0);
}
static cudaError_t by_pool(void) {
  return cudaMallocFromPoolAsync(&given, 13, 0, 0);
}
static cudaError_t by_array(void) {
  return cudaMallocArray((cudaArray_t *)&given, &floats, 3, 0, 0);
}
static cudaError_t by_3d_array(void) {
  return cudaMalloc3DArray((cudaArray_t *)&given, &floats, extent, 0);
}
static cudaError_t by_mipmapped(void) {
  return cudaMallocMipmappedArray((cudaMipmappedArray_t *)&given, &floats, extent, 1, 0);
}
static cudaError_t free_async(void *p) {
  return cudaFreeAsync(p, 0);
}
static cudaError_t free_array(void *p) {
  return cudaFreeArray(p);
}
static cudaError_t free_mipmapped(void *p) {
  return cudaFreeMipmappedArray(p);
}

static const struct way {
  const char *name;
  cudaError_t (*allocate)(void);
  cudaError_t (*free)(void *);
  int64_t bytes;
} ways[] = {
    {"cudaMalloc", by_malloc, cudaFree, 10},
    {"cudaMallocManaged", by_managed, cudaFree, 11},
    {"cudaMallocPitch", by_pitch, cudaFree, INT64_C(64) * 3},
    {"cudaMalloc3D", by_3d, cudaFree, INT64_C(32) * 5 * 2},
    {"cudaMallocAsync", by_async, free_async, 12},
    {"cudaMallocFromPoolAsync", by_pool, free_async, 13},
    {"cudaMallocArray", by_array, free_array, INT64_C(4) * 3},
    {"cudaMalloc3DArray", by_3d_array, free_array, INT64_C(4) * 30},
    {"cudaMallocMipmappedArray", by_mipmapped, free_mipmapped, INT64_C(4) * 30},
};

static void check_way(const struct way *w) {
  given = nothing_of_cuda;
  plain_fails = 1;
  expect_error(w->allocate(), 1, w->name);
  expect_held(0, "after a failed allocation");
  for (int before = 0; before < 2; before++) { // the pointer is null before the call, and is not
    given = before ? nothing_of_cuda : NULL;
    expect_error(w->allocate(), 0, w->name);
    expect_held(w->bytes, w->name);
    plain_fails = 1;
    expect_error(w->free(given), 1, w->name);
    expect_held(w->bytes, "after a failed free");
    expect_error(w->free(NULL), 0, w->name);
    expect_held(w->bytes, "after a free of null");
    expect_error(w->free(nothing_of_cuda), 1, w->name);
    expect_held(w->bytes, "after a free of what is not allocated");
    expect_error(w->free(given), 0, w->name);
    expect_held(0, "after the free");
    expect_error(w->free(given), 1, w->name);
    expect_held(0, "after a second free");
  }
}

// ---- the same memory again, and what is left ----

static void *again;

static void allocate_again(void) {
  cudaMalloc(&again, 40);
}

static void check_reuse(void) {
  void *first = NULL;
  cudaMalloc(&first, 5);
  plain_when_free = allocate_again;
  cudaFree(first);
  if (again != first) printf("expected the freed pointer again\n"), failed = 1;
  expect_held(40, "after memory came again while its free had not returned");
  cudaFree(again);
  expect_held(0, "after it was freed, too");
}

static void check_leak(void) {
  void *p[3] = {NULL, NULL, NULL};
  for (int i = 0; i < 3; i++) cudaMalloc(&p[i], (size_t)100 << i);
  cudaFree(p[1]);
  expect_held(500, "after two of three were forgotten");
  cudaMalloc(&p[0], 7); // its 100 bytes can no more be freed
  cudaFree(p[0]);
  cudaFree(p[2]);
  expect_held(100, "after one was overwritten");
}

int main(void) {
  expect_held(0, "at the beginning");
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) check_way(&ways[i]);
  check_reuse();
  check_leak();
  return failed;
}
