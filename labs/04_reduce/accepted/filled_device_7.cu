// expect: pass 7_multi_block global_load_requests on emu
// form: reductions of cooperative groups, and a grid that fills a device: at this size four elements a thread.
#include "repeat.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <typename T> __global__ void sum(const T *in, int64_t n, T *out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ T part[32];
  T v = 0;
  for (int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x; i < n;
       i += (int64_t)blockDim.x * gridDim.x)
    v += in[i];
  v = cg::reduce(warp, v, cg::plus<T>());
  if (warp.thread_rank() == 0) part[warp.meta_group_rank()] = v;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    v = warp.thread_rank() < warp.meta_group_size() ? part[warp.thread_rank()] : T(0);
    v = cg::reduce(warp, v, cg::plus<T>());
    if (warp.thread_rank() == 0) out[blockIdx.x] = v;
  }
}
template <typename T> int run(const T *in, int64_t n, T *scratch, T *out) {
  int blocks = 512;
  sum<<<blocks, 512>>>(in, n, scratch);
  sum<<<1, 512>>>(scratch, blocks, out);
  return cudaGetLastError();
}
int reduce_7_multi_block(const float *in, int64_t n, float *scratch, float *out) {
  return run(in, n, scratch, out);
}
int reduce_7_multi_block_int(const int *in, int64_t n, int *scratch, int *out) {
  return run(in, n, scratch, out);
}
