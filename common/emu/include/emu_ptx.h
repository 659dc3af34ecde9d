// The PTX instructions of inline assembly: the translator writes their calls (rewrite_ptx.c). Loads and stores are those of
// the kernel's line; what rounds approximately on a GPU is rounded exactly here.
#ifndef EMU_PTX_H
#define EMU_PTX_H

#include "cuda_pipeline.h"
#include "emu_group_ops.h"
#include "emu_matrix.h"

extern "C" {
// An address in shared memory as PTX has it, 32 bits, and back.
__attribute__((const, nothrow)) unsigned long long emu_shared_offset(const void *p);
__attribute__((const, nothrow)) void *emu_shared_pointer(unsigned offset);
__attribute__((const, nothrow)) unsigned emu_processor(void); // that the running block is on
// Barriers with numbers (runtime/numbered_barrier.c).
EMU_NOTHROW unsigned long long emu_block_run(void);
EMU_NOTHROW void emu_numbered_wait(const volatile unsigned *word, unsigned phase);
EMU_NOTHROW void emu_numbered_wake(const volatile unsigned *word);
EMU_NOTHROW void emu_matrix_rows_at(struct emu_matrix_rows *rows, const void *row, void *return_address);
EMU_NOTHROW void emu_matrix_multiply(const struct emu_matrix_product *product, void *return_address);
}
EMU_INLINE size_t __cvta_generic_to_shared(const void *p) {
  return emu_shared_offset(p);
}
extern "C" __attribute__((pure, nothrow)) char emu_space_of(const void *p);
EMU_INLINE unsigned __isGlobal(const void *p) {
  return emu_space_of(p) == 'g';
}
EMU_INLINE unsigned __isShared(const void *p) {
  return emu_space_of(p) == 's';
}
EMU_INLINE unsigned __isConstant(const void *p) {
  return emu_space_of(p) == 'c';
}
EMU_INLINE unsigned __isLocal(const void *p) {
  return emu_space_of(p) == 'l';
}
EMU_INLINE void *__cvta_shared_to_generic(size_t offset) {
  return emu_shared_pointer((unsigned)offset);
}
EMU_INLINE size_t __cvta_generic_to_global(const void *p) {
  return (size_t)p;
}
EMU_INLINE void *__cvta_global_to_generic(size_t p) {
  return (void *)p;
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

// The block's barriers with numbers: arrivals in the low half of a word, the phase above. Its first arrival sets a word to 0.
struct numbered_barriers {
  unsigned long long run[16];
  unsigned word[16];
};
EMU_INLINE numbered_barriers &barriers_of_block() {
  __shared__ numbered_barriers barriers;
  return barriers;
}
EMU_UNSEEN __attribute__((noinline)) inline bool is_first_arrival(numbered_barriers *b, unsigned which) {
  unsigned long long now = emu_block_run();
  bool first = b->run[which] != now;
  b->run[which] = now;
  return first;
}
// Returns the word; *phase: in which the thread arrived, of n threads.
EMU_INLINE unsigned *bar_arrival(unsigned which, unsigned n, unsigned *phase) {
  unsigned *word = &barriers_of_block().word[which % 16];
  if (is_first_arrival(&barriers_of_block(), which % 16)) atomicExch(word, 0u);
  __threadfence_block();
  unsigned before = atomicAdd(word, 1u);
  *phase = before >> 16;
  if ((before & 0xffff) + 1 != n) return word;
  atomicAdd(word, 0x10000u - n);
  emu_numbered_wake(word);
  return word;
}
EMU_INLINE void bar_arrive(unsigned which, unsigned n) {
  unsigned phase;
  bar_arrival(which, n, &phase);
}
EMU_INLINE void bar_sync(unsigned which, unsigned n) {
  unsigned phase, *word = bar_arrival(which, n, &phase);
  emu_numbered_wait(word, phase);
  atomicAdd(word, 0u);
  __threadfence_block();
}
EMU_INLINE void bar_sync(unsigned which) {
  bar_sync(which, blockDim.x * blockDim.y * blockDim.z);
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

// Two halves of a word of twice their width.
template <class W_, class D_, class A_, class B_> EMU_INLINE EMU_UNSEEN void pack(D_ &d, A_ low, B_ high) {
  typedef typename std::conditional<sizeof(W_) == 8, unsigned, unsigned short>::type half;
  set(d, (W_)((W_)as<half>(high) << 4 * sizeof(W_) | as<half>(low)));
}
template <class W_, class D_, class E_, class A_> EMU_INLINE EMU_UNSEEN void unpack(D_ &low, E_ &high, A_ a) {
  typedef typename std::conditional<sizeof(W_) == 8, unsigned, unsigned short>::type half;
  set(low, (half)as<W_>(a)), set(high, (half)(as<W_>(a) >> 4 * sizeof(W_)));
}
EMU_INLINE int width_of(unsigned c) { // of a shuffle, from its clamp and its mask of segments
  return 32 - (int)(c >> 8 & 31);
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
EMU_REGISTER(cluster_ctarank, emu_cluster_rank())
EMU_REGISTER(cluster_nctarank, emu_cluster_blocks())
#define EMU_INDICES(letter, axis)                                                                            \
  EMU_REGISTER(cluster_ctaid_##letter, ::emu_block_index().letter % emu_cluster_extent(axis))                \
  EMU_REGISTER(cluster_nctaid_##letter, emu_cluster_extent(axis))                                            \
  EMU_REGISTER(clusterid_##letter, ::emu_block_index().letter / emu_cluster_extent(axis))                    \
  EMU_REGISTER(nclusterid_##letter, ::emu_grid_dim().letter / emu_cluster_extent(axis))
EMU_INDICES(x, 0)
EMU_INDICES(y, 1)
EMU_INDICES(z, 2)
#undef EMU_INDICES
#undef EMU_REGISTER

// ---- instructions with a result ----

template <class V_> EMU_INLINE V_ op_mov(V_ v) {
  return v;
}
template <class V_> EMU_INLINE unsigned long long op_cvta(V_ v) {
  return emu_shared_offset((const void *)(unsigned long long)v);
}
// The same place in the shared memory of another block of the cluster: as 32 bits, which hold the rank, too, and as a pointer.
template <class V_, class R_> EMU_INLINE unsigned op_mapa_shared_u32(V_ v, R_ rank) {
  return (as<unsigned>(v) & 0x3ffffff) | ((unsigned)rank + 1) << 26;
}
template <class V_, class R_> EMU_INLINE unsigned long long op_mapa_shared_u64(V_ v, R_ rank) {
  return op_mapa_shared_u32((unsigned)v, rank);
}
template <class V_, class R_> EMU_INLINE unsigned long long op_mapa_u64(V_ v, R_ rank) {
  return (unsigned long long)emu_cluster_map_here((const void *)(unsigned long long)v, (unsigned)rank);
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
EMU_OP1(cvt_rna_tf32_f32, unsigned, a + 0x1000u & ~0x1fffu)
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
EMU_OP1(abs_f64, double, fabs(a))
EMU_OP1(neg_f64, double, -a)
EMU_OP1(sqrt_f64, double, sqrt(a))
EMU_OP1(rcp_f64, double, 1 / a)
EMU_OP1(abs_s32, int, a < 0 ? (int)(0u - (unsigned)a) : a)
EMU_OP1(neg_s32, unsigned, 0u - a)
EMU_OP1(not_b64, unsigned long long, ~a)
EMU_OP1(popc_b64, unsigned long long, __popcll(a))
EMU_OP1(clz_b64, unsigned long long, __clzll((long long)a))
EMU_OP2(and_b64, unsigned long long, a &b)
EMU_OP2(or_b64, unsigned long long, a | b)
EMU_OP2(xor_b64, unsigned long long, a ^ b)
template <class A_> EMU_INLINE EMU_UNSEEN auto op_shl_b64(A_ a, unsigned b) {
  return b > 63 ? 0ull : as<unsigned long long>(a) << b;
}
template <class A_> EMU_INLINE EMU_UNSEEN auto op_shr_u64(A_ a, unsigned b) {
  return b > 63 ? 0ull : as<unsigned long long>(a) >> b;
}
template <class A_> EMU_INLINE EMU_UNSEEN auto op_shr_b64(A_ a, unsigned b) {
  return op_shr_u64(a, b);
}
template <class A_> EMU_INLINE EMU_UNSEEN auto op_shr_s64(A_ a, unsigned b) {
  return as<long long>(a) >> (b > 63 ? 63 : b);
}
EMU_OP2(mul_hi_s64, long long, __mul64hi(a, b))
EMU_OP3(mad_hi_u32, unsigned, unsigned, __umulhi(a, b) + c)
EMU_OP2(mul24_lo_u32, unsigned, __umul24(a, b))
EMU_OP2(mul24_lo_s32, int, __mul24(a, b))
EMU_OP2(div_f32, float, a / b)
EMU_OP2(div_u32, unsigned, b ? a / b : ~0u)
EMU_OP2(rem_u32, unsigned, b ? a % b : a)
EMU_OP2(div_s32, int, b == -1 ? (int)(0u - (unsigned)a) : b ? a / b : -1)
EMU_OP2(rem_s32, int, b == -1 ? 0 : b ? a % b : a)
EMU_OP2(min_u64, unsigned long long, a < b ? a : b)
EMU_OP2(max_u64, unsigned long long, a < b ? b : a)
EMU_OP2(min_f64, double, fmin(a, b))
EMU_OP2(max_f64, double, fmax(a, b))
EMU_OP1(cvt_u32_u64, unsigned long long, (unsigned)a)
EMU_OP1(cvt_u64_u32, unsigned, (unsigned long long)a)
EMU_OP1(cvt_s64_s32, int, (long long)a)
EMU_OP1(cvt_u32_u16, unsigned short, (unsigned)a)
EMU_OP1(cvt_u16_u32, unsigned, (unsigned short)a)
EMU_OP1(cvt_u32_u8, unsigned char, (unsigned)a)
EMU_OP1(cvt_rni_s32_f32, float, __float2int_rn(a))
EMU_OP1(cvt_rzi_s32_f32, float, __float2int_rz(a))
EMU_OP1(cvt_rmi_s32_f32, float, __float2int_rd(a))
EMU_OP1(cvt_rpi_s32_f32, float, __float2int_ru(a))
EMU_OP1(cvt_rzi_u32_f32, float, __float2uint_rz(a))
EMU_OP1(cvt_f32_s32, int, (float)a)
EMU_OP1(cvt_f32_u32, unsigned, (float)a)
EMU_OP1(cvt_f64_f32, float, (double)a)
EMU_OP1(cvt_f32_f64, double, (float)a)
#undef EMU_OP1
#undef EMU_OP2
#undef EMU_OP3

// ---- predicates and carries ----

template <class T_, class D_, class A_, class B_>
EMU_INLINE EMU_UNSEEN void select(bool p, D_ &d, A_ a, B_ b) {
  set(d, p ? as<T_>(a) : as<T_>(b));
}
template <class T_, bool minus, bool takes, bool sets, class D_, class A_, class B_>
EMU_INLINE EMU_UNSEEN void sum_with_carry(unsigned &carry, D_ &d, A_ a, B_ b) {
  typedef typename std::make_unsigned<T_>::type U_;
  unsigned __int128 x = as<U_>(a), y = as<U_>(b), in = takes ? carry : 0,
                    sum = minus ? x - y - in : x + y + in;
  set(d, (T_)(U_)sum);
  if (sets) carry = (unsigned)(sum >> (8 * sizeof(U_))) & 1;
}
template <class T_, bool high, bool takes, bool sets, class D_, class A_, class B_, class C_>
EMU_INLINE EMU_UNSEEN void product_with_carry(unsigned &carry, D_ &d, A_ a, B_ b, C_ c) {
  typedef typename std::make_unsigned<T_>::type U_;
  unsigned __int128 product = (unsigned __int128)as<U_>(a) * as<U_>(b);
  unsigned __int128 sum = (U_)(high ? product >> (8 * sizeof(U_)) : product);
  sum += as<U_>(c);
  if (takes) sum += carry;
  set(d, (T_)(U_)sum);
  if (sets) carry = (unsigned)(sum >> (8 * sizeof(U_))) & 1;
}

// ---- a warp's matrices ----

// By value, as in mma.h: the caller's registers stay registers.
EMU_UNSEEN __attribute__((noinline)) inline emu_matrix_rows rows_of(emu_matrix_rows rows, const void *row) {
  emu_matrix_rows_at(&rows, row, __builtin_return_address(0));
  return rows;
}
template <int n, bool transposed, class... D_> EMU_INLINE void ldmatrix(const void *row, D_ &...d) {
  static_assert(n == sizeof...(D_), "ldmatrix.x1, .x2 and .x4 have 1, 2 and 4 results");
  emu_matrix_rows rows = rows_of({{}, {}, n, transposed}, row);
  int i = 0;
  (set(d, rows.out[i++]), ...);
}

// D = A B + C of 16 x 8 by 16 x K. A lane's registers lie in the fragment's order of pairs (emu_matrix.h) but for those of A
// with two blocks in a row, whose middle ones change places. A lane of tf32 has columns t and t + 4 of a row where halves
// have neighbours: the columns of A and the rows of B change places alike, which no sum notices.
struct mma_operands {
  unsigned a[4], b[2], c[4], d[4];
};
EMU_UNSEEN __attribute__((noinline)) inline mma_operands mma_multiply(mma_operands o, int k, int element,
                                                                      int sum) {
  emu_matrix_product p = {
      {o.a, element, 16, k, 0}, {o.b, element, k, 8, 1}, {o.c, sum, 16, 8, 0}, {o.d, sum, 16, 8, 0}, 0};
  emu_matrix_multiply(&p, __builtin_return_address(0));
  return o;
}
// The same of whole numbers of 8 bits: a register holds four neighbours of a row of A or of a column of B, which lie in two
// pairs here. So the columns of A and the rows of B change places alike again.
template <int m, int k, int a_element, int b_element, bool saturates>
EMU_UNSEEN __attribute__((noinline)) mma_operands mma_multiply_whole(mma_operands o) {
  emu_matrix_product p = {{o.a, a_element, m, k, 0},
                          {o.b, b_element, k, 8, 1},
                          {o.c, EMU_INT32, m, 8, 0},
                          {o.d, EMU_INT32, m, 8, 0},
                          saturates};
  emu_matrix_multiply(&p, __builtin_return_address(0));
  return o;
}
#define EMU_SET2(to, v) set(to##0, v[0]), set(to##1, v[1])
#define EMU_SET4(to, v) EMU_SET2(to, v), set(to##2, v[2]), set(to##3, v[3])
#define EMU_BITS2(v)    as<unsigned>(v##0), as<unsigned>(v##1)
#define EMU_BITS4(v)    EMU_BITS2(v), as<unsigned>(v##2), as<unsigned>(v##3)
#define EMU_MMA(name, k, element, sum, nd, A_PARAMETERS, B_PARAMETERS, A_BITS, B_BITS)                       \
  template <class D_, class A_, class B_, class C_>                                                          \
  EMU_INLINE void mma_##name(EMU_D##nd, A_PARAMETERS, B_PARAMETERS, EMU_C##nd) {                             \
    mma_operands o = mma_multiply({{A_BITS}, {B_BITS}, {EMU_BITS##nd(c)}, {}}, k, element, sum);             \
    EMU_SET##nd(d, o.d);                                                                                     \
  }
#define EMU_D2    D_ &d0, D_ &d1
#define EMU_D4    EMU_D2, D_ &d2, D_ &d3
#define EMU_C2    C_ c0, C_ c1
#define EMU_C4    EMU_C2, C_ c2, C_ c3
#define EMU_A2    A_ a0, A_ a1
#define EMU_A4    EMU_A2, A_ a2, A_ a3
#define EMU_B1    B_ b0
#define EMU_B2    EMU_B1, B_ b1
#define EMU_A_MID as<unsigned>(a0), as<unsigned>(a2), as<unsigned>(a1), as<unsigned>(a3)
EMU_MMA(m16n8k16_f32_f16, 16, EMU_HALF, EMU_FLOAT, 4, EMU_A4, EMU_B2, EMU_A_MID, EMU_BITS2(b))
EMU_MMA(m16n8k16_f32_bf16, 16, EMU_BFLOAT16, EMU_FLOAT, 4, EMU_A4, EMU_B2, EMU_A_MID, EMU_BITS2(b))
EMU_MMA(m16n8k16_f16_f16, 16, EMU_HALF, EMU_HALF, 2, EMU_A4, EMU_B2, EMU_A_MID, EMU_BITS2(b))
EMU_MMA(m16n8k8_f32_f16, 8, EMU_HALF, EMU_FLOAT, 4, EMU_A2, EMU_B1, EMU_BITS2(a), as<unsigned>(b0))
EMU_MMA(m16n8k8_f32_bf16, 8, EMU_BFLOAT16, EMU_FLOAT, 4, EMU_A2, EMU_B1, EMU_BITS2(a), as<unsigned>(b0))
EMU_MMA(m16n8k8_f16_f16, 8, EMU_HALF, EMU_HALF, 2, EMU_A2, EMU_B1, EMU_BITS2(a), as<unsigned>(b0))
EMU_MMA(m16n8k8_f32_tf32, 8, EMU_TF32, EMU_FLOAT, 4, EMU_A4, EMU_B2, EMU_A_MID, EMU_BITS2(b))
#define EMU_MMA_WHOLE(m, k, nd, A_PARAMETERS, B_PARAMETERS, A_BITS, B_BITS)                                  \
  template <int a_element, int b_element, bool saturates, class D_, class A_, class B_, class C_>            \
  EMU_INLINE void mma_m##m##n8k##k##_s32(EMU_D##nd, A_PARAMETERS, B_PARAMETERS, EMU_C##nd) {                 \
    mma_operands o = mma_multiply_whole<m, k, a_element, b_element, saturates>(                              \
        {{A_BITS}, {B_BITS}, {EMU_BITS##nd(c)}, {}});                                                        \
    EMU_SET##nd(d, o.d);                                                                                     \
  }
EMU_MMA_WHOLE(16, 32, 4, EMU_A4, EMU_B2, EMU_A_MID, EMU_BITS2(b))
EMU_MMA_WHOLE(16, 16, 4, EMU_A2, EMU_B1, EMU_BITS2(a), as<unsigned>(b0))
EMU_MMA_WHOLE(8, 16, 2, A_ a0, EMU_B1, as<unsigned>(a0), as<unsigned>(b0))
#undef EMU_MMA_WHOLE
#undef EMU_MMA
#undef EMU_SET2
#undef EMU_SET4
#undef EMU_BITS2
#undef EMU_BITS4
#undef EMU_D2
#undef EMU_D4
#undef EMU_C2
#undef EMU_C4
#undef EMU_A2
#undef EMU_A4
#undef EMU_B1
#undef EMU_B2
#undef EMU_A_MID

} // namespace ptx
} // namespace emu

#endif
