// expect: pass 1_five_steps
// form: arrays as objects, allocated, copied and freed in the order of a stream of its own.
#include "vecadd.h"
#include <cuda_runtime.h>
class DeviceVector {
  float *p_ = nullptr;
  cudaStream_t s_;

public:
  cudaError_t status;
  DeviceVector(size_t n, cudaStream_t s) : s_(s) {
    status = cudaMallocAsync(&p_, n * sizeof(float), s);
  }
  ~DeviceVector() {
    if (p_) cudaFreeAsync(p_, s_);
  }
  float *get() const {
    return p_;
  }
};
__global__ void saxpyish(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ z,
                         size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
    z[i] = __ldg(x + i) + __ldg(y + i);
}
int vecadd_1_five_steps(const float *a, const float *b, float *c, int64_t n) {
  if (!n) return 0;
  cudaStream_t s;
  cudaError_t e = cudaStreamCreate(&s);
  if (e) return e;
  {
    DeviceVector da(n, s), db(n, s), dc(n, s);
    for (auto *v : {&da, &db, &dc})
      if (v->status) e = v->status;
    if (!e) e = cudaMemcpyAsync(da.get(), a, n * sizeof(float), cudaMemcpyHostToDevice, s);
    if (!e) e = cudaMemcpyAsync(db.get(), b, n * sizeof(float), cudaMemcpyHostToDevice, s);
    if (!e) {
      saxpyish<<<dim3(128), dim3(192), 0, s>>>(da.get(), db.get(), dc.get(), n);
      e = cudaGetLastError();
    }
    if (!e) e = cudaMemcpyAsync(c, dc.get(), n * sizeof(float), cudaMemcpyDeviceToHost, s);
  }
  cudaError_t w = cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  return e ? e : w;
}
