// Marks for NVIDIA's profilers as C++ objects: nothing listens to them here. -*- C++ -*-
#ifndef EMU_NVTX_HPP
#define EMU_NVTX_HPP

#include "nvToolsExt.h"

#define NVTX3_CPP_DEFINITIONS_V1_0

namespace nvtx3 {
inline namespace v1 {

struct rgb {
  constexpr rgb(uint8_t, uint8_t, uint8_t) {}
};
struct argb {
  constexpr argb(uint8_t, uint8_t, uint8_t, uint8_t) {}
};
struct color {
  constexpr explicit color(uint32_t) {}
  constexpr color(rgb) {}
  constexpr color(argb) {}
};
struct category {
  constexpr explicit category(uint32_t) {}
};
struct named_category {
  named_category(uint32_t, const char *) {}
};
struct message {
  message(const char *) {}
};
struct payload {
  template <class T> constexpr explicit payload(T) {}
};
struct event_attributes {
  template <class... A> event_attributes(const A &...) {}
};
struct domain {
  struct global {};
  template <class D = global> static const domain &get() {
    static const domain d;
    return d;
  }
};

template <class D> struct scoped_range_in {
  template <class... A> scoped_range_in(const A &...) {}
  ~scoped_range_in() {}
};
using scoped_range = scoped_range_in<domain::global>;
template <class D> struct unique_range_in {
  template <class... A> unique_range_in(const A &...) {}
};
using unique_range = unique_range_in<domain::global>;
struct range_handle {};
template <class D = domain::global, class... A> range_handle start_range_in(const A &...) {
  return {};
}
template <class... A> range_handle start_range(const A &...) {
  return {};
}
template <class D = domain::global> void end_range_in(range_handle) {}
inline void end_range(range_handle) {}
template <class D = domain::global, class... A> void mark_in(const A &...) {}
template <class... A> void mark(const A &...) {}

} // namespace v1
} // namespace nvtx3

#define NVTX3_FUNC_RANGE()      ::nvtx3::scoped_range nvtx3_range__{__func__}
#define NVTX3_FUNC_RANGE_IN(D)  ::nvtx3::scoped_range_in<D> nvtx3_range__{__func__}
#define NVTX3_FUNC_RANGE_IF(C)  ((void)(C))

#endif
