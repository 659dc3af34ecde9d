// expect: pass 2_softmax_online
// form: Milakov and Gimelshein, "Online normalizer calculation for softmax", 2018, with a tree of pairs in shared memory.
#include "dnn.h"
#include <cuda_runtime.h>

struct __align__(8) MD {
  float m, d;
};

__device__ MD reduce_md(MD a, MD b) {
  MD bigger = a.m > b.m ? a : b, smaller = a.m > b.m ? b : a;
  MD both;
  both.d = bigger.d + smaller.d * __expf(smaller.m - bigger.m);
  both.m = bigger.m;
  return both;
}

__global__ void online_tree(const float *in, int64_t columns, float *out) {
  __shared__ MD pairs[256];
  const float *x = in + blockIdx.x * columns;
  float *y = out + blockIdx.x * columns;
  MD own = {-3.4e38f, 0}; // a finite number: no difference of two infinities
  for (int64_t i = threadIdx.x; i < columns; i += 256) {
    float v = x[i];
    if (v > own.m) {
      own.d = own.d * __expf(own.m - v) + (v == INFINITY ? NAN : 1);
      own.m = v;
    } else {
      own.d += __expf(v - own.m);
    }
  }
  pairs[threadIdx.x] = own;
  __syncthreads();
  for (int half = 128; half >= 1; half /= 2) {
    if (threadIdx.x < half) pairs[threadIdx.x] = reduce_md(pairs[threadIdx.x], pairs[threadIdx.x + half]);
    __syncthreads();
  }
  MD total = pairs[0];
  float inverse = total.d == 0 ? 0 : 1 / total.d;
  for (int64_t i = threadIdx.x; i < columns; i += 256) y[i] = __expf(x[i] - total.m) * inverse;
}

int dnn_2_softmax_online(const float *in, int64_t rows, int64_t columns, float *out) {
  if (rows > 0) online_tree<<<(unsigned)rows, 256>>>(in, columns, out);
  return cudaGetLastError();
}
