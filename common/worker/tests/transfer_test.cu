// Large copies in pieces and digests of device memory, on the emulator: pieces are small here.
#include "worker/transfer.h"
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef cudaEventSynchronize // the twin
extern "C" cudaError_t cudaEventSynchronize(cudaEvent_t) {
  return cudaSuccess;
}
#endif

static int failed;
#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) failed = 1, printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);             \
  } while (0)

static unsigned char byte_of(size_t i) {
  return (unsigned char)(i * 2654435761u >> 13);
}

// There and back, `off` bytes from a boundary: every byte arrives, and none beside them changes.
static void test_copies(size_t bytes, size_t off) {
  enum { AROUND = 64 };
  unsigned char *host = (unsigned char *)malloc(bytes + 2 * AROUND), *device;
  unsigned char *back = (unsigned char *)malloc(bytes + 2 * AROUND);
  for (size_t i = 0; i < bytes + 2 * AROUND; i++) host[i] = byte_of(i);
  memset(back, 0xAA, bytes + 2 * AROUND);
  CHECK(cudaMalloc(&device, bytes + AROUND) == cudaSuccess);
  CHECK(transfer_to_device(device + off, host + AROUND, bytes) == cudaSuccess);
  CHECK(transfer_to_host(back + AROUND, device + off, bytes) == cudaSuccess);
  CHECK(memcmp(back + AROUND, host + AROUND, bytes) == 0);
  for (int i = 0; i < AROUND; i++) CHECK(back[i] == 0xAA && back[AROUND + bytes + i] == 0xAA);
  cudaFree(device);
  free(host), free(back);
}

// One byte, two that change places, one added to a word and taken from the next: each makes another digest.
static void test_digest(size_t bytes, size_t off) {
  unsigned char *host = (unsigned char *)malloc(bytes), *device;
  uint64_t as_it_was = 0, digest = 0;
  for (size_t i = 0; i < bytes; i++) host[i] = byte_of(i);
  CHECK(cudaMalloc(&device, bytes + 16) == cudaSuccess);
  cudaMemcpy(device + off, host, bytes, cudaMemcpyHostToDevice);
  CHECK(device_digest(device + off, bytes, &as_it_was) == cudaSuccess);
  CHECK(device_digest(device + off, bytes, &digest) == cudaSuccess && digest == as_it_was);
  for (size_t i = 0; i < bytes; i += bytes / 3) {
    unsigned char other = (unsigned char)(host[i] ^ 1);
    cudaMemcpy(device + off + i, &other, 1, cudaMemcpyHostToDevice);
    CHECK(device_digest(device + off, bytes, &digest) == cudaSuccess && digest != as_it_was);
    cudaMemcpy(device + off + i, &host[i], 1, cudaMemcpyHostToDevice);
  }
  cudaMemcpy(device + off, host + 4, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(device + off + 4, host, 4, cudaMemcpyHostToDevice);
  CHECK(device_digest(device + off, bytes, &digest) == cudaSuccess && digest != as_it_was);
  cudaMemcpy(device + off, host, 8, cudaMemcpyHostToDevice);
  CHECK(device_digest(device + off, bytes, &digest) == cudaSuccess && digest == as_it_was);
  cudaFree(device);
  free(host);
}

int main() {
  const size_t sizes[] = {1, 4095, 4 * 4096, 4 * 4096 + 1, 5 * 4096, 7 * 4096 - 1, 100 * 4096 + 77};
  for (size_t bytes : sizes)
    for (size_t off = 0; off < 3; off++) test_copies(bytes, off);
  for (size_t off = 0; off < 5; off++) test_digest(1000 + off, off);
  puts(failed ? "failed" : "all copies and digests are right");
  return failed;
}
