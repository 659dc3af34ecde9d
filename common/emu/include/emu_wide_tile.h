// Tiles of two warps and more: their threads meet at a barrier of their own, and hand values over in shared memory. The barrier
// counts arrivals in a word, with a phase that waiting threads poll: atomics, counted as such.
#ifndef EMU_WIDE_TILE_H
#define EMU_WIDE_TILE_H

#include "cuda/atomic"

namespace cooperative_groups {

enum { emu_wide_bytes = 32 }; // the largest value

template <unsigned N_> struct emu_wide_state {
  unsigned pending, phase;
  alignas(16) char slot[N_ / 32][emu_wide_bytes]; // one for each warp
};
template <unsigned N_> EMU_INLINE emu_wide_state<N_> &emu_wide_state_here() {
  __shared__ emu_wide_state<N_> state[1024 / N_];
  return state[emu_thread_rank() / N_];
}
// Not the program's accesses: they are ordered by the barriers around them.
template <class T_> EMU_UNSEEN __attribute__((noinline)) void emu_wide_put(char *slot, T_ v) {
  __builtin_memcpy(slot, (const void *)&v, sizeof(T_));
}
template <class T_> EMU_UNSEEN __attribute__((noinline)) T_ emu_wide_get(const char *slot) {
  T_ v;
  __builtin_memcpy((void *)&v, slot, sizeof(T_));
  return v;
}

template <unsigned N_> class emu_wide_tile {
  unsigned meta_rank_, meta_size_;
  typedef cuda::atomic_ref<unsigned, cuda::thread_scope_block> word;

public:
  EMU_INLINE emu_wide_tile(unsigned, unsigned meta_rank, unsigned meta_size)
      : meta_rank_(meta_rank), meta_size_(meta_size) {}
  // All threads of the parent come here: nobody still waits at an earlier tile's barrier, then it is set up.
  template <class G_> EMU_INLINE static void emu_begin(const G_ &parent) {
    emu_wide_state<N_> &s = emu_wide_state_here<N_>();
    parent.sync();
    if (thread_rank() == 0) {
      word(s.pending).store(N_, cuda::memory_order_relaxed);
      word(s.phase).store(0, cuda::memory_order_relaxed);
    }
    parent.sync();
  }
  EMU_INLINE static void sync() {
    emu_wide_state<N_> &s = emu_wide_state_here<N_>();
    unsigned now = word(s.phase).load(cuda::memory_order_relaxed);
    if (word(s.pending).fetch_sub(1, cuda::memory_order_acq_rel) == 1) {
      word(s.pending).store(N_, cuda::memory_order_relaxed);
      word(s.phase).fetch_add(1, cuda::memory_order_release);
    }
    while (word(s.phase).load(cuda::memory_order_acquire) == now) {
    }
  }
  EMU_INLINE static constexpr unsigned size() {
    return N_;
  }
  EMU_INLINE static constexpr unsigned num_threads() {
    return N_;
  }
  EMU_INLINE static unsigned thread_rank() {
    return emu_thread_rank() & (N_ - 1);
  }
  EMU_INLINE unsigned meta_group_rank() const {
    return meta_rank_;
  }
  EMU_INLINE unsigned meta_group_size() const {
    return meta_size_;
  }
  template <class T_> EMU_INLINE T_ shfl(T_ v, int rank) const {
    static_assert(sizeof(T_) <= emu_wide_bytes, "a group's shuffle hands over at most 32 bytes");
    emu_wide_state<N_> &s = emu_wide_state_here<N_>();
    if (thread_rank() == (unsigned)rank % N_) emu_wide_put(s.slot[0], v);
    sync();
    T_ all = emu_wide_get<T_>(s.slot[0]);
    sync();
    return all;
  }
  // By f from the warps' values, each of which its lane 0 has; in the order of the warps, those below this one if `below`.
  template <class T_, class F_> EMU_INLINE T_ emu_combine(T_ of_warp, F_ f, bool below, T_ none) const {
    static_assert(sizeof(T_) <= emu_wide_bytes, "a group's value has at most 32 bytes");
    emu_wide_state<N_> &s = emu_wide_state_here<N_>();
    if (emu_lane() == 0) emu_wide_put(s.slot[thread_rank() / 32], of_warp);
    sync();
    T_ all = none;
    unsigned end = below ? thread_rank() / 32 : N_ / 32;
    for (unsigned w = 0; w < end; w++) {
      T_ one = emu_wide_get<T_>(s.slot[w]);
      all = w ? f(all, one) : one;
    }
    sync();
    return all;
  }
  EMU_INLINE int any(int predicate) const {
    return emu_combine((int)__any_sync(0xffffffffu, predicate), [](int a, int b) { return a | b; }, false, 0);
  }
  EMU_INLINE int all(int predicate) const {
    return emu_combine((int)__all_sync(0xffffffffu, predicate), [](int a, int b) { return a & b; }, false, 1);
  }
};

} // namespace cooperative_groups
#endif
