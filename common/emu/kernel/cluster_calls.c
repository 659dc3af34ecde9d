// What a thread learns about its cluster, and pointers into the shared memory of other blocks.
#include "kernel/cluster_calls.h"
#include "check/hazard.h"
#include "memory/cluster_blocks.h"
#include "memory/launch.h"
#include "memory/running.h"

unsigned emu_cluster_blocks(void) {
  need_kernel("a cluster");
  return C.blocks ? C.blocks : 1;
}
unsigned emu_cluster_rank(void) {
  need_kernel("a cluster");
  return C.blocks ? C.own : 0;
}
unsigned emu_cluster_extent(int d) {
  need_kernel("a cluster");
  return C.blocks ? C.shape[d] : 1;
}

void *emu_cluster_map(const void *p, unsigned rank, void *return_address) {
  uint32_t pc = (uint32_t)(uintptr_t)return_address;
  uint64_t addr = (uint64_t)p, own = addr;
  need_kernel_at("map_shared_rank", return_address);
  if (rank >= emu_cluster_blocks()) {
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL,
           "ranks begin with 0 and end before cluster.num_blocks()",
           "asks for block %u of a cluster of %u blocks", rank, emu_cluster_blocks());
    L.error = cudaErrorIllegalAddress;
    launch_give_up();
  }
  cluster_block_at(addr, &own); // of another block: the same place there
  bool fixed = own - M.shared_base < M.shared_size;
  if (!fixed && own - M.dynamic_base > M.dynamic_size) {
    hazard(EMU_HAZARD_OUT_OF_BOUNDS, site_self(pc), NULL, "pass a pointer to a __shared__ variable",
           "map_shared_rank of an address that does not lie in shared memory");
    L.error = cudaErrorIllegalAddress;
    launch_give_up();
  }
  if (rank == emu_cluster_rank()) return (void *)own;
  const struct cluster_block *b = &C.block[rank];
  return (void *)(fixed ? own - M.shared_base + b->shared : own - M.dynamic_base + b->dynamic);
}

unsigned emu_cluster_rank_of(const void *p) {
  uint64_t own;
  const struct cluster_block *b = cluster_block_at((uint64_t)p, &own);
  return b ? (unsigned)(b - C.block) : emu_cluster_rank();
}
