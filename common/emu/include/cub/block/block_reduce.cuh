// Reductions over a block, with the interface of CUB's BlockReduce. Its shared memory is counted and checked as the
// program's own: storage that is used again without a barrier is a race.
#ifndef EMU_CUB_BLOCK_REDUCE_CUH
#define EMU_CUB_BLOCK_REDUCE_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

// All three are done as CUB does the last one, its usual choice.
enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

// Thread 0's result is the reduction; that of the others is undefined.
template <class T_, int x, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int y = 1, int z = 1>
class BlockReduce {
  static constexpr unsigned threads = x * y * z, warps = (threads + 31) / 32;

public:
  struct TempStorage {
    T_ of_warp[warps];
  };

  EMU_CUB BlockReduce(TempStorage &storage) : temp(storage) {}

  template <class Op_> EMU_CUB T_ Reduce(T_ v, Op_ op, int valid) {
    unsigned thread = emu_thread_rank(), warp = thread / 32, first = warp * 32, count = valid;
    unsigned lanes = threads - first < 32 ? (1u << (threads - first)) - 1 : 0xffffffffu;
    unsigned live = first >= count ? 0 : count - first < 32 ? count - first : 32;
    v = emu_reduce_lanes<32>(lanes, v, op, live);
    if (thread % 32 == 0) temp.of_warp[warp] = v;
    __syncthreads();
    if (thread == 0)
      for (unsigned w = 1; w < warps && w * 32 < count; w++) v = op(v, temp.of_warp[w]);
    return v;
  }
  template <class Op_> EMU_CUB T_ Reduce(T_ v, Op_ op) {
    return Reduce(v, op, (int)threads);
  }
  template <int items, class Op_> EMU_CUB T_ Reduce(T_ (&v)[items], Op_ op) {
    T_ sum = v[0];
    for (int i = 1; i < items; i++) sum = op(sum, v[i]);
    return Reduce(sum, op);
  }
  EMU_CUB T_ Sum(T_ v) {
    return Reduce(v, cub::Sum());
  }
  EMU_CUB T_ Sum(T_ v, int valid) {
    return Reduce(v, cub::Sum(), valid);
  }
  template <int items> EMU_CUB T_ Sum(T_ (&v)[items]) {
    return Reduce(v, cub::Sum());
  }

private:
  TempStorage &temp;
};

} // namespace cub
#endif
