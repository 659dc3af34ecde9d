// Cooperative groups: thread blocks, tiles, coalesced groups and the grid.
//
// Members are inlined and hold no branches, so that a group's own code leaves no trace in the counts, and the
// runtime is called from the kernel, at the user's line.
#ifndef EMU_COOPERATIVE_GROUPS_H
#define EMU_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"
#include "emu_library.h"
#include "emu_group_ops.h"

namespace cooperative_groups {

class thread_group {
protected:
  enum kind { emu_of_block, emu_of_lanes, emu_of_grid, emu_of_cluster };
  unsigned mask_, kind_;
  EMU_INLINE thread_group(unsigned mask, kind k) : mask_(mask), kind_(k) {}
  friend EMU_INLINE thread_group tiled_partition(const thread_group &parent, unsigned n);

public:
  EMU_INLINE unsigned long long size() const {
    return emu_group_size(kind_, mask_);
  }
  EMU_INLINE unsigned long long num_threads() const {
    return size();
  }
  EMU_INLINE unsigned long long thread_rank() const {
    return emu_group_rank(kind_, mask_);
  }
  EMU_INLINE bool is_valid() const {
    return true;
  }
  EMU_INLINE void sync() const { // the one place that must look what it is
    if (kind_ == emu_of_block)
      __syncthreads();
    else if (kind_ == emu_of_lanes)
      __syncwarp(mask_);
    else if (kind_ == emu_of_cluster)
      emu_cluster_sync_here();
    else
      emu_grid_sync_here();
  }
};

class thread_block : public thread_group {
  EMU_INLINE thread_block() : thread_group(0, emu_of_block) {}
  friend EMU_INLINE thread_block this_thread_block();

public:
  EMU_INLINE static void sync() {
    __syncthreads();
  }
  EMU_INLINE static unsigned thread_rank() {
    return emu_thread_rank();
  }
  EMU_INLINE static unsigned num_threads() {
    return emu_block_threads();
  }
  EMU_INLINE static unsigned size() {
    return emu_block_threads();
  }
  EMU_INLINE static dim3 group_index() {
    return dim3(emu_block_index());
  }
  EMU_INLINE static dim3 thread_index() {
    return dim3(emu_thread_index());
  }
  EMU_INLINE static dim3 group_dim() {
    return dim3(emu_block_dim());
  }
  EMU_INLINE static dim3 dim_threads() {
    return dim3(emu_block_dim());
  }
};
EMU_INLINE thread_block this_thread_block() {
  return thread_block();
}

class grid_group : public thread_group {
  EMU_INLINE grid_group() : thread_group(0, emu_of_grid) {}
  friend EMU_INLINE grid_group this_grid();

public:
  EMU_INLINE bool is_valid() const {
    return emu_grid_is_cooperative();
  }
  EMU_INLINE void sync() const {
    emu_grid_sync_here();
  }
  EMU_INLINE static unsigned long long thread_rank() {
    return emu_block_rank() * emu_block_threads() + emu_thread_rank();
  }
  EMU_INLINE static unsigned long long num_threads() {
    return emu_grid_blocks() * emu_block_threads();
  }
  EMU_INLINE static unsigned long long size() {
    return num_threads();
  }
  EMU_INLINE static unsigned long long block_rank() {
    return emu_block_rank();
  }
  EMU_INLINE static unsigned long long num_blocks() {
    return emu_grid_blocks();
  }
  EMU_INLINE static dim3 block_index() {
    return dim3(emu_block_index());
  }
  EMU_INLINE static dim3 dim_blocks() {
    return dim3(emu_grid_dim());
  }
  EMU_INLINE static dim3 group_dim() {
    return dim3(emu_grid_dim());
  }
  EMU_INLINE static unsigned long long num_clusters() {
    return num_blocks() / emu_cluster_blocks();
  }
  EMU_INLINE static dim3 dim_clusters() {
    const uint3 g = emu_grid_dim();
    return dim3(g.x / emu_cluster_extent(0), g.y / emu_cluster_extent(1), g.z / emu_cluster_extent(2));
  }
  EMU_INLINE static dim3 cluster_index() {
    const uint3 i = emu_block_index();
    return dim3(i.x / emu_cluster_extent(0), i.y / emu_cluster_extent(1), i.z / emu_cluster_extent(2));
  }
};
EMU_INLINE grid_group this_grid() {
  return grid_group();
}

// What tiles and coalesced groups share: some lanes of one warp, ranked in order.
class emu_lanes : public thread_group {
protected:
  unsigned meta_rank_, meta_size_;
  EMU_INLINE emu_lanes(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : thread_group(mask, emu_of_lanes), meta_rank_(meta_rank), meta_size_(meta_size) {}

public:
  EMU_INLINE void sync() const {
    __syncwarp(mask_);
  }
  EMU_INLINE unsigned size() const {
    return (unsigned)__popc(mask_);
  }
  EMU_INLINE unsigned num_threads() const {
    return (unsigned)__popc(mask_);
  }
  EMU_INLINE unsigned thread_rank() const {
    return emu_lane_rank(mask_);
  }
  EMU_INLINE unsigned meta_group_rank() const {
    return meta_rank_;
  }
  EMU_INLINE unsigned meta_group_size() const {
    return meta_size_;
  }
  template <class T_> EMU_INLINE T_ shfl(T_ v, unsigned rank) const {
    return emu_shuffle_any(EMU_OP_SHFL_IDX, mask_, v, emu_lane_of(mask_, EMU_OP_SHFL_IDX, rank), 32);
  }
  template <class T_> EMU_INLINE T_ shfl_up(T_ v, unsigned delta) const {
    return emu_shuffle_any(EMU_OP_SHFL_IDX, mask_, v, emu_lane_of(mask_, EMU_OP_SHFL_UP, delta), 32);
  }
  template <class T_> EMU_INLINE T_ shfl_down(T_ v, unsigned delta) const {
    return emu_shuffle_any(EMU_OP_SHFL_IDX, mask_, v, emu_lane_of(mask_, EMU_OP_SHFL_DOWN, delta), 32);
  }
  EMU_INLINE int any(int predicate) const {
    return __any_sync(mask_, predicate);
  }
  EMU_INLINE int all(int predicate) const {
    return __all_sync(mask_, predicate);
  }
  EMU_INLINE unsigned ballot(int predicate) const { // by rank, not by lane
    return emu_by_rank(mask_, __ballot_sync(mask_, predicate));
  }
  template <class T_> EMU_INLINE unsigned match_any(T_ v) const {
    return emu_by_rank(mask_, __match_any_sync(mask_, v));
  }
  template <class T_> EMU_INLINE unsigned match_all(T_ v, int &all) const {
    return emu_by_rank(mask_, __match_all_sync(mask_, v, &all));
  }
  // For the headers beside this one.
  EMU_INLINE unsigned emu_mask() const {
    return mask_;
  }
};

class coalesced_group : public emu_lanes {
public:
  // Made by coalesced_threads, labeled_partition and tiled_partition.
  EMU_INLINE coalesced_group(unsigned emu_mask, unsigned meta_rank, unsigned meta_size)
      : emu_lanes(emu_mask, meta_rank, meta_size) {}
};

// The lanes of the warp that have come to this call together.
EMU_INLINE coalesced_group coalesced_threads() {
  return coalesced_group(__activemask(), 0, 1);
}

template <unsigned N_> class emu_narrow_tile;
template <unsigned N_> class emu_wide_tile;
template <unsigned N_, bool wide = (N_ > 32)> struct emu_tile_base { typedef emu_narrow_tile<N_> type; };
template <unsigned N_> struct emu_tile_base<N_, true> { typedef emu_wide_tile<N_> type; };

} // namespace cooperative_groups
#include "emu_wide_tile.h"
namespace cooperative_groups {

// A tile of a warp or less.
template <unsigned N_> class emu_narrow_tile : public emu_lanes {
public:
  EMU_INLINE emu_narrow_tile(unsigned emu_mask, unsigned meta_rank, unsigned meta_size)
      : emu_lanes(emu_mask, meta_rank, meta_size) {}
  EMU_INLINE static constexpr unsigned size() {
    return N_;
  }
  EMU_INLINE static constexpr unsigned num_threads() {
    return N_;
  }
  EMU_INLINE static unsigned thread_rank() {
    return emu_lane() & (N_ - 1);
  }
  template <class T_> EMU_INLINE T_ shfl(T_ v, int rank) const {
    return emu_shuffle_any(EMU_OP_SHFL_IDX, mask_, v, (unsigned)rank, N_);
  }
  template <class T_> EMU_INLINE T_ shfl_up(T_ v, unsigned delta) const {
    return emu_shuffle_any(EMU_OP_SHFL_UP, mask_, v, delta, N_);
  }
  template <class T_> EMU_INLINE T_ shfl_down(T_ v, unsigned delta) const {
    return emu_shuffle_any(EMU_OP_SHFL_DOWN, mask_, v, delta, N_);
  }
  template <class T_> EMU_INLINE T_ shfl_xor(T_ v, unsigned lanes) const {
    return emu_shuffle_any(EMU_OP_SHFL_XOR, mask_, v, lanes, N_);
  }
};

template <unsigned N_, class Parent = void> class thread_block_tile : public emu_tile_base<N_>::type {
  static_assert(N_ && !(N_ & (N_ - 1)) && N_ <= 1024, "the size of a tile is a power of two");
  typedef typename emu_tile_base<N_>::type emu_base;

public:
  EMU_INLINE thread_block_tile(unsigned emu_mask, unsigned meta_rank, unsigned meta_size)
      : emu_base(emu_mask, meta_rank, meta_size) {}
  template <class P_> EMU_INLINE thread_block_tile(const thread_block_tile<N_, P_> &o) : emu_base(o) {}
};

// ---- partitions ----

// The memory that tiles of more than a warp work in. Here they have their own (emu_wide_tile.h).
template <unsigned threads = 1024> struct block_tile_memory {
  alignas(16) char emu_bytes[(threads + 31) / 32 * 32];
};
template <unsigned threads> EMU_INLINE thread_block this_thread_block(block_tile_memory<threads> &) {
  return this_thread_block();
}

template <unsigned N_>
EMU_INLINE thread_block_tile<N_, thread_block> tiled_partition(const thread_block &block) {
  if constexpr (N_ > 32) {
    emu_wide_tile<N_>::emu_begin(block);
    return thread_block_tile<N_, thread_block>(0, emu_thread_rank() / N_,
                                               (emu_block_threads() + N_ - 1) / N_);
  }
  unsigned first = emu_lane() & ~(N_ - 1);
  return thread_block_tile<N_, thread_block>((0xffffffffu >> ((32 - N_) & 31)) << (first & 31),
                                             emu_thread_rank() / N_, (emu_block_threads() + N_ - 1) / N_);
}
template <unsigned N_, unsigned M_, class P_>
EMU_INLINE thread_block_tile<N_, thread_block_tile<M_, P_>>
tiled_partition(const thread_block_tile<M_, P_> &parent) {
  static_assert(N_ <= M_, "a tile is no larger than what it is a part of");
  if constexpr (N_ > 32) {
    emu_wide_tile<N_>::emu_begin(parent);
    return thread_block_tile<N_, thread_block_tile<M_, P_>>(0, parent.thread_rank() / N_, M_ / N_);
  }
  unsigned first = emu_lane() & ~(N_ - 1);
  return thread_block_tile<N_, thread_block_tile<M_, P_>>((0xffffffffu >> ((32 - N_) & 31)) << (first & 31),
                                                          parent.thread_rank() / N_, M_ / N_);
}
// Tiles whose size is known at run time only.
EMU_INLINE coalesced_group tiled_partition(const thread_block &, unsigned n) {
  return coalesced_group(emu_tile_mask(0xffffffffu, n), emu_thread_rank() / n,
                         (emu_block_threads() + n - 1) / n);
}
EMU_INLINE coalesced_group tiled_partition(const coalesced_group &parent, unsigned n) {
  return coalesced_group(emu_tile_mask(parent.emu_mask(), n), parent.thread_rank() / n,
                         (parent.size() + n - 1) / n);
}
template <unsigned M_, class P_>
EMU_INLINE coalesced_group tiled_partition(const thread_block_tile<M_, P_> &parent, unsigned n) {
  return coalesced_group(emu_tile_mask(parent.emu_mask(), n), parent.thread_rank() / n, (M_ + n - 1) / n);
}
EMU_INLINE thread_group tiled_partition(const thread_group &parent, unsigned n) {
  unsigned all = 0u - (parent.kind_ == thread_group::emu_of_block);
  return thread_group(emu_tile_mask(parent.mask_ | all, n), thread_group::emu_of_lanes);
}
// Of lanes with one label; the parts are ranked by their first lanes.
template <class T_> EMU_INLINE coalesced_group labeled_partition(const emu_lanes &parent, T_ label) {
  unsigned mask = __match_any_sync(parent.emu_mask(), label), below = (mask & -mask) - 1;
  unsigned leaders = __ballot_sync(parent.emu_mask(), emu_lane_rank(mask) == 0);
  return coalesced_group(mask, (unsigned)__popc(leaders & below), (unsigned)__popc(leaders));
}
EMU_INLINE coalesced_group binary_partition(const emu_lanes &parent, bool predicate) {
  unsigned yes = __ballot_sync(parent.emu_mask(), predicate);
  unsigned side = 0u - (unsigned)predicate;
  return coalesced_group((yes & side) | (parent.emu_mask() & ~yes & ~side), predicate, 2);
}

// ---- the same as functions ----

template <class G_> EMU_INLINE void sync(const G_ &group) {
  group.sync();
}
template <class G_> EMU_INLINE void synchronize(const G_ &group) {
  group.sync();
}
template <class G_> EMU_INLINE auto thread_rank(const G_ &group) {
  return group.thread_rank();
}
template <class G_> EMU_INLINE auto group_size(const G_ &group) {
  return group.size();
}
template <class G_, class F_, class... A_> EMU_INLINE void invoke_one(const G_ &group, F_ &&f, A_ &&...a) {
  if (group.thread_rank() == 0) f(a...);
}
template <class G_, class F_, class... A_>
EMU_INLINE auto invoke_one_broadcast(const G_ &group, F_ &&f, A_ &&...a) -> decltype(f(a...)) {
  decltype(f(a...)) v{};
  if (group.thread_rank() == 0) v = f(a...);
  return group.shfl(v, 0);
}

// ---- clusters ----

class cluster_group : public thread_group {
  EMU_INLINE cluster_group() : thread_group(0, emu_of_cluster) {}
  friend EMU_INLINE cluster_group this_cluster();

public:
  struct arrival_token {};
  EMU_INLINE static void sync() {
    emu_cluster_sync_here();
  }
  EMU_INLINE static arrival_token barrier_arrive() { // all order comes with the wait
    return arrival_token();
  }
  EMU_INLINE static void barrier_wait() {
    emu_cluster_sync_here();
  }
  EMU_INLINE static void barrier_wait(arrival_token &&) {
    emu_cluster_sync_here();
  }
  EMU_INLINE static unsigned block_rank() {
    return emu_cluster_rank();
  }
  EMU_INLINE static unsigned num_blocks() {
    return emu_cluster_blocks();
  }
  EMU_INLINE static unsigned thread_rank() {
    return emu_cluster_rank() * emu_block_threads() + emu_thread_rank();
  }
  EMU_INLINE static unsigned num_threads() {
    return emu_cluster_blocks() * emu_block_threads();
  }
  EMU_INLINE static unsigned size() {
    return num_threads();
  }
  EMU_INLINE static dim3 dim_blocks() {
    return dim3(emu_cluster_extent(0), emu_cluster_extent(1), emu_cluster_extent(2));
  }
  EMU_INLINE static dim3 dim_threads() {
    const uint3 b = emu_block_dim();
    return dim3(b.x * emu_cluster_extent(0), b.y * emu_cluster_extent(1), b.z * emu_cluster_extent(2));
  }
  EMU_INLINE static dim3 block_index() {
    const uint3 i = emu_block_index();
    return dim3(i.x % emu_cluster_extent(0), i.y % emu_cluster_extent(1), i.z % emu_cluster_extent(2));
  }
  EMU_INLINE static dim3 thread_index() {
    const uint3 t = emu_thread_index(), b = emu_block_dim(), i = emu_block_index();
    return dim3(t.x + b.x * (i.x % emu_cluster_extent(0)), t.y + b.y * (i.y % emu_cluster_extent(1)),
                t.z + b.z * (i.z % emu_cluster_extent(2)));
  }
  // The same variable of another block of the cluster.
  template <class T_> EMU_INLINE static T_ *map_shared_rank(T_ *p, int rank) {
    return (T_ *)emu_cluster_map_here((const void *)p, (unsigned)rank);
  }
  EMU_INLINE static unsigned query_shared_rank(const void *p) {
    return emu_cluster_rank_of(p);
  }
};
EMU_INLINE cluster_group this_cluster() {
  return cluster_group();
}
__attribute__((error("emucc: groups of several devices are not part of the emulator"))) grid_group
this_multi_grid();

} // namespace cooperative_groups
#endif
