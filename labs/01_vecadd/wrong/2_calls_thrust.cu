// expect: rejected 2_boundary
// fault: [library] leaves the work to a library.
#include <thrust/execution_policy.h> // fault
#include <thrust/functional.h>
#include <thrust/transform.h>
#include "vecadd.h"
#define vecadd_2_boundary reference_vecadd_2_boundary
#include "../solution.cu"
#undef vecadd_2_boundary

int vecadd_2_boundary(const float *a, const float *b, float *c, int64_t n) {
  thrust::transform(thrust::device, a, a + n, b, c, thrust::plus<float>());
  return cudaGetLastError();
}
