// expect: pass 1_five_steps
// form: arrays owned by std::unique_ptr with a deleter; a failed allocation is an exception.
#include "vecadd.h"
#include <cuda_runtime.h>
#include <memory>
#include <stdexcept>
struct DeviceDeleter {
  void operator()(float *p) const {
    cudaFree(p);
  }
};
using device_ptr = std::unique_ptr<float[], DeviceDeleter>;
static device_ptr make(int64_t n) {
  float *p = nullptr;
  if (cudaMalloc(&p, n * sizeof(float)) != cudaSuccess) throw std::runtime_error("cudaMalloc");
  return device_ptr(p);
}
__global__ void add(float const *a, float const *b, float *c, int64_t n) {
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)gridDim.x * blockDim.x)
    c[i] = a[i] + b[i];
}
int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  if (n == 0) return 0;
  try {
    auto da = make(n), db = make(n), dc = make(n);
    cudaError_t e;
    if ((e = cudaMemcpy(da.get(), a, n * 4, cudaMemcpyHostToDevice))) return e;
    if ((e = cudaMemcpy(db.get(), b, n * 4, cudaMemcpyHostToDevice))) return e;
    add<<<32, 512>>>(da.get(), db.get(), dc.get(), n);
    if ((e = cudaPeekAtLastError())) return e;
    return cudaMemcpy(c, dc.get(), n * 4, cudaMemcpyDefault);
  } catch (const std::exception &) {
    return cudaErrorMemoryAllocation;
  }
}
