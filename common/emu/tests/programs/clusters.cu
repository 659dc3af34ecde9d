// Thread block clusters: ranks and shapes, pointers by cooperative groups, intrinsics and PTX, atomics on another block's
// shared memory, a flag there that a block waits for, sizes that a launch states.
// shows: launches | thread block clusters: `__cluster_dims__`, `cudaLaunchKernelEx`, distributed shared memory, `mapa` and `barrier.cluster`
// prints: clusters: ok
#include "check.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 2, 1) __launch_bounds__(64) by_ptx(unsigned *out) {
  __shared__ unsigned mine[64];
  unsigned rank, blocks, x, here, there, got;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
  asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(x));
  mine[threadIdx.x] = 1000 * rank + threadIdx.x;
  asm volatile("barrier.cluster.arrive.release.aligned;\n\t"
               "barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
  here = (unsigned)__cvta_generic_to_shared(&mine[threadIdx.x]);
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"((rank + 1) % blocks));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(got) : "r"(there) : "memory");
  __cluster_barrier_arrive();
  __cluster_barrier_wait();
  if (threadIdx.x == 0) atomicAdd((unsigned *)__cluster_map_shared_rank(mine, 0), 1u);
  cg::this_cluster().sync();
  out[64 * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x] =
      10 * got + x + (rank == 0 && threadIdx.x == 0 ? 100000 * mine[0] : 0);
}

static void ranks() {
  Both<unsigned> out(8 * 64);
  by_ptx<<<dim3(4, 2), 64>>>(out.device);
  CUDA(cudaDeviceSynchronize());
  out.to_host();
  for (int b = 0; b < 8; b++)
    for (int t = 0; t < 64; t++) {
      int x = b % 4, y = b / 4, rank = x % 2 + 2 * y;
      expect("by_ptx", 64 * b + t, (int)out.host[64 * b + t],
             10 * (1000 * ((rank + 1) % 4) + t) + x / 2 + (rank == 0 && t == 0 ? 400000 : 0));
    }
}

__global__ void shapes(int *out) {
  cg::cluster_group cluster = cg::this_cluster();
  __shared__ int word;
  dim3 in = cluster.block_index(), of = cluster.dim_blocks(), at = cg::this_grid().cluster_index();
  int ok = cluster.num_threads() == 8 * cluster.num_blocks() && of.x * of.y * of.z == cluster.num_blocks() &&
           blockIdx.x == at.x * of.x + in.x && blockIdx.y == at.y * of.y + in.y &&
           cluster.block_rank() == in.x + of.x * in.y &&
           cluster.thread_rank() == 8 * cluster.block_rank() + threadIdx.x &&
           cluster.map_shared_rank(&word, cluster.block_rank()) == &word &&
           cluster.query_shared_rank(&word) == cluster.block_rank();
  cluster.barrier_wait(cluster.barrier_arrive());
  atomicAdd(out, ok);
}

static void by_attribute() {
  Both<int> out(1);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = 1;
  attribute[0].val.clusterDim.y = 3;
  attribute[0].val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4, 6);
  config.blockDim = 8;
  config.attrs = attribute;
  config.numAttrs = 1;
  CUDA(cudaLaunchKernelEx(&config, shapes, out.device));
  shapes<<<5, 8>>>(out.device); // each block is a cluster
  CUDA(cudaDeviceSynchronize());
  out.to_host();
  expect("shapes", 0, out.host[0], 24 * 8 + 5 * 8);
  int most = 0, active = 0;
  attribute[0].val.clusterDim.y = 2;
  CUDA(cudaOccupancyMaxPotentialClusterSize(&most, shapes, &config));
  CUDA(cudaOccupancyMaxActiveClusters(&active, shapes, &config));
  expect("largest", 0, most, 8);
  expect("active", 0, active > 0, true);
  CUDA(cudaFuncSetAttribute(shapes, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  CUDA(cudaOccupancyMaxPotentialClusterSize(&most, shapes, &config));
  expect("largest then", 0, most, 16);
}

__global__ void __cluster_dims__(2, 1, 1) wait_for_flag(int *out) {
  __shared__ int data, ready;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) data = ready = 0;
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    *cluster.map_shared_rank(&data, 1) = 42;
    __threadfence();
    atomicExch(cluster.map_shared_rank(&ready, 1), 1);
  }
  if (cluster.block_rank() == 1 && threadIdx.x == 0) {
    while (atomicAdd(&ready, 0) == 0) {
    }
    __threadfence();
    out[blockIdx.x / 2] = data;
  }
  cluster.sync();
}

template <int blocks> __global__ void __cluster_dims__(blocks, 1, 1) sum(const float *in, float *out, int n) {
  extern __shared__ float total[];
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) total[0] = 0;
  cluster.sync();
  float v = 0;
  for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
  atomicAdd(cluster.map_shared_rank(total, 0), v);
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) atomicAdd(out, total[0]);
}

static void sums() {
  const int n = 1000;
  Both<float> in(n), out(1);
  Both<int> flags(3);
  for (int i = 0; i < n; i++) in.host[i] = i % 5;
  in.to_device();
  sum<4><<<8, 32, sizeof(float)>>>(in.device, out.device, n);
  wait_for_flag<<<6, 32>>>(flags.device);
  CUDA(cudaDeviceSynchronize());
  out.to_host();
  flags.to_host();
  expect("sum", 0, out.host[0], 2000.f);
  for (int i = 0; i < 3; i++) expect("flag", i, flags.host[i], 42);
}

int main() {
  ranks();
  by_attribute();
  sums();
  return finish("clusters");
}
