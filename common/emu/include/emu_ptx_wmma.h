// The tensor-core fragments of inline PTX, by those of mma.h: emucc includes it where a program has such instructions.
#ifndef EMU_PTX_WMMA_H
#define EMU_PTX_WMMA_H

#include "emu_ptx.h"
#include "mma.h"

namespace emu {
namespace ptx {

// A lane's registers, of 32 bits.
template <int n> struct words { unsigned at[n]; };
template <class... T_> EMU_INLINE words<sizeof...(T_)> wmma_words(const T_ &...v) {
  return {{as<unsigned>(v)...}};
}
template <class F_, int n> EMU_INLINE F_ wmma_fragment(const words<n> &w) {
  F_ f;
  static_assert(sizeof f.x == sizeof w.at, "so many registers has the fragment");
  __builtin_memcpy((void *)f.x, w.at, sizeof w.at);
  return f;
}
template <class F_, class... R_> EMU_INLINE void wmma_set(const F_ &f, R_ &...r) {
  words<sizeof...(R_)> w;
  static_assert(sizeof f.x == sizeof w.at, "so many registers has the fragment");
  __builtin_memcpy(w.at, (const void *)f.x, sizeof w.at);
  int i = 0;
  (set(r, w.at[i++]), ...);
}

template <class F_, class... R_> EMU_INLINE void wmma_load(const void *p, unsigned stride, R_ &...r) {
  F_ f{}; // the second half of a small fragment holds nothing
  nvcuda::wmma::load_matrix_sync(f, (const typename F_::element_type *)p, stride);
  wmma_set(f, r...);
}
constexpr nvcuda::wmma::layout_t wmma_layout(bool by_columns) {
  return by_columns ? nvcuda::wmma::mem_col_major : nvcuda::wmma::mem_row_major;
}
template <class F_, class... R_>
EMU_INLINE void wmma_load_sum(const void *p, unsigned stride, bool by_columns, R_ &...r) {
  F_ f;
  nvcuda::wmma::load_matrix_sync(f, (const typename F_::element_type *)p, stride, wmma_layout(by_columns));
  wmma_set(f, r...);
}
template <class F_, class... R_>
EMU_INLINE void wmma_store_sum(void *p, unsigned stride, bool by_columns, const R_ &...r) {
  nvcuda::wmma::store_matrix_sync((typename F_::element_type *)p, wmma_fragment<F_>(wmma_words(r...)), stride,
                                  wmma_layout(by_columns));
}
template <class D_, class A_, class B_, class C_, int na, int nb, int nc, class... R_>
EMU_INLINE void wmma_mma(const words<na> &a, const words<nb> &b, const words<nc> &c, R_ &...d) {
  D_ sum;
  nvcuda::wmma::mma_sync(sum, wmma_fragment<A_>(a), wmma_fragment<B_>(b), wmma_fragment<C_>(c));
  wmma_set(sum, d...);
}

} // namespace ptx
} // namespace emu
#endif
