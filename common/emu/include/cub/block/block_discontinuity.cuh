// Flags of the first or last item of each run, with the interface of CUB's BlockDiscontinuity.
#ifndef EMU_CUB_BLOCK_DISCONTINUITY_CUH
#define EMU_CUB_BLOCK_DISCONTINUITY_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

template <class T_, int x, int y = 1, int z = 1> class BlockDiscontinuity {
  static constexpr unsigned threads = x * y * z;

public:
  struct TempStorage {
    T_ first[threads], last[threads];
  };

  EMU_CUB BlockDiscontinuity(TempStorage &storage) : temp(storage) {}

  // The block's first item is flagged, or compared with the one before the tile.
  template <int items, class Flag_, class Op_>
  EMU_CUB void FlagHeads(Flag_ (&flags)[items], T_ (&v)[items], Op_ differ) {
    T_ left = from_left(v);
    flags[0] = emu_thread_rank() ? differ(left, v[0]) : true;
    for (int i = 1; i < items; i++) flags[i] = differ(v[i - 1], v[i]);
  }
  template <int items, class Flag_, class Op_>
  EMU_CUB void FlagHeads(Flag_ (&flags)[items], T_ (&v)[items], Op_ differ, T_ before) {
    T_ left = from_left(v);
    flags[0] = differ(emu_thread_rank() ? left : before, v[0]);
    for (int i = 1; i < items; i++) flags[i] = differ(v[i - 1], v[i]);
  }
  template <int items, class Flag_, class Op_>
  EMU_CUB void FlagTails(Flag_ (&flags)[items], T_ (&v)[items], Op_ differ) {
    T_ right = from_right(v);
    for (int i = 0; i + 1 < items; i++) flags[i] = differ(v[i], v[i + 1]);
    flags[items - 1] = emu_thread_rank() + 1 < threads ? differ(v[items - 1], right) : true;
  }

private:
  TempStorage &temp;

  template <int items> EMU_CUB T_ from_left(T_ (&v)[items]) {
    unsigned thread = emu_thread_rank();
    temp.last[thread] = v[items - 1];
    __syncthreads();
    return thread ? temp.last[thread - 1] : v[0];
  }
  template <int items> EMU_CUB T_ from_right(T_ (&v)[items]) {
    unsigned thread = emu_thread_rank();
    temp.first[thread] = v[0];
    __syncthreads();
    return thread + 1 < threads ? temp.first[thread + 1] : v[0];
  }
};

} // namespace cub
#endif
