// Loads of a block's tile, with the interface of CUB's BlockLoad: direct, striped, or striped and then exchanged.
#ifndef EMU_CUB_BLOCK_LOAD_CUH
#define EMU_CUB_BLOCK_LOAD_CUH

#include "block_exchange.cuh"

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T_, int items, class It_> EMU_CUB void LoadDirectBlocked(int thread, It_ in, T_ (&v)[items]) {
  for (int i = 0; i < items; i++) v[i] = in[thread * items + i];
}
template <class T_, int items, class It_>
EMU_CUB void LoadDirectBlocked(int thread, It_ in, T_ (&v)[items], int valid) {
  for (int i = 0; i < items; i++)
    if (thread * items + i < valid) v[i] = in[thread * items + i];
}
template <class T_, class Default_, int items, class It_>
EMU_CUB void LoadDirectBlocked(int thread, It_ in, T_ (&v)[items], int valid, Default_ other) {
  for (int i = 0; i < items; i++) v[i] = other;
  LoadDirectBlocked(thread, in, v, valid);
}
template <class T_, int items> EMU_CUB void LoadDirectBlockedVectorized(int thread, T_ *in, T_ (&v)[items]) {
  LoadDirectBlocked(thread, in, v);
}
template <int threads, class T_, int items, class It_>
EMU_CUB void LoadDirectStriped(int thread, It_ in, T_ (&v)[items]) {
  for (int i = 0; i < items; i++) v[i] = in[i * threads + thread];
}
template <int threads, class T_, int items, class It_>
EMU_CUB void LoadDirectStriped(int thread, It_ in, T_ (&v)[items], int valid) {
  for (int i = 0; i < items; i++)
    if (i * threads + thread < valid) v[i] = in[i * threads + thread];
}
template <int threads, class T_, class Default_, int items, class It_>
EMU_CUB void LoadDirectStriped(int thread, It_ in, T_ (&v)[items], int valid, Default_ other) {
  for (int i = 0; i < items; i++) v[i] = other;
  LoadDirectStriped<threads>(thread, in, v, valid);
}

template <class T_, int x, int items, BlockLoadAlgorithm how = BLOCK_LOAD_DIRECT, int y = 1, int z = 1>
class BlockLoad {
  static constexpr int threads = x * y * z;
  static constexpr bool exchanged = how >= BLOCK_LOAD_TRANSPOSE;
  typedef BlockExchange<T_, x, items, false, y, z> Exchange;

public:
  struct Nothing {};
  typedef typename std::conditional<exchanged, typename Exchange::TempStorage, Nothing>::type TempStorage;

  EMU_CUB BlockLoad(TempStorage &storage) : temp(storage) {}

  template <class It_> EMU_CUB void Load(It_ in, T_ (&v)[items]) {
    if constexpr (how == BLOCK_LOAD_DIRECT || how == BLOCK_LOAD_VECTORIZE)
      LoadDirectBlocked(emu_thread_rank(), in, v);
    else
      LoadDirectStriped<threads>(emu_thread_rank(), in, v);
    if constexpr (exchanged) Exchange(temp).StripedToBlocked(v);
  }
  template <class It_> EMU_CUB void Load(It_ in, T_ (&v)[items], int valid) {
    if constexpr (how == BLOCK_LOAD_DIRECT || how == BLOCK_LOAD_VECTORIZE) {
      LoadDirectBlocked(emu_thread_rank(), in, v, valid);
    } else if constexpr (exchanged) { // items that are not valid are exchanged, too
      LoadDirectStriped<threads>(emu_thread_rank(), in, v, valid, T_());
      Exchange(temp).StripedToBlocked(v);
    } else {
      LoadDirectStriped<threads>(emu_thread_rank(), in, v, valid);
    }
  }
  template <class It_, class Default_> EMU_CUB void Load(It_ in, T_ (&v)[items], int valid, Default_ other) {
    if constexpr (how == BLOCK_LOAD_DIRECT || how == BLOCK_LOAD_VECTORIZE)
      LoadDirectBlocked(emu_thread_rank(), in, v, valid, other);
    else
      LoadDirectStriped<threads>(emu_thread_rank(), in, v, valid, other);
    if constexpr (exchanged) Exchange(temp).StripedToBlocked(v);
  }

private:
  TempStorage &temp;
};

} // namespace cub
#endif
