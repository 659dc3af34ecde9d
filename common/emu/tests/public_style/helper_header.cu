// Vector addition with the macros of a sample's helper header, which asks by guards what has been included.
// shows: guards and macros | the guards that sample headers test, `<cuda.h>` without driver calls, `__CUDACC_VER_MAJOR__`
// bug: out-of-bounds
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifdef __DRIVER_TYPES_H__
static const char *errorName(cudaError_t error) {
  return cudaGetErrorName(error);
}
#endif
#ifdef CUBLAS_API_H_
#error "nothing has included cuBLAS"
#endif
template <typename T> void check(T result, const char *const what, const char *const file, int const line) {
  if (!result) return;
  fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, (unsigned)result,
          errorName(result), what);
  exit(EXIT_FAILURE);
}
#define checkCudaErrors(val)  check((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) checkLast(msg, __FILE__, __LINE__)
inline void checkLast(const char *message, const char *file, int line) {
  cudaError_t err = cudaGetLastError();
  if (cudaSuccess == err) return;
  fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line, message, (int)err,
          cudaGetErrorString(err));
  exit(EXIT_FAILURE);
}
#ifdef __CUDA_RUNTIME_H__
inline int findDevice() {
  int count = 0, mode = -1, major = 0, minor = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  checkCudaErrors(cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0));
  checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0));
  checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0));
  if (count == 0 || mode == cudaComputeModeProhibited || major < 1) exit(EXIT_WAIVED);
  checkCudaErrors(cudaSetDevice(0));
  return 0;
}
#endif
#if !defined(__CUDACC_VER_MAJOR__) || CUDA_VERSION < 9000 || CUDART_VERSION < 9000
#error "an old compiler"
#endif

__global__ void vectorAdd(const float *A, const float *B, float *C, int numElements) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
#ifdef BUG
  C[i] = A[i] + B[i];
#else
  if (i < numElements) C[i] = A[i] + B[i] + 0.0f;
#endif
}

int main(void) {
  CUresult none = CUDA_SUCCESS;
  CUdeviceptr address = 0;
  findDevice();
  int numElements = 5000;
  size_t size = numElements * sizeof(float);
  float *h_A = (float *)malloc(size), *h_B = (float *)malloc(size), *h_C = (float *)malloc(size);
  for (int i = 0; i < numElements; ++i) h_A[i] = i % 17, h_B[i] = i % 23;
  float *d_A = NULL, *d_B = NULL, *d_C = NULL;
  checkCudaErrors(cudaMalloc((void **)&d_A, size));
  checkCudaErrors(cudaMalloc((void **)&d_B, size));
  checkCudaErrors(cudaMalloc((void **)&d_C, size));
  checkCudaErrors(cudaMemcpy(d_A, h_A, size, cudaMemcpyHostToDevice));
  checkCudaErrors(cudaMemcpy(d_B, h_B, size, cudaMemcpyHostToDevice));
  int threadsPerBlock = 256, blocksPerGrid = (numElements + threadsPerBlock - 1) / threadsPerBlock;
  printf("CUDA kernel launch with %d blocks of %d threads\n", blocksPerGrid, threadsPerBlock);
  vectorAdd<<<blocksPerGrid, threadsPerBlock>>>(d_A, d_B, d_C, numElements);
  getLastCudaError("vectorAdd");
  checkCudaErrors(cudaMemcpy(h_C, d_C, size, cudaMemcpyDeviceToHost));
  for (int i = 0; i < numElements; ++i)
    if (h_A[i] + h_B[i] != h_C[i]) {
      fprintf(stderr, "Result verification failed at element %d!\n", i);
      exit(EXIT_FAILURE);
    }
  printf("Test PASSED %d %d\n", (int)none, (int)address);
  checkCudaErrors(cudaFree(d_A));
  checkCudaErrors(cudaFree(d_B));
  checkCudaErrors(cudaFree(d_C));
  free(h_A), free(h_B), free(h_C);
  return 0;
}
