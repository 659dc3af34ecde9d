// Differences of neighbouring items of a tile, with the interface of CUB's BlockAdjacentDifference.
#ifndef EMU_CUB_BLOCK_ADJACENT_DIFFERENCE_CUH
#define EMU_CUB_BLOCK_ADJACENT_DIFFERENCE_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

template <class T_, int x, int y = 1, int z = 1> class BlockAdjacentDifference {
  static constexpr int threads = x * y * z;

public:
  struct TempStorage {
    T_ first[threads], last[threads];
  };

  EMU_CUB BlockAdjacentDifference(TempStorage &storage) : temp(storage) {}

  // The tile's first item stays as it is, or is compared with the one before the tile; so do items from `valid` on.
  template <int items, class Out_, class Op_>
  EMU_CUB void SubtractLeft(T_ (&v)[items], Out_ (&out)[items], Op_ op) {
    left(v, out, op, threads * items, (const T_ *)nullptr);
  }
  template <int items, class Out_, class Op_>
  EMU_CUB void SubtractLeft(T_ (&v)[items], Out_ (&out)[items], Op_ op, T_ before) {
    left(v, out, op, threads * items, &before);
  }
  template <int items, class Out_, class Op_>
  EMU_CUB void SubtractLeftPartialTile(T_ (&v)[items], Out_ (&out)[items], Op_ op, int valid) {
    left(v, out, op, valid, (const T_ *)nullptr);
  }
  template <int items, class Out_, class Op_>
  EMU_CUB void SubtractLeftPartialTile(T_ (&v)[items], Out_ (&out)[items], Op_ op, int valid, T_ before) {
    left(v, out, op, valid, &before);
  }

  // The tile's last item stays as it is, or is compared with the one after the tile; so do items from `valid` on.
  template <int items, class Out_, class Op_>
  EMU_CUB void SubtractRight(T_ (&v)[items], Out_ (&out)[items], Op_ op) {
    right(v, out, op, threads * items, (const T_ *)nullptr);
  }
  template <int items, class Out_, class Op_>
  EMU_CUB void SubtractRight(T_ (&v)[items], Out_ (&out)[items], Op_ op, T_ after) {
    right(v, out, op, threads * items, &after);
  }
  template <int items, class Out_, class Op_>
  EMU_CUB void SubtractRightPartialTile(T_ (&v)[items], Out_ (&out)[items], Op_ op, int valid) {
    right(v, out, op, valid, (const T_ *)nullptr);
  }

private:
  TempStorage &temp;

  // Both may write where they read: each goes away from the neighbour that it still needs.
  template <int items, class Out_, class Op_>
  EMU_CUB void left(T_ (&v)[items], Out_ (&out)[items], Op_ op, int valid, const T_ *before) {
    int thread = emu_thread_rank();
    temp.last[thread] = v[items - 1];
    __syncthreads();
    for (int i = items - 1; i >= 0; i--) {
      if (thread * items + i >= valid)
        out[i] = v[i];
      else if (i)
        out[i] = op(v[i], v[i - 1]);
      else if (thread)
        out[i] = op(v[i], temp.last[thread - 1]);
      else if (before)
        out[i] = op(v[i], *before);
      else
        out[i] = v[i];
    }
  }
  template <int items, class Out_, class Op_>
  EMU_CUB void right(T_ (&v)[items], Out_ (&out)[items], Op_ op, int valid, const T_ *after) {
    int thread = emu_thread_rank();
    temp.first[thread] = v[0];
    __syncthreads();
    for (int i = 0; i < items; i++) {
      int at = thread * items + i;
      if (at + 1 < valid && i + 1 < items)
        out[i] = op(v[i], v[i + 1]);
      else if (at + 1 < valid)
        out[i] = op(v[i], temp.first[thread + 1]);
      else if (after && at + 1 == threads * items)
        out[i] = op(v[i], *after);
      else
        out[i] = v[i];
    }
  }
};

} // namespace cub
#endif
