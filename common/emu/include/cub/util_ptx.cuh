// CUB's shuffles within a logical warp, and a thread's rank in its block.
#ifndef EMU_CUB_UTIL_PTX_CUH
#define EMU_CUB_UTIL_PTX_CUH

#include "thread/thread_operators.cuh"

namespace cub {

// From `offset` lanes below, not below lane `first` of the logical warp; there it is the lane's own value.
template <int threads, class T_> EMU_CUB T_ ShuffleUp(T_ v, int offset, int first, unsigned mask) {
  T_ other = emu_shuffle_any(EMU_OP_SHFL_UP, mask, v, (unsigned)offset, threads);
  return (int)(emu_lane() % threads) - offset >= first ? other : v;
}
// From `offset` lanes above, not above lane `last`.
template <int threads, class T_> EMU_CUB T_ ShuffleDown(T_ v, int offset, int last, unsigned mask) {
  T_ other = emu_shuffle_any(EMU_OP_SHFL_DOWN, mask, v, (unsigned)offset, threads);
  return (int)(emu_lane() % threads) + offset <= last ? other : v;
}
template <int threads, class T_> EMU_CUB T_ ShuffleIndex(T_ v, int lane, unsigned mask) {
  return emu_shuffle_any(EMU_OP_SHFL_IDX, mask, v, (unsigned)lane, threads);
}

} // namespace cub
#endif
