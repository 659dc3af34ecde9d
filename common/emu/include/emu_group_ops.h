// What the groups' headers ask the runtime: ranks, lane arithmetic, and shuffles of values of any size.
#ifndef EMU_GROUP_OPS_H
#define EMU_GROUP_OPS_H

#define EMU_ASK __attribute__((const, nothrow))
extern "C" {
EMU_ASK unsigned emu_lane(void);
EMU_ASK unsigned emu_thread_rank(void);
EMU_ASK unsigned emu_block_threads(void);
EMU_ASK unsigned long long emu_block_rank(void);
EMU_ASK unsigned long long emu_grid_blocks(void);
EMU_ASK bool emu_grid_is_cooperative(void);
EMU_ASK unsigned emu_cluster_blocks(void);
EMU_ASK unsigned emu_cluster_rank(void);       // of the running block
EMU_ASK unsigned emu_cluster_extent(int axis); // in blocks
EMU_ASK unsigned emu_cluster_rank_of(const void *shared_pointer);
EMU_NOTHROW void *emu_cluster_map(const void *shared_pointer, unsigned rank, void *return_address);
EMU_NOTHROW void emu_cluster_sync(void *return_address);
// Of a group of any kind: 0 block, 1 lanes of a mask, 2 grid.
EMU_ASK unsigned long long emu_group_size(unsigned kind, unsigned mask);
EMU_ASK unsigned long long emu_group_rank(unsigned kind, unsigned mask);
EMU_ASK unsigned emu_lane_rank(unsigned mask); // of the running lane among those of the mask
// The lane that a shuffle among the mask's lanes reads: the rank itself, or up or down by so many ranks.
EMU_ASK unsigned emu_lane_of(unsigned mask, int op, unsigned rank_or_delta);
EMU_ASK unsigned emu_by_rank(unsigned mask, unsigned lanes); // the lanes' bits, moved to their ranks
EMU_ASK unsigned emu_tile_mask(unsigned mask, unsigned n);   // lanes of the running lane's run of n ranks
EMU_NOTHROW uint64_t emu_shuffle_at(int op, unsigned mask, uint64_t value, unsigned lane_or_delta,
                                    unsigned width, void *return_address);
EMU_NOTHROW uint64_t emu_warp_op_at(int op, unsigned mask, uint64_t value, void *return_address);
}
#undef EMU_ASK

EMU_UNSEEN __attribute__((noinline)) inline void emu_grid_sync_here() {
  emu_grid_sync(__builtin_return_address(0));
}

EMU_UNSEEN __attribute__((noinline)) inline void emu_cluster_sync_here() {
  emu_cluster_sync(__builtin_return_address(0));
}
EMU_UNSEEN __attribute__((noinline)) inline void *emu_cluster_map_here(const void *p, unsigned rank) {
  return emu_cluster_map(p, rank, __builtin_return_address(0));
}

// A lane that is not read may hand over a variable that nobody has set.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

// A value of up to 32 bytes, eight at a time.
template <class T_>
EMU_INLINE T_ emu_shuffle_any(int op, unsigned mask, T_ v, unsigned lane_or_delta, unsigned width) {
  static_assert(sizeof(T_) <= 32, "a group's shuffle hands over at most 32 bytes");
  constexpr unsigned words = (sizeof(T_) + 7) / 8;
  uint64_t w[words] = {};
  __builtin_memcpy(w, (const void *)&v, sizeof(T_));
  w[0] = emu_shuffle(op, mask, w[0], lane_or_delta, width);
  if constexpr (words > 1) w[1] = emu_shuffle(op, mask, w[1], lane_or_delta, width);
  if constexpr (words > 2) w[2] = emu_shuffle(op, mask, w[2], lane_or_delta, width);
  if constexpr (words > 3) w[3] = emu_shuffle(op, mask, w[3], lane_or_delta, width);
  __builtin_memcpy((void *)&v, w, sizeof(T_));
  return v;
}
template <class T_>
EMU_UNSEEN T_ emu_shuffle_any_at(int op, unsigned mask, T_ v, unsigned lane_or_delta, void *return_address) {
  static_assert(sizeof(T_) <= 32, "a group's shuffle hands over at most 32 bytes");
  uint64_t w[(sizeof(T_) + 7) / 8] = {};
  __builtin_memcpy(w, (const void *)&v, sizeof(T_));
  for (uint64_t &word : w) word = emu_shuffle_at(op, mask, word, lane_or_delta, 32, return_address);
  __builtin_memcpy((void *)&v, w, sizeof(T_));
  return v;
}

#pragma GCC diagnostic pop

#endif
