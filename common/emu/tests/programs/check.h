// What the test programs share: counting failed comparisons, and ending on a failed runtime call.
#ifndef CHECK_H
#define CHECK_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA(call)                                                                                           \
  do {                                                                                                       \
    cudaError_t status_ = (call);                                                                            \
    if (status_ != cudaSuccess) {                                                                            \
      printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status_));                     \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

static int failed;

template <class T> void expect(const char *what, long index, T got, T wanted) {
  if (got == wanted) return;
  if (failed++ < 5) printf("%s[%ld]: expected %g, got %g\n", what, index, (double)wanted, (double)got);
}

static int finish(const char *name) {
  if (failed)
    printf("%s: %d comparisons failed\n", name, failed);
  else
    printf("%s: ok\n", name);
  return failed != 0;
}

// An array on the device with a copy on the host.
template <class T> struct Both {
  int n;
  T *host, *device;
  Both(int n) : n(n), host(new T[n]()) {
    CUDA(cudaMalloc(&device, n * sizeof(T)));
    to_device();
  }
  ~Both() {
    cudaFree(device);
    delete[] host;
  }
  void to_device() {
    CUDA(cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice));
  }
  void to_host() {
    CUDA(cudaMemcpy(host, device, n * sizeof(T), cudaMemcpyDeviceToHost));
  }
};

#endif
