// Reductions over a group: plus, less (the smallest), greater (the largest), bitwise and, or, xor, or any
// function.
#ifndef EMU_COOPERATIVE_GROUPS_REDUCE_H
#define EMU_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define EMU_FUNCTOR(name, expression)                                                                        \
  template <class T_> struct name {                                                                          \
    EMU_INLINE T_ operator()(const T_ &a, const T_ &b) const {                                               \
      return expression;                                                                                     \
    }                                                                                                        \
  };
EMU_FUNCTOR(plus, a + b)
EMU_FUNCTOR(less, b < a ? b : a)
EMU_FUNCTOR(greater, a < b ? b : a)
EMU_FUNCTOR(bit_and, a &b)
EMU_FUNCTOR(bit_or, a | b)
EMU_FUNCTOR(bit_xor, a ^ b)
#undef EMU_FUNCTOR

// The warp operation that does it at once, for 32-bit integers; 0 where there is none.
template <class T_, class F_> struct emu_reduce_op { static constexpr int op = 0; };
#define EMU_REDUCE_OP(T_, functor, code)                                                                     \
  template <> struct emu_reduce_op<T_, functor<T_>> { static constexpr int op = code; };
EMU_REDUCE_OP(int, plus, EMU_OP_ADD)
EMU_REDUCE_OP(int, less, EMU_OP_MIN_SIGNED)
EMU_REDUCE_OP(int, greater, EMU_OP_MAX_SIGNED)
EMU_REDUCE_OP(int, bit_and, EMU_OP_AND)
EMU_REDUCE_OP(int, bit_or, EMU_OP_OR)
EMU_REDUCE_OP(int, bit_xor, EMU_OP_XOR)
EMU_REDUCE_OP(unsigned, plus, EMU_OP_ADD)
EMU_REDUCE_OP(unsigned, less, EMU_OP_MIN_UNSIGNED)
EMU_REDUCE_OP(unsigned, greater, EMU_OP_MAX_UNSIGNED)
EMU_REDUCE_OP(unsigned, bit_and, EMU_OP_AND)
EMU_REDUCE_OP(unsigned, bit_or, EMU_OP_OR)
EMU_REDUCE_OP(unsigned, bit_xor, EMU_OP_XOR)
#undef EMU_REDUCE_OP

// A tree of shuffles: partners whose distance halves; then everybody takes the first lane's result.
template <class T_, class F_> EMU_UNSEEN __attribute__((noinline)) T_ emu_reduce(unsigned mask, T_ v, F_ f) {
  void *here = __builtin_return_address(0);
  if constexpr (emu_reduce_op<T_, F_>::op != 0)
    return (T_)(unsigned)emu_warp_op_at(emu_reduce_op<T_, F_>::op, mask, (unsigned)v, here);
  unsigned size = (unsigned)__popc(mask), rank = emu_lane_rank(mask), step = 1;
  while (step < size) step *= 2;
  for (step /= 2; step > 0; step /= 2) {
    T_ other = emu_shuffle_any_at(EMU_OP_SHFL_IDX, mask, v, emu_lane_of(mask, EMU_OP_SHFL_DOWN, step), here);
    if (rank + step < size && rank < step) v = f(v, other);
  }
  return emu_shuffle_any_at(EMU_OP_SHFL_IDX, mask, v, emu_lane_of(mask, EMU_OP_SHFL_IDX, 0), here);
}
template <class T_, class F_> EMU_INLINE T_ reduce(const emu_lanes &group, T_ v, F_ f) {
  return emu_reduce(group.emu_mask(), v, f);
}
template <unsigned N_, class T_, class F_> EMU_INLINE T_ reduce(const emu_wide_tile<N_> &group, T_ v, F_ f) {
  return group.emu_combine(emu_reduce(0xffffffffu, v, f), f, false, v);
}

} // namespace cooperative_groups
#endif
