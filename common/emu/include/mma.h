// Tensor-core fragments: nvcuda::wmma of 16x16x16, 32x8x16 and 8x32x16 (half, bfloat16, whole numbers of 8 bits) and 16x16x8 (tf32).
#ifndef EMU_MMA_H
#define EMU_MMA_H

#include <utility>
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "emu_matrix.h"

extern "C" {
// All lanes must come; a matrix begins at a multiple of `aligned` bytes and its rows lie a multiple of 16 bytes
// apart.
EMU_NOTHROW void emu_matrix_access(int op, const void *p, unsigned row_bytes, unsigned aligned);
EMU_NOTHROW void emu_matrix_multiply(const struct emu_matrix_product *product, void *return_address);
__attribute__((const, nothrow)) unsigned emu_matrix_lane(void);
}

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

// What an element is stored as, and how the runtime calls it.
template <class T_> struct emu_element_of {
  static_assert(sizeof(T_) == 0,
                "emucc: fragments are of __half, __nv_bfloat16, precision::tf32, float, signed and "
                "unsigned char, and int only");
};
template <> struct emu_element_of<__half> {
  typedef __half stored;
  static constexpr int code = EMU_HALF;
};
template <> struct emu_element_of<__nv_bfloat16> {
  typedef __nv_bfloat16 stored;
  static constexpr int code = EMU_BFLOAT16;
};
template <> struct emu_element_of<precision::tf32> {
  typedef float stored;
  static constexpr int code = EMU_TF32;
};
template <> struct emu_element_of<float> {
  typedef float stored;
  static constexpr int code = EMU_FLOAT;
};
template <> struct emu_element_of<signed char> {
  typedef signed char stored;
  static constexpr int code = EMU_INT8;
};
template <> struct emu_element_of<unsigned char> {
  typedef unsigned char stored;
  static constexpr int code = EMU_UINT8;
};
template <> struct emu_element_of<int> {
  typedef int stored;
  static constexpr int code = EMU_INT32;
};
template <class Use> struct emu_use { static constexpr int number = 2; };
template <> struct emu_use<matrix_a> { static constexpr int number = 0; };
template <> struct emu_use<matrix_b> { static constexpr int number = 1; };
template <class Layout> struct emu_columns { static constexpr bool value = false; };
template <> struct emu_columns<col_major> { static constexpr bool value = true; };

template <class Use, int m, int n, int k, class T_, class Layout = void> class fragment {
  static_assert((m == 16 && n == 16 && k == 16) || (m == 32 && n == 8 && k == 16) ||
                    (m == 8 && n == 32 && k == 16) || (m == 16 && n == 16 && k == 8),
                "emucc: fragments are of 16x16x16, 32x8x16, 8x32x16 and (tf32) 16x16x8 only");

public:
  static constexpr int emu_rows = emu_use<Use>::number == 1 ? k : m;
  static constexpr int emu_cols = emu_use<Use>::number == 0 ? k : n;
  static constexpr int emu_held = emu_rows * emu_cols / 32;
  static constexpr int emu_code = emu_element_of<T_>::code;
  static constexpr bool emu_by_columns = emu_columns<Layout>::value;
  typedef typename emu_element_of<T_>::stored element_type;
  typedef element_type storage_element_type;
  // Half-precision operands of 16x16 are held twice, as on the hardware.
  static constexpr int num_elements =
      emu_use<Use>::number < 2 && emu_code == EMU_HALF && emu_held < 16 ? 16 : emu_held;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};

// The i-th pair of the running lane: which element of the matrix it begins at.
struct emu_pair_place {
  unsigned across, along;
};
template <int blocks_along> EMU_INLINE emu_pair_place emu_place(unsigned lane, int i) {
  return {lane / 4 + 8 * (unsigned)(i / blocks_along), 2 * (lane % 4) + 8 * (unsigned)(i % blocks_along)};
}
template <class T_> struct emu_pair { T_ low, high; };
template <int bytes> struct emu_word;
template <> struct emu_word<2> { typedef uint16_t __attribute__((may_alias)) type; };
template <> struct emu_word<4> { typedef uint32_t __attribute__((may_alias)) type; };
template <> struct emu_word<8> { typedef uint64_t __attribute__((may_alias)) type; };

// One access of the pair's width.
template <int i, class F_>
EMU_INLINE void emu_set_pair(F_ &f, typename F_::element_type a, typename F_::element_type b) {
  f.x[2 * i] = a;
  f.x[2 * i + 1] = b;
  if constexpr (F_::num_elements > F_::emu_held) {
    f.x[F_::emu_held + 2 * i] = a;
    f.x[F_::emu_held + 2 * i + 1] = b;
  }
}
template <int i, class F_, class T_>
EMU_INLINE void emu_load_pair(F_ &f, const T_ *p, unsigned ldm, unsigned lane) {
  typedef typename emu_word<2 * sizeof(T_)>::type word;
  constexpr int along = (F_::emu_by_columns ? F_::emu_rows : F_::emu_cols) / 8;
  emu_pair_place at = emu_place<along>(lane, i);
  word both = *(const word *)(p + (size_t)at.across * ldm + at.along);
  emu_pair<T_> v;
  __builtin_memcpy((void *)&v, &both, sizeof v);
  emu_set_pair<i>(f, v.low, v.high);
}
template <class F_, class T_, int... i>
EMU_INLINE void emu_load(F_ &f, const T_ *p, unsigned ldm, std::integer_sequence<int, i...>) {
  unsigned lane = emu_matrix_lane();
  (emu_load_pair<i>(f, p, ldm, lane), ...);
}
template <class F_> using emu_pairs = std::make_integer_sequence<int, F_::emu_held / 2>;

template <class Use, int m, int n, int k, class T_, class Layout>
EMU_INLINE void load_matrix_sync(fragment<Use, m, n, k, T_, Layout> &f,
                                 const typename emu_element_of<T_>::stored *p, unsigned ldm) {
  static_assert(emu_use<Use>::number < 2, "an accumulator is loaded with its layout as the fourth argument");
  emu_matrix_access(EMU_OP_MATRIX_LOAD, p, ldm * (unsigned)sizeof *p, sizeof *p == 1 ? 16 : 32);
  emu_load(f, p, ldm, emu_pairs<fragment<Use, m, n, k, T_, Layout>>());
}

// Accumulators: pairs along the rows, whichever way the matrix lies in memory.
template <int i, class F_, class T_>
EMU_INLINE void emu_load_column_pair(F_ &f, const T_ *p, unsigned ldm, unsigned lane) {
  emu_pair_place at = emu_place<F_::emu_cols / 8>(lane, i);
  const T_ *low = p + (size_t)at.along * ldm + at.across;
  emu_set_pair<i>(f, *low, low[ldm]);
}
template <class F_, class T_, int... i>
EMU_INLINE void emu_load_columns(F_ &f, const T_ *p, unsigned ldm, std::integer_sequence<int, i...>) {
  unsigned lane = emu_matrix_lane();
  (emu_load_column_pair<i>(f, p, ldm, lane), ...);
}
template <int m, int n, int k, class T_>
EMU_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T_> &f, const T_ *p, unsigned ldm,
                                 layout_t layout) {
  emu_matrix_access(EMU_OP_MATRIX_LOAD, p, ldm * (unsigned)sizeof *p, sizeof *p == 1 ? 16 : 32);
  if (layout == mem_row_major)
    emu_load(f, p, ldm, emu_pairs<fragment<accumulator, m, n, k, T_>>());
  else
    emu_load_columns(f, p, ldm, emu_pairs<fragment<accumulator, m, n, k, T_>>());
}

template <int i, class F_, class T_>
EMU_INLINE void emu_store_pair(T_ *p, const F_ &f, unsigned ldm, unsigned lane) {
  typedef typename emu_word<2 * sizeof(T_)>::type word;
  emu_pair_place at = emu_place<F_::emu_cols / 8>(lane, i);
  emu_pair<T_> v = {f.x[2 * i], f.x[2 * i + 1]};
  word both;
  __builtin_memcpy(&both, (const void *)&v, sizeof v);
  *(word *)(p + (size_t)at.across * ldm + at.along) = both;
}
template <int i, class F_, class T_>
EMU_INLINE void emu_store_column_pair(T_ *p, const F_ &f, unsigned ldm, unsigned lane) {
  emu_pair_place at = emu_place<F_::emu_cols / 8>(lane, i);
  T_ *low = p + (size_t)at.along * ldm + at.across;
  *low = f.x[2 * i];
  low[ldm] = f.x[2 * i + 1];
}
template <class F_, class T_, int... i>
EMU_INLINE void emu_store(T_ *p, const F_ &f, unsigned ldm, std::integer_sequence<int, i...>) {
  unsigned lane = emu_matrix_lane();
  (emu_store_pair<i>(p, f, ldm, lane), ...);
}
template <class F_, class T_, int... i>
EMU_INLINE void emu_store_columns(T_ *p, const F_ &f, unsigned ldm, std::integer_sequence<int, i...>) {
  unsigned lane = emu_matrix_lane();
  (emu_store_column_pair<i>(p, f, ldm, lane), ...);
}
template <int m, int n, int k, class T_>
EMU_INLINE void store_matrix_sync(T_ *p, const fragment<accumulator, m, n, k, T_> &f, unsigned ldm,
                                  layout_t layout) {
  emu_matrix_access(EMU_OP_MATRIX_STORE, p, ldm * (unsigned)sizeof *p, sizeof *p == 1 ? 16 : 32);
  if (layout == mem_row_major)
    emu_store(p, f, ldm, emu_pairs<fragment<accumulator, m, n, k, T_>>());
  else
    emu_store_columns(p, f, ldm, emu_pairs<fragment<accumulator, m, n, k, T_>>());
}

template <class F_, class T_, int... i>
EMU_INLINE void emu_fill(F_ &f, T_ v, std::integer_sequence<int, i...>) {
  ((f.x[i] = v), ...);
}
template <class Use, int m, int n, int k, class T_, class Layout, class V_>
EMU_INLINE void fill_fragment(fragment<Use, m, n, k, T_, Layout> &f, const V_ &v) {
  typedef fragment<Use, m, n, k, T_, Layout> F_;
  emu_fill(f, (typename F_::element_type)v, std::make_integer_sequence<int, F_::num_elements>());
}

// ---- products ----

template <class F_> EMU_UNSEEN emu_fragment emu_describe(F_ &f) {
  return {(void *)f.x, F_::emu_code, F_::emu_rows, F_::emu_cols, F_::emu_by_columns};
}
// By value: the caller's fragments stay in registers.
template <class A_, class B_, class C_, class D_>
EMU_UNSEEN __attribute__((noinline)) D_ emu_multiply(A_ a, B_ b, C_ c, D_ d) {
  emu_matrix_product product = {emu_describe(a), emu_describe(b), emu_describe(c), emu_describe(d)};
  emu_matrix_multiply(&product, __builtin_return_address(0));
  return d;
}
template <int m, int n, int k, class T_, class LayoutA, class LayoutB, class C_, class D_>
EMU_INLINE void
mma_sync(fragment<accumulator, m, n, k, D_> &d, const fragment<matrix_a, m, n, k, T_, LayoutA> &a,
         const fragment<matrix_b, m, n, k, T_, LayoutB> &b, const fragment<accumulator, m, n, k, C_> &c) {
  d = emu_multiply(a, b, c, fragment<accumulator, m, n, k, D_>());
}

// To the 10 fraction bits of tf32, nearest, ties away from zero.
EMU_INLINE float __float_to_tf32(float v) {
  return __uint_as_float((__float_as_uint(v) + 0x1000u) & ~0x1fffu);
}

} // namespace wmma
} // namespace nvcuda
#endif
