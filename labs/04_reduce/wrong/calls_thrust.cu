// expect: rejected 3_sequential
// fault: [library] calls the library that the lab is measured against.
#include "reduce.h"
#define reduce_3_sequential reference_sequential
#include "../solution.cu"
#undef reduce_3_sequential
#include <thrust/device_ptr.h> // fault
#include <thrust/reduce.h>

int reduce_3_sequential(const float *in, int64_t n, float *, float *out) {
  thrust::device_ptr<const float> first(in);
  float sum = thrust::reduce(first, first + n);
  return cudaMemcpy(out, &sum, sizeof sum, cudaMemcpyHostToDevice);
}
