// The intrinsics of thread block clusters.
#ifndef EMU_CLUSTER_H
#define EMU_CLUSTER_H

#include "emu_group_ops.h"

EMU_INLINE bool __clusterDimIsSpecified() {
  return emu_cluster_blocks() > 1;
}
EMU_INLINE dim3 __clusterDim() {
  return dim3(emu_cluster_extent(0), emu_cluster_extent(1), emu_cluster_extent(2));
}
EMU_INLINE dim3 __clusterRelativeBlockIdx() {
  const uint3 i = emu_block_index();
  return dim3(i.x % emu_cluster_extent(0), i.y % emu_cluster_extent(1), i.z % emu_cluster_extent(2));
}
EMU_INLINE dim3 __clusterGridDimInClusters() {
  const uint3 g = emu_grid_dim();
  return dim3(g.x / emu_cluster_extent(0), g.y / emu_cluster_extent(1), g.z / emu_cluster_extent(2));
}
EMU_INLINE dim3 __clusterIdx() {
  const uint3 i = emu_block_index();
  return dim3(i.x / emu_cluster_extent(0), i.y / emu_cluster_extent(1), i.z / emu_cluster_extent(2));
}
EMU_INLINE unsigned __clusterRelativeBlockRank() {
  return emu_cluster_rank();
}
EMU_INLINE unsigned __clusterSizeInBlocks() {
  return emu_cluster_blocks();
}
EMU_INLINE void __cluster_barrier_arrive() {} // all order comes with the wait
EMU_INLINE void __cluster_barrier_arrive_relaxed() {}
EMU_INLINE void __cluster_barrier_wait() {
  emu_cluster_sync_here();
}
EMU_INLINE void *__cluster_map_shared_rank(const void *p, unsigned rank) {
  return emu_cluster_map_here(p, rank);
}
EMU_INLINE unsigned __cluster_query_shared_rank(const void *p) {
  return emu_cluster_rank_of(p);
}

#endif
