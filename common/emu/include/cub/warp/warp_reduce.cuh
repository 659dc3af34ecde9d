// Reductions over a warp or its power-of-two part, with the interface of CUB's WarpReduce.
#ifndef EMU_CUB_WARP_REDUCE_CUH
#define EMU_CUB_WARP_REDUCE_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

// Lane 0's result is the reduction; that of the others is undefined.
template <class T_, int threads = 32> class WarpReduce {
public:
  struct TempStorage {};

  EMU_CUB WarpReduce(TempStorage &) {}

  template <class Op_> EMU_CUB T_ Reduce(T_ v, Op_ op, int valid = threads) {
    return emu_reduce_lanes<threads>(emu_lanes<threads>(), v, op, valid);
  }
  EMU_CUB T_ Sum(T_ v, int valid = threads) {
    return Reduce(v, cub::Sum(), valid);
  }
};

} // namespace cub
#endif
