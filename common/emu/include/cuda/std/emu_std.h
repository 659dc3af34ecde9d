// cuda::std is the C++ library's own: a kernel may use what of it is constexpr. -*- C++ -*-
// What nvcc's cuda::std has for kernels though std has it for the host alone stands here.
#ifndef EMU_CUDA_STD
#define EMU_CUDA_STD

#include <cassert>
#include <cfloat>
#include <cstddef>
#include <utility>
#include "../../cuda_runtime.h"

namespace cuda {
namespace std {
using namespace ::std;

template <class T> __host__ __device__ constexpr void swap(T &a, T &b) {
  T kept = ::std::move(a);
  a = ::std::move(b);
  b = ::std::move(kept);
}
} // namespace std
} // namespace cuda

#endif
