// Stores of a block's tile, with the interface of CUB's BlockStore: direct, striped, or exchanged and then striped.
#ifndef EMU_CUB_BLOCK_STORE_CUH
#define EMU_CUB_BLOCK_STORE_CUH

#include "block_exchange.cuh"

namespace cub {

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T_, int items, class It_>
EMU_CUB void StoreDirectBlocked(int thread, It_ out, T_ (&v)[items], int valid = INT_MAX) {
  for (int i = 0; i < items; i++)
    if (thread * items + i < valid) out[thread * items + i] = v[i];
}
template <class T_, int items>
EMU_CUB void StoreDirectBlockedVectorized(int thread, T_ *out, T_ (&v)[items]) {
  StoreDirectBlocked(thread, out, v);
}
template <int threads, class T_, int items, class It_>
EMU_CUB void StoreDirectStriped(int thread, It_ out, T_ (&v)[items], int valid = INT_MAX) {
  for (int i = 0; i < items; i++)
    if (i * threads + thread < valid) out[i * threads + thread] = v[i];
}

template <class T_, int x, int items, BlockStoreAlgorithm how = BLOCK_STORE_DIRECT, int y = 1, int z = 1>
class BlockStore {
  static constexpr int threads = x * y * z;
  static constexpr bool exchanged = how >= BLOCK_STORE_TRANSPOSE;
  typedef BlockExchange<T_, x, items, false, y, z> Exchange;

public:
  struct Nothing {};
  typedef typename std::conditional<exchanged, typename Exchange::TempStorage, Nothing>::type TempStorage;

  EMU_CUB BlockStore(TempStorage &storage) : temp(storage) {}

  template <class It_> EMU_CUB void Store(It_ out, T_ (&v)[items], int valid = INT_MAX) {
    if constexpr (exchanged) Exchange(temp).BlockedToStriped(v);
    if constexpr (how == BLOCK_STORE_DIRECT || how == BLOCK_STORE_VECTORIZE)
      StoreDirectBlocked(emu_thread_rank(), out, v, valid);
    else
      StoreDirectStriped<threads>(emu_thread_rank(), out, v, valid);
  }

private:
  TempStorage &temp;
};

} // namespace cub
#endif
