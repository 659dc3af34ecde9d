// Barriers and pipelines of <cuda/barrier> and <cuda/pipeline>, copies that they wait for, and a launch by a configuration.
// shows: `cuda::` | `cuda::barrier`, `cuda::pipeline` of a thread or a block, `cuda::memcpy_async`, `cudaLaunchKernelEx`
// compared: H100, CUDA 13.0, 2026-11-23
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void bars(int *o, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[128];
  auto b = cg::this_thread_block();
  if (b.thread_rank() == 0) init(&bar, b.size());
  b.sync();
  for (int turn = 0; turn < 3; turn++) {
    s[threadIdx.x] = turn * 100 + threadIdx.x;
    auto token = bar.arrive();
    bar.wait(std::move(token));
    o[turn * n + threadIdx.x] = s[(threadIdx.x + 37) % n];
    bar.arrive_and_wait();
  }
}
__global__ void copies(const int *in, int *o, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  extern __shared__ int s[];
  auto b = cg::this_thread_block();
  if (b.thread_rank() == 0) init(&bar, b.size());
  b.sync();
  cuda::memcpy_async(b, s, in, sizeof(int) * n, bar);
  bar.arrive_and_wait();
  o[threadIdx.x] = s[n - 1 - threadIdx.x];
}
__global__ void pipes(const int *in, int *o, int batches) {
  constexpr int stages = 2;
  __shared__ int buf[stages][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto b = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(b, &state);
  int sum = 0;
  for (int c = 0, f = 0; c < batches; c++) {
    for (; f < batches && f < c + stages; f++) {
      pipe.producer_acquire();
      cuda::memcpy_async(b, buf[f % stages], in + f * 64, sizeof(int) * 64, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += buf[c % stages][63 - threadIdx.x];
    pipe.consumer_release();
  }
  o[threadIdx.x] = sum;
}
__global__ void mine(const int4 *in, int4 *o) {
  __shared__ int4 s[64];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  o[threadIdx.x] = s[threadIdx.x];
  pipe.consumer_release();
}
__global__ void add(int *o, int a, float b) {
  o[threadIdx.x + blockIdx.x * blockDim.x] += a + (int)b;
}
int main() {
  int *i, *o;
  cudaMallocManaged(&i, 4096);
  cudaMallocManaged(&o, 4096);
  for (int k = 0; k < 1024; k++) i[k] = k * 3;
  bars<<<1, 64>>>(o, 64);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int k = 0; k < 192; k++) sum += (long)o[k] * (k % 7 + 1);
  printf("%ld\n", sum);
  copies<<<1, 128, 512>>>(i, o, 128);
  cudaDeviceSynchronize();
  printf("%d %d\n", o[0], o[127]);
  pipes<<<1, 64>>>(i, o, 5);
  cudaDeviceSynchronize();
  printf("%d %d\n", o[0], o[63]);
  mine<<<1, 64>>>((int4 *)i, (int4 *)o);
  cudaDeviceSynchronize();
  printf("%d %d\n", o[0], o[255]);
  cudaLaunchConfig_t c = {0};
  c.gridDim = 2;
  c.blockDim = 16;
  printf("%d\n", (int)cudaLaunchKernelEx(&c, add, o, 5, 2.5));
  cudaDeviceSynchronize();
  printf("%d %d %s\n", o[0], o[31], cudaGetErrorString(cudaGetLastError()));
  cudaFree(i);
  cudaFree(o);
}
