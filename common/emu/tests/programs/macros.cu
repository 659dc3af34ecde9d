// Launches that are hard to read: in macros, lambdas and branches, between comments and conditionals.
// prints: macros: ok "k<<<1, 2>>>(x)" /* __shared__ */
#include "check.h"
#include "pieces.cuh"

#define HD __host__ __device__
#define LAUNCH(kernel, blocks, threads, ...)                                                                 \
  do {                                                                                                       \
    kernel<<<(blocks), (threads)>>>(__VA_ARGS__);                                                            \
    CUDA(cudaGetLastError());                                                                                \
  } while (0)
#define KERNEL(name, value)                                                                                  \
  __global__ void name##_kernel(int *out) {                                                                  \
    static __shared__ int s[32];                                                                             \
    s[threadIdx.x] = value;                                                                                  \
    __syncthreads();                                                                                         \
    out[threadIdx.x] = s[31 - threadIdx.x];                                                                  \
  }
#define RUN(name, out) name##_kernel<<<1, 32>>>(out)

KERNEL(lanes, threadIdx.x)
KERNEL(sevens, 7)

HD int twice(int x) {
  return 2 * x;
}

__global__ void add(int *out, int v) {
  out[threadIdx.x] += twice(v);
}

template <int N> void launch_several(int *out) {
  for (int i = 0; i < N; i++) add<<<1, 32>>>(out, i);
  auto launch = [=](int v) {
    add<<<1, // a comment with >>> in it
          32 /* and <<< here */>>>(out, v);
  };
  launch(N);
}

static int grid() {
  return 1;
}

int main() {
  Both<int> out(32);
  RUN(lanes, out.device);
  out.to_host();
  for (int i = 0; i < 32; i++) expect("lanes", i, out.host[i], 31 - i);
  RUN(sevens, out.device);
  LAUNCH(add, grid(), 32, out.device, 4);
  out.to_host();
  for (int i = 0; i < 32; i++) expect("sevens", i, out.host[i], 15);
  launch_several<3>(out.device);
  out.to_host();
  for (int i = 0; i < 32; i++) expect("several", i, out.host[i], 15 + 2 * (0 + 1 + 2 + 3));
  if (out.n > 100)
    add<<<1, 32>>>(out.device, 1000);
  else
    add<<<grid(), dim3(32, 1)>>>(out.device, 1);
  (add)<<<1, 32>>>(out.device, 1);
  pieces::clear_tail<<<1, 16>>>(out.device + 16);
  pieces::launch_clear(out.device + 8, 4);
  out.to_host();
  for (int i = 0; i < 32; i++) expect("end", i, out.host[i], i >= 16 || (i >= 8 && i < 12) ? 0 : 31);
#if 0
  This is not C++: do not translate k<<<1, here
#endif
  if (failed) return finish("macros");
  printf("macros: ok %s\n", "\"k<<<1, 2>>>(x)\" /* __shared__ */");
  return 0;
}
