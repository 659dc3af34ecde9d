// Scans over a group, in the order of the ranks.
#ifndef EMU_COOPERATIVE_GROUPS_SCAN_H
#define EMU_COOPERATIVE_GROUPS_SCAN_H

#include "reduce.h"

namespace cooperative_groups {

// Hillis and Steele 1986: each step adds the value that lies 1, 2, 4, ... ranks below.
template <class T_, class F_>
EMU_UNSEEN __attribute__((noinline)) T_ emu_scan(unsigned mask, T_ v, F_ f, bool exclusive) {
  void *here = __builtin_return_address(0);
  unsigned size = (unsigned)__popc(mask), rank = emu_lane_rank(mask);
  for (unsigned step = 1; step < size; step *= 2) {
    T_ other = emu_shuffle_any_at(EMU_OP_SHFL_IDX, mask, v, emu_lane_of(mask, EMU_OP_SHFL_UP, step), here);
    if (rank >= step) v = f(other, v);
  }
  if (!exclusive) return v;
  T_ before = emu_shuffle_any_at(EMU_OP_SHFL_IDX, mask, v, emu_lane_of(mask, EMU_OP_SHFL_UP, 1), here);
  return rank ? before : T_();
}
template <class T_, class F_> EMU_INLINE T_ inclusive_scan(const emu_lanes &group, T_ v, F_ f) {
  return emu_scan(group.emu_mask(), v, f, false);
}
template <class T_> EMU_INLINE T_ inclusive_scan(const emu_lanes &group, T_ v) {
  return emu_scan(group.emu_mask(), v, plus<T_>(), false);
}
// The first rank gets T().
template <class T_, class F_> EMU_INLINE T_ exclusive_scan(const emu_lanes &group, T_ v, F_ f) {
  return emu_scan(group.emu_mask(), v, f, true);
}
template <class T_> EMU_INLINE T_ exclusive_scan(const emu_lanes &group, T_ v) {
  return emu_scan(group.emu_mask(), v, plus<T_>(), true);
}
// Over several warps: the sums of the warps below, and the scan in the own one.
template <unsigned N_, class T_, class F_>
EMU_INLINE T_ inclusive_scan(const emu_wide_tile<N_> &group, T_ v, F_ f) {
  T_ own = emu_scan(0xffffffffu, v, f, false), of_warp = emu_reduce(0xffffffffu, v, f);
  T_ below = group.emu_combine(of_warp, f, true, own);
  return group.thread_rank() < 32 ? own : f(below, own);
}
template <unsigned N_, class T_> EMU_INLINE T_ inclusive_scan(const emu_wide_tile<N_> &group, T_ v) {
  return inclusive_scan(group, v, plus<T_>());
}
template <unsigned N_, class T_, class F_>
EMU_INLINE T_ exclusive_scan(const emu_wide_tile<N_> &group, T_ v, F_ f) {
  T_ own = emu_scan(0xffffffffu, v, f, true), of_warp = emu_reduce(0xffffffffu, v, f);
  T_ below = group.emu_combine(of_warp, f, true, own);
  return group.thread_rank() < 32 ? own : emu_lane() ? f(below, own) : below;
}
template <unsigned N_, class T_> EMU_INLINE T_ exclusive_scan(const emu_wide_tile<N_> &group, T_ v) {
  return exclusive_scan(group, v, plus<T_>());
}

} // namespace cooperative_groups
#endif
