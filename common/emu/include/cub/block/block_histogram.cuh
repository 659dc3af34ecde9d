// Histograms of a block's items, with the interface of CUB's BlockHistogram: by atomics, into memory of the caller's.
#ifndef EMU_CUB_BLOCK_HISTOGRAM_CUH
#define EMU_CUB_BLOCK_HISTOGRAM_CUH

#include "../thread/thread_operators.cuh"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC }; // both are done as the second

template <class T_, int x, int items, int bins, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int y = 1,
          int z = 1>
class BlockHistogram {
public:
  struct TempStorage {};

  EMU_CUB BlockHistogram(TempStorage &) {}

  template <class Count_> EMU_CUB void InitHistogram(Count_ *histogram) {
    for (int b = emu_thread_rank(); b < bins; b += x * y * z) histogram[b] = 0;
  }
  template <class Count_> EMU_CUB void Composite(T_ (&v)[items], Count_ *histogram) {
    for (int i = 0; i < items; i++) atomicAdd(histogram + v[i], (Count_)1);
  }
  template <class Count_> EMU_CUB void Histogram(T_ (&v)[items], Count_ *histogram) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(v, histogram);
  }
};

} // namespace cub
#endif
