// Sorts of a block's items, with the interface of CUB's BlockRadixSort: four bits a pass, each thread counts its digits in a
// column of its own, and a scan over the columns gives the ranks.
#ifndef EMU_CUB_BLOCK_RADIX_SORT_CUH
#define EMU_CUB_BLOCK_RADIX_SORT_CUH

#include "../util_type.cuh"
#include "block_exchange.cuh"
#include "block_scan.cuh"

namespace cub {

template <class Key_, int x, int items, class Value_ = NullType, int radix_bits = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int shared_bank_bytes = 4, int y = 1, int z = 1>
class BlockRadixSort {
  static constexpr int threads = x * y * z, digits = 1 << radix_bits, key_bits = 8 * sizeof(Key_);
  static constexpr bool with_values = !std::is_same<Value_, NullType>::value;
  typedef BlockExchange<Key_, x, items, false, y, z> Keys;
  typedef BlockExchange<Value_, x, items, false, y, z> Values;
  typedef BlockScan<unsigned, x, BLOCK_SCAN_WARP_SCANS, y, z> Scan;

public:
  struct TempStorage {
    union {
      unsigned short count[digits * threads]; // by digit, then by thread
      typename Keys::TempStorage keys;
      typename Values::TempStorage values;
    };
    typename Scan::TempStorage scan;
  };

  EMU_CUB BlockRadixSort(TempStorage &storage) : temp(storage) {}

  EMU_CUB void Sort(Key_ (&k)[items], int begin = 0, int end = key_bits) {
    sort(k, none, begin, end, false, false);
  }
  EMU_CUB void Sort(Key_ (&k)[items], Value_ (&v)[items], int begin = 0, int end = key_bits) {
    sort(k, v, begin, end, false, false);
  }
  EMU_CUB void SortDescending(Key_ (&k)[items], int begin = 0, int end = key_bits) {
    sort(k, none, begin, end, true, false);
  }
  EMU_CUB void SortDescending(Key_ (&k)[items], Value_ (&v)[items], int begin = 0, int end = key_bits) {
    sort(k, v, begin, end, true, false);
  }
  EMU_CUB void SortBlockedToStriped(Key_ (&k)[items], int begin = 0, int end = key_bits) {
    sort(k, none, begin, end, false, true);
  }
  EMU_CUB void SortBlockedToStriped(Key_ (&k)[items], Value_ (&v)[items], int begin = 0, int end = key_bits) {
    sort(k, v, begin, end, false, true);
  }
  EMU_CUB void SortDescendingBlockedToStriped(Key_ (&k)[items], int begin = 0, int end = key_bits) {
    sort(k, none, begin, end, true, true);
  }
  EMU_CUB void SortDescendingBlockedToStriped(Key_ (&k)[items], Value_ (&v)[items], int begin = 0,
                                              int end = key_bits) {
    sort(k, v, begin, end, true, true);
  }

private:
  TempStorage &temp;
  Value_ none[items];

  EMU_CUB void sort(Key_ (&k)[items], Value_ (&v)[items], int begin, int end, bool descending, bool striped) {
    for (int bit = begin; bit < end; bit += radix_bits) {
      int last = bit + radix_bits < end ? bit + radix_bits : end, ranks[items];
      rank(k, ranks, bit, last, descending);
      bool now_striped = striped && last == end;
      move(Keys(temp.keys), k, ranks, now_striped);
      if constexpr (with_values) {
        __syncthreads();
        move(Values(temp.values), v, ranks, now_striped);
      }
      if (last < end) __syncthreads();
    }
  }

  template <class Exchange_, class T_>
  EMU_CUB static void move(Exchange_ exchange, T_ (&v)[items], int (&ranks)[items], bool striped) {
    if (striped)
      exchange.ScatterToStriped(v, ranks);
    else
      exchange.ScatterToBlocked(v, ranks);
  }

  EMU_CUB void rank(Key_ (&k)[items], int (&ranks)[items], int begin, int end, bool descending) {
    int thread = emu_thread_rank();
    for (int d = 0; d < digits; d++) temp.count[d * threads + thread] = 0;
    for (int i = 0; i < items; i++)
      ranks[i] = temp.count[emu_radix(k[i], begin, end, descending) * threads + thread]++;
    __syncthreads();
    scan(thread * digits);
    __syncthreads();
    for (int i = 0; i < items; i++)
      ranks[i] += temp.count[emu_radix(k[i], begin, end, descending) * threads + thread];
    __syncthreads();
  }

  EMU_CUB void scan(int first) {
    unsigned sum = 0, before;
    for (int i = 0; i < digits; i++) sum += temp.count[first + i];
    Scan(temp.scan).ExclusiveSum(sum, before);
    for (int i = 0; i < digits; i++) {
      unsigned n = temp.count[first + i];
      temp.count[first + i] = before;
      before += n;
    }
  }
};

} // namespace cub
#endif
