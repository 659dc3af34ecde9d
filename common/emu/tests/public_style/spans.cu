// Arrays of several dimensions: cuda::std::mdspan of static and dynamic extents, in rows, in columns and with strides.
// shows: `cuda::` | `cuda::std::mdspan`, `extents`, `dextents`, `layout_left`, `layout_stride`
// compared: H200, CUDA 13.0, 2026-11-24
// options: -std=c++17
#include <cuda/std/mdspan>
#include <cuda/std/array>
#include <cstdio>
namespace cs = cuda::std;
template <class M> __global__ void fill(M m) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m.extent(0) && j < m.extent(1)) m(i, j) = i * 10 + j;
}
__global__ void use(const int *p, int *o) {
  cs::mdspan<const int, cs::extents<int, 4, cs::dynamic_extent>> m(p, 6);
  cs::mdspan t(p, cs::extents<int, 3, 8>());
  cs::mdspan one(o + 10, 5);
  one[2] = 77;
  cs::layout_stride::mapping<cs::dextents<int, 2>> diag(cs::dextents<int, 2>(3, 2), cs::array<int, 2>{7, 1});
  cs::mdspan<const int, cs::dextents<int, 2>, cs::layout_stride> s(p, diag);
  o[0] = m(3, 5);
  o[1] = t(2, 7);
  o[2] = m.rank_dynamic();
  o[3] = (int)m.size();
  o[4] = s(2, 1);
  o[5] = m.static_extent(0);
  o[6] = s.stride(0);
  o[7] = m[cs::array<int, 2>{1, 2}];
}
int main() {
  int *d, *o, h[24], ho[16];
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&o, sizeof ho);
  cudaMemset(o, 0, sizeof ho);
  fill<<<1, dim3(8, 8)>>>(cs::mdspan<int, cs::dextents<int, 2>>(d, 4, 6));
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[0], h[7], h[23]);
  fill<<<1, dim3(8, 8)>>>(cs::mdspan<int, cs::dextents<size_t, 2>, cs::layout_left>(d, 4, 6));
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[1], h[7], h[23]);
  use<<<1, 1>>>(d, o);
  cudaMemcpy(ho, o, sizeof ho, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 13; i++) printf("%d ", ho[i]);
  printf("\n");
  int host[6] = {1, 2, 3, 4, 5, 6};
  cs::mdspan hm(host, 2, 3);
  printf("%d %d\n", hm(1, 0), (int)hm.extent(1));
  cudaFree(d);
  cudaFree(o);
}
