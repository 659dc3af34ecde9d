// The operators that CUB's interfaces take, and the shuffles behind its warp primitives.
#ifndef EMU_CUB_THREAD_OPERATORS_CUH
#define EMU_CUB_THREAD_OPERATORS_CUH

#include "../../cuda_runtime.h"
#include "../../emu_group_ops.h"
#include "../util_type.cuh"

// Inlined, so that a report names the line of the program that calls it.
#define EMU_CUB __device__ __attribute__((always_inline)) inline

namespace cub {

// CUB 3 dropped these names; programs for older toolkits have them.
struct Sum {
  template <class T_> EMU_INLINE T_ operator()(const T_ &a, const T_ &b) const {
    return a + b;
  }
};
struct Max {
  template <class T_> EMU_INLINE T_ operator()(const T_ &a, const T_ &b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <class T_> EMU_INLINE T_ operator()(const T_ &a, const T_ &b) const {
    return b < a ? b : a;
  }
};
struct Equality {
  template <class T_, class U_> EMU_INLINE bool operator()(const T_ &a, const U_ &b) const {
    return a == b;
  }
};
struct Inequality {
  template <class T_, class U_> EMU_INLINE bool operator()(const T_ &a, const U_ &b) const {
    return a != b;
  }
};
// Of equal values the one with the smaller key.
struct ArgMax {
  template <class K_, class T_>
  EMU_INLINE KeyValuePair<K_, T_> operator()(const KeyValuePair<K_, T_> &a,
                                             const KeyValuePair<K_, T_> &b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class K_, class T_>
  EMU_INLINE KeyValuePair<K_, T_> operator()(const KeyValuePair<K_, T_> &a,
                                             const KeyValuePair<K_, T_> &b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

EMU_INLINE unsigned LaneId() {
  return emu_lane();
}
EMU_INLINE unsigned WarpId() {
  return emu_thread_rank() / 32;
}

// The lanes of `threads` neighbours that the running lane belongs to.
template <int threads> EMU_INLINE unsigned emu_lanes() {
  static_assert(threads >= 1 && threads <= 32 && (threads & (threads - 1)) == 0,
                "emucc: a logical warp has 1, 2, 4, 8, 16 or 32 lanes");
  if constexpr (threads == 32)
    return 0xffffffffu;
  else
    return ((1u << threads) - 1) << (emu_lane() & ~(threads - 1u));
}

// Lane 0 of the first `valid` lanes has their sum by op; the other lanes have parts of it.
template <int threads, class T_, class Op_>
EMU_CUB T_ emu_reduce_lanes(unsigned mask, T_ v, Op_ op, unsigned valid) {
  unsigned lane = emu_lane() % threads;
  for (unsigned step = 1; step < threads; step *= 2) {
    T_ other = emu_shuffle_any(EMU_OP_SHFL_DOWN, mask, v, step, threads);
    if (lane + step < valid) v = op(v, other);
  }
  return v;
}

// Each lane has the sum by op of the lanes up to itself.
template <int threads, class T_, class Op_> EMU_CUB T_ emu_scan_lanes(unsigned mask, T_ v, Op_ op) {
  unsigned lane = emu_lane() % threads;
  for (unsigned step = 1; step < threads; step *= 2) {
    T_ other = emu_shuffle_any(EMU_OP_SHFL_UP, mask, v, step, threads);
    if (lane >= step) v = op(other, v);
  }
  return v;
}

} // namespace cub
#endif
