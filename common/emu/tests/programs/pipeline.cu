// Asynchronous copies: a double-buffered stencil, pieces of every width, filling with zeros, and the
// shows: kernels | `cuda_pipeline.h`: `__pipeline_memcpy_async` and its like
// cooperative form.
// prints: pipeline: ok
#include "check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;
const int tile = 64;

__global__ void sums(const float *in, float *out, int tiles) {
  __shared__ __align__(16) float s[2][tile];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t], sizeof(float));
  __pipeline_commit();
  float sum = 0;
  for (int k = 0; k < tiles; k++) {
    if (k + 1 < tiles) __pipeline_memcpy_async(&s[(k + 1) % 2][t], &in[(k + 1) * tile + t], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[k % 2][t] + s[k % 2][(t + 1) % tile];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void widths(const float *in, float *out, int n) {
  extern __shared__ float4 room[];
  int t = threadIdx.x;
  float *s = (float *)room;
  if (t < n / 4) __pipeline_memcpy_async(&room[t], &((const float4 *)in)[t], 16);
  if (t < n / 2) __pipeline_memcpy_async(s + n + 2 * t, in + 2 * t, 8);
  if (t < n) __pipeline_memcpy_async(s + 2 * n + t, t % 2 ? in : in + t, 4, t % 2 ? 4 : 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = t; i < 3 * n; i += blockDim.x) out[i] = s[i];
}

__global__ void together(const int *in, int *out, int n) {
  extern __shared__ int whole[];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, whole, in, sizeof(int) * n);
  cg::wait(block);
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = whole[n - 1 - i];
}

int main() {
  const int tiles = 5;
  Both<float> in(tiles * tile), out(3 * 64);
  for (int i = 0; i < tiles * tile; i++) in.host[i] = (float)(i % 17);
  in.to_device();
  sums<<<1, tile>>>(in.device, out.device, tiles);
  out.to_host();
  for (int t = 0; t < tile; t++) {
    float sum = 0;
    for (int k = 0; k < tiles; k++) sum += in.host[k * tile + t] + in.host[k * tile + (t + 1) % tile];
    expect("sum", t, out.host[t], sum);
  }
  widths<<<1, 64, 3 * 64 * sizeof(float)>>>(in.device, out.device, 64);
  out.to_host();
  for (int i = 0; i < 192; i++)
    expect("width", i, out.host[i], i < 128 || i % 2 == 0 ? in.host[i % 64] : 0.0f);
  Both<int> a(100), b(100);
  for (int i = 0; i < 100; i++) a.host[i] = 3 * i;
  a.to_device();
  together<<<1, 32, 100 * sizeof(int)>>>(a.device, b.device, 100);
  b.to_host();
  for (int i = 0; i < 100; i++) expect("together", i, b.host[i], 3 * (99 - i));
  return finish("pipeline");
}
