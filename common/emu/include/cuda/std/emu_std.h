// What cuda::std has is the C++ library's own, name by name, so that `using namespace cuda::std` meets each name once: a kernel
// may use what of it is constexpr. -*- C++ -*-
// What nvcc's cuda::std has for kernels though std has it for the host alone stands here.
#ifndef EMU_CUDA_STD
#define EMU_CUDA_STD

// What nvcc's headers bring along of the host's, nearly all of them; its <version> alone does not.
#include "../../cuda_fp8.h"
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <clocale>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <exception>
#include <iosfwd>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <typeinfo>
#include <utility>
#include "../../cuda_runtime.h"
// What every header of cuda::std brings along of cuda::std:
#include "array"
#include "cstddef"
#include "cstdint"
#include "cstdlib"
#include "cstring"
#include "initializer_list"
#include "limits"
#include "tuple"
#include "type_traits"
#include "utility"

namespace cuda {
namespace std {
using ::std::max;
using ::std::min;

template <class T_> __host__ __device__ constexpr void swap(T_ &a_, T_ &b_) {
  T_ kept_ = ::std::move(a_);
  a_ = ::std::move(b_);
  b_ = ::std::move(kept_);
}
} // namespace std
} // namespace cuda

#endif
