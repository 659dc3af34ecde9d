// missing: dynamic parallelism | a kernel that waits for its children (as in nvcc since CUDA 12), events in kernels
// says: since CUDA 12 a kernel cannot wait for what it launches
#include <cuda_runtime.h>
__global__ void child() {}
__global__ void parent() {
  child<<<1, 1>>>();
  cudaDeviceSynchronize();
}
int main() {
  parent<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
