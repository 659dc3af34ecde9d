// expect: inefficient 6_shuffle shared_atomics on emu
// fault: each thread adds its sum to one shared word by an atomic; its shuffles are for the count.
#define SHARED
#include "repeat.cuh"
#include "atomic_a_thread.cuh"

int reduce_6_shuffle(const float *in, int64_t n, float *scratch, float *out) {
  return reduce_repeat(atomic_a_thread<float>, 16 * BLOCK, in, n, scratch, out);
}
