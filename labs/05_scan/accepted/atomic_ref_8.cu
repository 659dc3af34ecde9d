// expect: pass 8_stream_compaction on emu
// form: 1024 threads, votes; the count so far goes from tile to tile by cuda::atomic_ref, released and acquired.
#include "scan.h"
#include <cuda/atomic>
#include <cuda_runtime.h>
constexpr int NT = 1024, IT = 4;
using flag_t = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;
__global__ __launch_bounds__(NT) void compact(const int *in, int64_t n, unsigned long long *scratch, int *out,
                                              int64_t *count, int64_t tiles) {
  __shared__ unsigned tile_s, wsum[33];
  __shared__ unsigned long long before_s;
  __shared__ int keep[NT * IT];
  if (threadIdx.x == 0) tile_s = (unsigned)atomicAdd(scratch, 1ull);
  __syncthreads();
  const int64_t tile = tile_s, base = tile * NT * IT;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int64_t w0 = base + warp * 32 * IT;
  int x[IT];
  unsigned at[IT], c = 0;
  for (int k = 0; k < IT; k++) {
    const int64_t i = w0 + k * 32 + lane;
    x[k] = i < n ? in[i] : -1;
    const unsigned m = __ballot_sync(~0u, x[k] > 0);
    at[k] = c + __popc(m & ((1u << lane) - 1));
    c += __popc(m);
  }
  if (lane == 0) wsum[warp] = c;
  __syncthreads();
  if (warp == 0) {
    unsigned v = wsum[lane], s = v;
    for (int d = 1; d < 32; d *= 2) {
      unsigned u = __shfl_up_sync(~0u, s, d);
      if (lane >= d) s += u;
    }
    wsum[lane] = s - v;
    if (lane == 31) {
      wsum[32] = s;
      unsigned long long before = 0;
      if (tile > 0) {
        flag_t prev(scratch[tile]);
        while ((before = prev.load(cuda::memory_order_acquire)) == 0) {
        }
        before -= 1;
      }
      flag_t(scratch[tile + 1]).store(before + s + 1, cuda::memory_order_release);
      before_s = before;
      if (tile == tiles - 1) *count = before + s;
    }
  }
  __syncthreads();
  for (int k = 0; k < IT; k++)
    if (x[k] > 0) keep[wsum[warp] + at[k]] = x[k];
  __syncthreads();
  for (unsigned k = threadIdx.x; k < wsum[32]; k += NT) out[before_s + k] = keep[k];
}
int scan_8_stream_compaction(const int *in, int64_t n, uint64_t *scratch, int *out, int64_t *count) {
  if (n == 0) return cudaMemsetAsync(count, 0, sizeof *count);
  const int64_t tiles = (n + NT * IT - 1) / (NT * IT);
  if (auto e = cudaMemsetAsync(scratch, 0, (tiles + 1) * 8)) return e;
  compact<<<(unsigned)tiles, NT>>>(in, n, (unsigned long long *)scratch, out, count, tiles);
  return cudaGetLastError();
}
