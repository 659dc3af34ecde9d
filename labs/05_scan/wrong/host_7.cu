// expect: inefficient 7_look_back global_load_bytes on emu
// fault: the host scans; the kernel only stores again what it finds.
#include "scan.h"
#define scan_7_look_back     reference
#define scan_7_look_back_int reference_int
#include "../solution.cu"
#undef scan_7_look_back
#undef scan_7_look_back_int

template <typename T> __global__ void store_again(T *out, int64_t n) {
  int64_t i = (int64_t)blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = out[i];
}

template <typename T> static int host_scan(const T *in, int64_t n, int exclusive, T *out) {
  if (n == 0) return 0;
  T *copy = (T *)malloc(n * sizeof(T)), sum = 0;
  cudaMemcpy(copy, in, n * sizeof(T), cudaMemcpyDeviceToHost);
  for (int64_t i = 0; i < n; i++) {
    T before = sum;
    sum += copy[i];
    copy[i] = exclusive ? before : sum;
  }
  cudaMemcpy(out, copy, n * sizeof(T), cudaMemcpyHostToDevice);
  free(copy);
  store_again<<<tiles_of(n, BLOCK), BLOCK>>>(out, n < WARP ? n : n / WARP);
  return cudaGetLastError();
}

int scan_7_look_back(const float *in, int64_t n, int exclusive, uint64_t *scratch, float *out) {
  (void)scratch;
  return host_scan(in, n, exclusive, out);
}

int scan_7_look_back_int(const int *in, int64_t n, int exclusive, uint64_t *scratch, int *out) {
  (void)scratch;
  return host_scan((const unsigned *)in, n, exclusive, (unsigned *)out);
}
