// Scans over a warp or its power-of-two part, with the interface of CUB's WarpScan.
#ifndef EMU_CUB_WARP_SCAN_CUH
#define EMU_CUB_WARP_SCAN_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

template <class T_, int threads = 32> class WarpScan {
  EMU_CUB static T_ from_left(T_ v, T_ first) {
    T_ left = emu_shuffle_any(EMU_OP_SHFL_UP, emu_lanes<threads>(), v, 1, threads);
    return emu_lane() % threads ? left : first;
  }

public:
  struct TempStorage {};

  EMU_CUB WarpScan(TempStorage &) {}

  template <class Op_> EMU_CUB void InclusiveScan(T_ v, T_ &out, Op_ op) {
    out = emu_scan_lanes<threads>(emu_lanes<threads>(), v, op);
  }
  template <class Op_> EMU_CUB void InclusiveScan(T_ v, T_ &out, Op_ op, T_ &aggregate) {
    InclusiveScan(v, out, op);
    aggregate = Broadcast(out, threads - 1);
  }
  template <class Op_> EMU_CUB void ExclusiveScan(T_ v, T_ &out, T_ first, Op_ op) {
    T_ sum = emu_scan_lanes<threads>(emu_lanes<threads>(), v, op);
    out = from_left(op(first, sum), first);
  }
  EMU_CUB void InclusiveSum(T_ v, T_ &out) {
    InclusiveScan(v, out, cub::Sum());
  }
  EMU_CUB void InclusiveSum(T_ v, T_ &out, T_ &aggregate) {
    InclusiveScan(v, out, cub::Sum(), aggregate);
  }
  EMU_CUB void ExclusiveSum(T_ v, T_ &out) {
    ExclusiveScan(v, out, T_(), cub::Sum());
  }
  EMU_CUB void ExclusiveSum(T_ v, T_ &out, T_ &aggregate) {
    T_ sum;
    InclusiveScan(v, sum, cub::Sum(), aggregate);
    out = from_left(sum, T_());
  }
  EMU_CUB T_ Broadcast(T_ v, unsigned lane) {
    return emu_shuffle_any(EMU_OP_SHFL_IDX, emu_lanes<threads>(), v, lane, threads);
  }
};

} // namespace cub
#endif
