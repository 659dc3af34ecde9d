// Scans over a block, with the interface of CUB's BlockScan: warps scan by shuffles and add what the warps before them
// left in shared memory.
#ifndef EMU_CUB_BLOCK_SCAN_CUH
#define EMU_CUB_BLOCK_SCAN_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

// All three are done as CUB does the last one.
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T_, int x, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int y = 1, int z = 1> class BlockScan {
  static constexpr unsigned threads = x * y * z, warps = (threads + 31) / 32;

public:
  struct TempStorage {
    T_ of_warp[warps], prefix;
  };

  EMU_CUB BlockScan(TempStorage &storage) : temp(storage) {}

  template <class Op_> EMU_CUB void InclusiveScan(T_ v, T_ &out, Op_ op, T_ &aggregate) {
    T_ sum;
    scan(v, sum, op, aggregate);
    out = sum;
  }
  template <class Op_> EMU_CUB void InclusiveScan(T_ v, T_ &out, Op_ op) {
    T_ aggregate;
    InclusiveScan(v, out, op, aggregate);
  }
  template <class Op_> EMU_CUB void ExclusiveScan(T_ v, T_ &out, T_ first, Op_ op, T_ &aggregate) {
    T_ sum, left = scan(v, sum, op, aggregate);
    out = emu_thread_rank() ? op(first, left) : first;
  }
  template <class Op_> EMU_CUB void ExclusiveScan(T_ v, T_ &out, T_ first, Op_ op) {
    T_ aggregate;
    ExclusiveScan(v, out, first, op, aggregate);
  }
  template <int items, class Op_>
  EMU_CUB void InclusiveScan(T_ (&v)[items], T_ (&out)[items], Op_ op, T_ &aggregate) {
    T_ sum, mine = total(v, op), left = scan(mine, sum, op, aggregate);
    for (int i = 0; i < items; i++) {
      left = i || emu_thread_rank() ? op(left, v[i]) : v[i];
      out[i] = left;
    }
  }
  template <int items, class Op_>
  EMU_CUB void ExclusiveScan(T_ (&v)[items], T_ (&out)[items], T_ first, Op_ op, T_ &aggregate) {
    T_ sum, mine = total(v, op), left = scan(mine, sum, op, aggregate);
    T_ before = emu_thread_rank() ? op(first, left) : first;
    for (int i = 0; i < items; i++) {
      T_ next = op(before, v[i]);
      out[i] = before;
      before = next;
    }
  }

  // Of one value a thread, or of an array of values.
  EMU_CUB void InclusiveSum(T_ v, T_ &out, T_ &aggregate) {
    InclusiveScan(v, out, cub::Sum(), aggregate);
  }
  EMU_CUB void InclusiveSum(T_ v, T_ &out) {
    InclusiveScan(v, out, cub::Sum());
  }
  EMU_CUB void ExclusiveSum(T_ v, T_ &out, T_ &aggregate) {
    ExclusiveScan(v, out, T_(), cub::Sum(), aggregate);
  }
  // The first warp calls prefix(aggregate); what its lane 0 gets stands in front of the tile.
  template <class Prefix_> EMU_CUB void InclusiveSum(T_ v, T_ &out, Prefix_ &prefix) {
    T_ aggregate;
    InclusiveScan(v, out, cub::Sum(), aggregate);
    out = out + ask(prefix, aggregate);
  }
  template <class Prefix_> EMU_CUB void ExclusiveSum(T_ v, T_ &out, Prefix_ &prefix) {
    T_ aggregate;
    ExclusiveScan(v, out, T_(), cub::Sum(), aggregate);
    out = out + ask(prefix, aggregate);
  }
  template <int items, class Prefix_>
  EMU_CUB void InclusiveSum(T_ (&v)[items], T_ (&out)[items], Prefix_ &prefix) {
    T_ aggregate;
    InclusiveScan(v, out, cub::Sum(), aggregate);
    T_ before = ask(prefix, aggregate);
    for (int i = 0; i < items; i++) out[i] = out[i] + before;
  }
  template <int items, class Prefix_>
  EMU_CUB void ExclusiveSum(T_ (&v)[items], T_ (&out)[items], Prefix_ &prefix) {
    T_ aggregate;
    ExclusiveScan(v, out, T_(), cub::Sum(), aggregate);
    T_ before = ask(prefix, aggregate);
    for (int i = 0; i < items; i++) out[i] = out[i] + before;
  }
  EMU_CUB void ExclusiveSum(T_ v, T_ &out) {
    ExclusiveScan(v, out, T_(), cub::Sum());
  }
  template <int items> EMU_CUB void InclusiveSum(T_ (&v)[items], T_ (&out)[items], T_ &aggregate) {
    InclusiveScan(v, out, cub::Sum(), aggregate);
  }
  template <int items> EMU_CUB void InclusiveSum(T_ (&v)[items], T_ (&out)[items]) {
    T_ aggregate;
    InclusiveScan(v, out, cub::Sum(), aggregate);
  }
  template <int items> EMU_CUB void ExclusiveSum(T_ (&v)[items], T_ (&out)[items], T_ &aggregate) {
    ExclusiveScan(v, out, T_(), cub::Sum(), aggregate);
  }
  template <int items> EMU_CUB void ExclusiveSum(T_ (&v)[items], T_ (&out)[items]) {
    T_ aggregate;
    ExclusiveScan(v, out, T_(), cub::Sum(), aggregate);
  }

private:
  TempStorage &temp;

  template <class Prefix_> EMU_CUB T_ ask(Prefix_ &prefix, T_ aggregate) {
    if (emu_thread_rank() < 32) {
      T_ before = prefix(aggregate);
      if (emu_thread_rank() == 0) temp.prefix = before;
    }
    __syncthreads();
    return temp.prefix;
  }

  template <int items, class Op_> EMU_CUB static T_ total(T_ (&v)[items], Op_ op) {
    T_ sum = v[0];
    for (int i = 1; i < items; i++) sum = op(sum, v[i]);
    return sum;
  }

  // Returns what the threads before this one have; of thread 0 that is undefined.
  template <class Op_> EMU_CUB T_ scan(T_ v, T_ &sum, Op_ op, T_ &aggregate) {
    unsigned thread = emu_thread_rank(), warp = thread / 32, lane = thread % 32, rest = threads - warp * 32;
    unsigned lanes = rest < 32 ? (1u << rest) - 1 : 0xffffffffu;
    sum = emu_scan_lanes<32>(lanes, v, op);
    T_ left = emu_shuffle_any(EMU_OP_SHFL_UP, lanes, sum, 1, 32);
    if (lane == 31 || thread == threads - 1) temp.of_warp[warp] = sum;
    __syncthreads();
    T_ before = temp.of_warp[0];
    aggregate = before;
    for (unsigned w = 1; w < warps; w++) {
      if (w == warp) before = aggregate;
      aggregate = op(aggregate, temp.of_warp[w]);
    }
    if (!warp) return left;
    sum = op(before, sum);
    return lane ? op(before, left) : before;
  }
};

} // namespace cub
#endif
