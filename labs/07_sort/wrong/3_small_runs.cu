// expect: inefficient 3_merge_sort global_bytes on emu
// fault: the first runs are of 136 elements: three passes more than runs of 1024 need.
#include "sort.h"
#include "../given.cuh"

// int32_t stands for keys that are merged in tiles of 8 threads.
static __device__ uint32_t key_of(int32_t x) {
  return (uint32_t)x;
}
static __device__ void put_in_order(int32_t &a, int32_t &b) {
  put_in_order((uint32_t &)a, (uint32_t &)b);
}
#define sort_3_merge_sort reference
#include "../solution.cu"
#undef sort_3_merge_sort

template <> struct merge_shape<int32_t> {
  enum { ITEMS = 17, SORT_THREADS = 8, PASS_THREADS = 8, PASS_BLOCKS = 1 };
};

int sort_3_merge_sort(const uint32_t *in, int64_t n, uint32_t *scratch, uint32_t *out) {
  return merge_sort((const int32_t *)in, n, scratch, (int32_t *)out);
}
