// What the algorithms over a device share: the protocol of the temporary storage, and the work itself, which one thread of a
// kernel does. So its accesses are counted (as one thread's) and checked, and it runs in its stream's order.
#ifndef EMU_CUB_DEVICE_CUH
#define EMU_CUB_DEVICE_CUH

#include <array>
#include <iostream>
#include <memory>
#include <unistd.h>
#include "../../emu_library.h"
#include "../thread/thread_operators.cuh"

namespace cub {

// Called with temp == NULL it says how much storage the work needs; then it does the work.
template <class Work_> __global__ void emu_work(Work_ work) {
  work();
}
template <class Work_>
EMU_UNSEEN __attribute__((noinline)) cudaError_t emu_device(const char *name, void *temp, size_t &bytes,
                                                            size_t need, cudaStream_t stream, Work_ work) {
  if (!temp) {
    bytes = need + 256;
    return cudaSuccess;
  }
  if (bytes < need) return cudaErrorInvalidValue;
  ::emu::config one(1, 1, 0, stream);
  auto body = ::emu::entry_of<Work_>(emu_work<Work_>, work);
  ::emu::launch_body(name, one, body, __builtin_return_address(0));
  return cudaPeekAtLastError();
}

// An item as its value: an iterator may give something that stands for it.
template <class In_> EMU_CUB emu_value<In_> emu_item(In_ in, long long i) {
  return in[i];
}

template <class Op_, class A_, class B_>
using emu_accumulator =
    typename std::decay<decltype(std::declval<Op_ &>()(std::declval<A_>(), std::declval<B_>()))>::type;

} // namespace cub
#endif
