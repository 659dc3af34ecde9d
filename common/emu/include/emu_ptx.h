// The PTX instructions of inline assembly: the translator writes their calls (rewrite_ptx.c). Loads and stores are those of
// the kernel's line; what rounds approximately on a GPU is rounded exactly here.
#ifndef EMU_PTX_H
#define EMU_PTX_H

#include "cuda_pipeline.h"
#include "emu_group_ops.h"

extern "C" {
// An address in shared memory as PTX has it, 32 bits, and back.
__attribute__((const, nothrow)) unsigned long long emu_shared_offset(const void *p);
__attribute__((const, nothrow)) void *emu_shared_pointer(unsigned offset);
__attribute__((const, nothrow)) unsigned emu_processor(void); // that the running block is on
}
EMU_INLINE size_t __cvta_generic_to_shared(const void *p) {
  return emu_shared_offset(p);
}
EMU_INLINE void *__cvta_shared_to_generic(size_t offset) {
  return emu_shared_pointer((unsigned)offset);
}
EMU_INLINE size_t __cvta_generic_to_global(const void *p) {
  return (size_t)p;
}

namespace emu {
namespace ptx {

typedef unsigned char t_u8, t_b8;
typedef signed char t_s8;
typedef unsigned short t_u16, t_b16;
typedef short t_s16;
typedef unsigned t_u32, t_b32;
typedef int t_s32;
typedef unsigned long long t_u64, t_b64;
typedef long long t_s64;
typedef float t_f32;
typedef double t_f64;

// A register holds bits: the operand's, as the instruction's type.
template <class T_, class V_> EMU_INLINE EMU_UNSEEN T_ as(V_ v) {
  if constexpr (sizeof(T_) == sizeof(V_) && !std::is_same<T_, V_>::value) {
    T_ t;
    __builtin_memcpy((void *)&t, (const void *)&v, sizeof t);
    return t;
  } else {
    return (T_)v;
  }
}
template <class D_, class V_> EMU_INLINE void set(D_ &to, V_ v) {
  to = as<D_>(v);
}
template <class P_> EMU_INLINE void *pointer(P_ base, long offset) {
  return (void *)((char *)base + offset);
}
template <class P_> EMU_INLINE void *shared_pointer(P_ base, long offset) {
  return (char *)emu_shared_pointer((unsigned)(unsigned long long)base) + offset;
}

template <class T_, int n> struct several;
#define EMU_SEVERAL(T_, two, four)                                                                           \
  template <> struct several<T_, 2> { typedef two type; };                                                   \
  template <> struct several<T_, 4> { typedef four type; };
EMU_SEVERAL(float, float2, float4)
EMU_SEVERAL(unsigned, uint2, uint4)
EMU_SEVERAL(int, int2, int4)
template <> struct several<double, 2> { typedef double2 type; };
template <> struct several<unsigned long long, 2> { typedef ulonglong2 type; };
template <> struct several<long long, 2> { typedef longlong2 type; };
#undef EMU_SEVERAL

template <class T_, bool now, class D_> EMU_INLINE void load1(const void *p, D_ &d) {
  if constexpr (now)
    set(d, *(const volatile T_ *)p);
  else
    set(d, *(const T_ *)p);
}
template <class T_, bool now, class D_> EMU_INLINE void load2(const void *p, D_ &x, D_ &y) {
  auto v = *(const typename several<T_, 2>::type *)p;
  set(x, v.x), set(y, v.y);
}
template <class T_, bool now, class D_> EMU_INLINE void load4(const void *p, D_ &x, D_ &y, D_ &z, D_ &w) {
  auto v = *(const typename several<T_, 4>::type *)p;
  set(x, v.x), set(y, v.y), set(z, v.z), set(w, v.w);
}
template <class T_, bool now, class V_> EMU_INLINE void store1(void *p, V_ v) {
  if constexpr (now)
    *(volatile T_ *)p = as<T_>(v);
  else
    *(T_ *)p = as<T_>(v);
}
template <class T_, bool now, class V_> EMU_INLINE void store2(void *p, V_ x, V_ y) {
  *(typename several<T_, 2>::type *)p = typename several<T_, 2>::type{as<T_>(x), as<T_>(y)};
}
template <class T_, bool now, class V_> EMU_INLINE void store4(void *p, V_ x, V_ y, V_ z, V_ w) {
  *(typename several<T_, 4>::type *)p =
      typename several<T_, 4>::type{as<T_>(x), as<T_>(y), as<T_>(z), as<T_>(w)};
}

EMU_INLINE void copy(void *to, const void *from, size_t bytes, size_t read) {
  __pipeline_memcpy_async(to, from, bytes, bytes - read);
}
EMU_INLINE void commit() {
  __pipeline_commit();
}
EMU_INLINE void wait(size_t prior) {
  __pipeline_wait_prior(prior);
}
EMU_INLINE void wait_all() {
  __pipeline_commit();
  __pipeline_wait_prior(0);
}

// ---- special registers ----

#define EMU_REGISTER(name, value)                                                                            \
  EMU_INLINE auto sreg_##name() {                                                                            \
    return value;                                                                                            \
  }
EMU_REGISTER(laneid, emu_lane())
EMU_REGISTER(warpid, emu_thread_rank() / 32)
EMU_REGISTER(nwarpid, (emu_block_threads() + 31) / 32)
EMU_REGISTER(smid, emu_processor())
EMU_REGISTER(clock, (unsigned)clock64())
EMU_REGISTER(clock64, (unsigned long long)clock64())
EMU_REGISTER(globaltimer, (unsigned long long)clock64())
EMU_REGISTER(lanemask_eq, 1u << emu_lane())
EMU_REGISTER(lanemask_lt, (1u << emu_lane()) - 1)
EMU_REGISTER(lanemask_le, 0xffffffffu >> (31 - emu_lane()))
EMU_REGISTER(lanemask_gt, ~(0xffffffffu >> (31 - emu_lane())))
EMU_REGISTER(lanemask_ge, 0xffffffffu << emu_lane())
#define EMU_INDICES(letter)                                                                                  \
  EMU_REGISTER(tid_##letter, ::emu_thread_index().letter)                                                    \
  EMU_REGISTER(ntid_##letter, ::emu_block_dim().letter)                                                      \
  EMU_REGISTER(ctaid_##letter, ::emu_block_index().letter)                                                   \
  EMU_REGISTER(nctaid_##letter, ::emu_grid_dim().letter)
EMU_INDICES(x)
EMU_INDICES(y)
EMU_INDICES(z)
#undef EMU_INDICES
#undef EMU_REGISTER

// ---- instructions with a result ----

template <class V_> EMU_INLINE V_ op_mov(V_ v) {
  return v;
}
template <class V_> EMU_INLINE unsigned long long op_cvta(V_ v) {
  return emu_shared_offset((const void *)(unsigned long long)v);
}
#define EMU_OP1(name, T_, value)                                                                             \
  template <class A_> EMU_INLINE EMU_UNSEEN auto op_##name(A_ a_) {                                          \
    T_ a = as<T_>(a_);                                                                                       \
    return value;                                                                                            \
  }
#define EMU_OP2(name, T_, value)                                                                             \
  template <class A_, class B_> EMU_INLINE EMU_UNSEEN auto op_##name(A_ a_, B_ b_) {                         \
    T_ a = as<T_>(a_), b = as<T_>(b_);                                                                       \
    return value;                                                                                            \
  }
#define EMU_OP3(name, T_, C_, value)                                                                         \
  template <class X_, class Y_, class Z_> EMU_INLINE EMU_UNSEEN auto op_##name(X_ a_, Y_ b_, Z_ c_) {        \
    T_ a = as<T_>(a_), b = as<T_>(b_);                                                                       \
    C_ c = as<C_>(c_);                                                                                       \
    return value;                                                                                            \
  }
#define EMU_SUMS(suffix, T_)                                                                                 \
  EMU_OP2(add_##suffix, T_, (T_)(a + b))                                                                     \
  EMU_OP2(sub_##suffix, T_, (T_)(a - b))
EMU_SUMS(u32, unsigned)
EMU_SUMS(s32, unsigned)
EMU_SUMS(u64, unsigned long long)
EMU_SUMS(s64, unsigned long long)
EMU_SUMS(f32, float)
EMU_SUMS(f64, double)
#undef EMU_SUMS
EMU_OP2(mul_f32, float, a *b)
EMU_OP2(mul_f64, double, a *b)
EMU_OP2(mul_lo_u32, unsigned, a *b)
EMU_OP2(mul_lo_s32, unsigned, a *b)
EMU_OP2(mul_lo_u64, unsigned long long, a *b)
EMU_OP2(mul_lo_s64, unsigned long long, a *b)
EMU_OP2(mul_hi_u32, unsigned, __umulhi(a, b))
EMU_OP2(mul_hi_s32, int, __mulhi(a, b))
EMU_OP2(mul_hi_u64, unsigned long long, __umul64hi(a, b))
EMU_OP2(mul_wide_u32, unsigned, (unsigned long long)a *b)
EMU_OP2(mul_wide_s32, int, (long long)a *b)
EMU_OP3(mad_lo_u32, unsigned, unsigned, a *b + c)
EMU_OP3(mad_lo_s32, unsigned, unsigned, a *b + c)
EMU_OP3(mad_wide_u32, unsigned, unsigned long long, (unsigned long long)a *b + c)
EMU_OP3(fma_f32, float, float, fmaf(a, b, c))
EMU_OP3(fma_f64, double, double, ::fma(a, b, c))
EMU_OP2(min_u32, unsigned, ::min(a, b))
EMU_OP2(min_s32, int, ::min(a, b))
EMU_OP2(min_f32, float, fminf(a, b))
EMU_OP2(max_u32, unsigned, ::max(a, b))
EMU_OP2(max_s32, int, ::max(a, b))
EMU_OP2(max_f32, float, fmaxf(a, b))
EMU_OP2(and_b32, unsigned, a &b)
EMU_OP2(or_b32, unsigned, a | b)
EMU_OP2(xor_b32, unsigned, a ^ b)
EMU_OP1(not_b32, unsigned, ~a)
EMU_OP2(shl_b32, unsigned, b > 31 ? 0u : a << b)
EMU_OP2(shr_u32, unsigned, b > 31 ? 0u : a >> b)
EMU_OP2(shr_b32, unsigned, b > 31 ? 0u : a >> b)
EMU_OP2(shr_s32, int, a >> ((unsigned)b > 31 ? 31 : b))
EMU_OP1(popc_b32, unsigned, __popc(a))
EMU_OP1(clz_b32, unsigned, __clz((int)a))
EMU_OP1(brev_b32, unsigned, __brev(a))
// A field of c bits from bit b; beyond the word there are zeros, or copies of the sign.
EMU_PURE unsigned field(unsigned a, unsigned b, unsigned c, bool sign) {
  unsigned first = b & 255, n = c & 255;
  long long wide = sign ? (long long)(int)a : (long long)a;
  if (n == 0) return 0;
  wide = first > 63 ? (wide < 0 ? -1 : 0) : wide >> first;
  if (n >= 32) return (unsigned)wide;
  if (!sign) return (unsigned)wide & ((1u << n) - 1);
  unsigned last = first + n - 1 < 31 ? first + n - 1 : 31, top = a >> last & 1;
  return ((unsigned)wide & ((1u << n) - 1)) | (top ? ~((1u << n) - 1) : 0);
}
EMU_OP3(bfe_u32, unsigned, unsigned, field(a, b, c, false))
EMU_OP3(bfe_s32, unsigned, unsigned, field(a, b, c, true))
template <class A_, class B_>
EMU_INLINE EMU_UNSEEN unsigned op_bfi_b32(A_ a, B_ b, unsigned first, unsigned n) {
  unsigned long long mask =
      n & 255 ? (((n & 255) > 31 ? 1ull << 32 : 1ull << (n & 255)) - 1) << (first & 63) : 0;
  if ((first & 255) > 31) mask = 0;
  return (unsigned)((as<unsigned>(b) & ~mask) | ((unsigned long long)as<unsigned>(a) << (first & 31) & mask));
}
EMU_OP1(bfind_u32, unsigned, a ? 31u - (unsigned)__clz((int)a) : 0xffffffffu)
EMU_OP3(prmt_b32, unsigned, unsigned, __byte_perm(a, b, c))
template <class A_, class B_, class C_>
EMU_INLINE EMU_UNSEEN unsigned op_lop3_b32(A_ a_, B_ b_, C_ c_, unsigned table) {
  unsigned a = as<unsigned>(a_), b = as<unsigned>(b_), c = as<unsigned>(c_), r = 0;
  for (int i = 0; i < 8; i++)
    if (table >> i & 1) r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
  return r;
}
EMU_OP3(shf_l_wrap_b32, unsigned, unsigned, __funnelshift_l(a, b, c))
EMU_OP3(shf_r_wrap_b32, unsigned, unsigned, __funnelshift_r(a, b, c))
EMU_OP3(shf_l_clamp_b32, unsigned, unsigned, __funnelshift_lc(a, b, c))
EMU_OP3(shf_r_clamp_b32, unsigned, unsigned, __funnelshift_rc(a, b, c))
EMU_OP3(sad_u32, unsigned, unsigned, __usad(a, b, c))
EMU_OP3(dp4a_u32_u32, unsigned, unsigned, __dp4a(a, b, c))
EMU_OP3(dp4a_s32_s32, int, int, __dp4a(a, b, c))
EMU_OP1(ex2_f32, float, exp2f(a))
EMU_OP1(lg2_f32, float, log2f(a))
EMU_OP1(rcp_f32, float, 1 / a)
EMU_OP1(rsqrt_f32, float, rsqrtf(a))
EMU_OP1(sqrt_f32, float, sqrtf(a))
EMU_OP1(sin_f32, float, sinf(a))
EMU_OP1(cos_f32, float, cosf(a))
EMU_OP1(tanh_f32, float, tanhf(a))
EMU_OP1(abs_f32, float, fabsf(a))
EMU_OP1(neg_f32, float, -a)
#undef EMU_OP1
#undef EMU_OP2
#undef EMU_OP3

} // namespace ptx
} // namespace emu

#endif
