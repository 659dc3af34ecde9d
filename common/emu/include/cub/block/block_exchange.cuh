// Exchanges of a block's items, with the interface of CUB's BlockExchange. Blocked: a thread has neighbours; striped: a thread
// has every so manieth item.
#ifndef EMU_CUB_BLOCK_EXCHANGE_CUH
#define EMU_CUB_BLOCK_EXCHANGE_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

template <class T_, int x, int items, bool = false, int y = 1, int z = 1> class BlockExchange {
  static constexpr int threads = x * y * z;

  // Where a thread's item i lies among those of the block.
  struct Blocked {
    EMU_INLINE int operator()(int i) const {
      return emu_thread_rank() * items + i;
    }
  };
  struct Striped {
    EMU_INLINE int operator()(int i) const {
      return i * threads + emu_thread_rank();
    }
  };
  struct WarpStriped {
    EMU_INLINE int operator()(int i) const {
      unsigned thread = emu_thread_rank();
      return thread / 32 * 32 * items + i * 32 + thread % 32;
    }
  };

public:
  struct TempStorage {
    T_ item[threads * items];
  };

  EMU_CUB BlockExchange(TempStorage &storage) : temp(storage) {}

  template <class Out_> EMU_CUB void BlockedToStriped(const T_ (&in)[items], Out_ (&out)[items]) {
    put(in, Blocked());
    __syncthreads();
    get(out, Striped());
  }
  template <class Out_> EMU_CUB void StripedToBlocked(const T_ (&in)[items], Out_ (&out)[items]) {
    put(in, Striped());
    __syncthreads();
    get(out, Blocked());
  }
  template <class Out_> EMU_CUB void BlockedToWarpStriped(const T_ (&in)[items], Out_ (&out)[items]) {
    put(in, Blocked());
    __syncwarp();
    get(out, WarpStriped());
  }
  template <class Out_> EMU_CUB void WarpStripedToBlocked(const T_ (&in)[items], Out_ (&out)[items]) {
    put(in, WarpStriped());
    __syncwarp();
    get(out, Blocked());
  }
  template <class Out_, class Rank_>
  EMU_CUB void ScatterToBlocked(const T_ (&in)[items], Out_ (&out)[items], Rank_ (&ranks)[items]) {
    for (int i = 0; i < items; i++) temp.item[ranks[i]] = in[i];
    __syncthreads();
    get(out, Blocked());
  }
  template <class Out_, class Rank_>
  EMU_CUB void ScatterToStriped(const T_ (&in)[items], Out_ (&out)[items], Rank_ (&ranks)[items]) {
    for (int i = 0; i < items; i++) temp.item[ranks[i]] = in[i];
    __syncthreads();
    get(out, Striped());
  }

  EMU_CUB void BlockedToStriped(T_ (&v)[items]) {
    BlockedToStriped(v, v);
  }
  EMU_CUB void StripedToBlocked(T_ (&v)[items]) {
    StripedToBlocked(v, v);
  }
  EMU_CUB void BlockedToWarpStriped(T_ (&v)[items]) {
    BlockedToWarpStriped(v, v);
  }
  EMU_CUB void WarpStripedToBlocked(T_ (&v)[items]) {
    WarpStripedToBlocked(v, v);
  }
  template <class Rank_> EMU_CUB void ScatterToBlocked(T_ (&v)[items], Rank_ (&ranks)[items]) {
    ScatterToBlocked(v, v, ranks);
  }
  template <class Rank_> EMU_CUB void ScatterToStriped(T_ (&v)[items], Rank_ (&ranks)[items]) {
    ScatterToStriped(v, v, ranks);
  }

private:
  TempStorage &temp;

  template <class Place_> EMU_CUB void put(const T_ (&v)[items], Place_ place) {
    for (int i = 0; i < items; i++) temp.item[place(i)] = v[i];
  }
  template <class Out_, class Place_> EMU_CUB void get(Out_ (&v)[items], Place_ place) {
    for (int i = 0; i < items; i++) v[i] = temp.item[place(i)];
  }
};

} // namespace cub
#endif
