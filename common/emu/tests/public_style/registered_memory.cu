// shows: the runtime API | kernels on memory that `cudaHostRegister` has pinned, by its own address and by `cudaHostGetDevicePointer`; what a pointer is
// compared: H200, CUDA 13.0, 2026-11-24
// A program's own arrays, pinned where they are: kernels read and write them in place.
// bug: race-global
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                          \
  do {                                                                                                       \
    cudaError_t e = (call);                                                                                  \
    if (e != cudaSuccess) {                                                                                  \
      printf("%s: %s\n", #call, cudaGetErrorString(e));                                                      \
      exit(1);                                                                                               \
    }                                                                                                        \
  } while (0)

const int N = 1000;

struct totals {
  unsigned long long sum;
  int largest;
};

__global__ void scale(float *x, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

__global__ void collect(const float *x, int n, totals *t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#ifdef BUG
  t->sum += (unsigned long long)x[i];
#else
  atomicAdd(&t->sum, (unsigned long long)x[i]);
#endif
  atomicMax(&t->largest, (int)x[i]);
}

int main() {
  float *x = (float *)malloc(N * sizeof *x), *on_device;
  totals t = {};
  for (int i = 0; i < N; i++) x[i] = i;
  CHECK(cudaHostRegister(x, N * sizeof *x, cudaHostRegisterMapped | cudaHostRegisterPortable));
  CHECK(cudaHostRegister(&t, sizeof t, cudaHostRegisterDefault));
  printf("twice: %s\n", cudaGetErrorName(cudaHostRegister(x, N * sizeof *x, cudaHostRegisterDefault)));
  CHECK(cudaHostGetDevicePointer((void **)&on_device, x, 0));

  scale<<<(N + 127) / 128, 128>>>(on_device, 2, N);
  scale<<<(N + 127) / 128, 128>>>(x, 2, N); // addresses are unified
  collect<<<(N + 127) / 128, 128>>>(x, N, &t);
  CHECK(cudaDeviceSynchronize());
  printf("x[1] %g, x[%d] %g, sum %llu, largest %d\n", x[1], N - 1, x[N - 1], t.sum, t.largest);

  cudaPointerAttributes a;
  CHECK(cudaPointerGetAttributes(&a, x + 10));
  printf("pinned: %d, at its own address: %d\n", a.type == cudaMemoryTypeHost, a.devicePointer == x + 10);
  CHECK(cudaHostUnregister(x));
  CHECK(cudaHostUnregister(&t));
  printf("again: %s\n", cudaGetErrorName(cudaHostUnregister(x)));
  CHECK(cudaPointerGetAttributes(&a, x + 10));
  printf("pinned: %d\n", a.type == cudaMemoryTypeHost);
  free(x);
}
