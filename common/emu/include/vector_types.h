// CUDA's vector types. Two- and four-component types copy as one access of their full width, as a GPU does.
#ifndef EMU_VECTOR_TYPES_H
#define EMU_VECTOR_TYPES_H

#include <initializer_list>

// The copy goes through a GCC vector of the whole width: the instrumentation then reports one access, not one
// for each component.
// Trivial default constructors: a vector may be a member of a union, and a __shared__ one needs no code. Always inlined, so that each
// copy is an instruction of its own with the user's line.
#define EMU_INLINE __attribute__((always_inline)) inline
#ifdef __clang__ // an editor's language server: it compiles nothing, and sees unions as they are written
#define EMU_WHOLE_COPY(Name, bytes)
#else
#define EMU_WHOLE_COPY(Name, bytes)                                                                          \
  typedef char emu_whole __attribute__((vector_size(bytes), may_alias));                                     \
  EMU_INLINE Name(const Name &o) {                                                                           \
    *(emu_whole *)this = *(const emu_whole *)&o;                                                             \
  }                                                                                                          \
  EMU_INLINE Name &operator=(const Name &o) {                                                                \
    *(emu_whole *)this = *(const emu_whole *)&o;                                                             \
    return *this;                                                                                            \
  }
#endif

// A list in braces may be shorter than the vector, as of any struct; what it leaves out is zero.
template <class T_> EMU_INLINE constexpr T_ emu_item(std::initializer_list<T_> l, unsigned n) {
  return n < l.size() ? l.begin()[n] : T_();
}
extern "C" __attribute__((error("emucc: too many initializers for a vector"))) void emu_too_many();
template <class T_> EMU_INLINE constexpr void emu_items(std::initializer_list<T_> l, unsigned most) {
  if (l.size() > most) emu_too_many();
}

#define EMU_VECTOR_1(T_, Name)                                                                               \
  struct Name {                                                                                              \
    T_ x;                                                                                                    \
  };
#define EMU_VECTOR_2(T_, Name, bytes)                                                                        \
  struct alignas(bytes) Name {                                                                               \
    T_ x, y;                                                                                                 \
    Name() = default;                                                                                        \
    EMU_INLINE constexpr Name(T_ x, T_ y) : x(x), y(y) {}                                                    \
    EMU_INLINE constexpr Name(std::initializer_list<T_> l) : x(emu_item(l, 0)), y(emu_item(l, 1)) {          \
      emu_items(l, 2);                                                                                       \
    }                                                                                                        \
    EMU_WHOLE_COPY(Name, bytes)                                                                              \
  };
#define EMU_VECTOR_3(T_, Name)                                                                               \
  struct Name {                                                                                              \
    T_ x, y, z;                                                                                              \
  };
#define EMU_VECTOR_4(T_, Name, bytes)                                                                        \
  struct alignas(bytes) Name {                                                                               \
    T_ x, y, z, w;                                                                                           \
    Name() = default;                                                                                        \
    EMU_INLINE constexpr Name(T_ x, T_ y, T_ z, T_ w) : x(x), y(y), z(z), w(w) {}                            \
    EMU_INLINE constexpr Name(std::initializer_list<T_> l)                                                   \
        : x(emu_item(l, 0)), y(emu_item(l, 1)), z(emu_item(l, 2)), w(emu_item(l, 3)) {                       \
      emu_items(l, 4);                                                                                       \
    }                                                                                                        \
    EMU_WHOLE_COPY(Name, bytes)                                                                              \
  };
// Four 8-byte components are two 16-byte accesses on a GPU too, so these are left to the compiler.
#define EMU_VECTOR_WIDE(T_, Name, bytes)                                                                     \
  struct alignas(bytes) Name {                                                                               \
    T_ x, y, z, w;                                                                                           \
  };
#define EMU_VECTOR_4_WIDE(T_, Name)                                                                          \
  EMU_VECTOR_WIDE(T_, Name, 16)                                                                              \
  EMU_VECTOR_WIDE(T_, Name##_16a, 16)                                                                        \
  EMU_VECTOR_WIDE(T_, Name##_32a, 32)

typedef unsigned char emu_uchar;
typedef unsigned short emu_ushort;
typedef unsigned int emu_uint;
typedef unsigned long emu_ulong;
typedef long long emu_longlong;
typedef unsigned long long emu_ulonglong;

#define EMU_VECTORS(T_, name, size)                                                                          \
  EMU_VECTOR_1(T_, name##1)                                                                                  \
  EMU_VECTOR_2(T_, name##2, 2 * size)                                                                        \
  EMU_VECTOR_3(T_, name##3)

EMU_VECTORS(signed char, char, 1)
EMU_VECTOR_4(signed char, char4, 4)
EMU_VECTORS(emu_uchar, uchar, 1)
EMU_VECTOR_4(emu_uchar, uchar4, 4)
EMU_VECTORS(short, short, 2)
EMU_VECTOR_4(short, short4, 8)
EMU_VECTORS(emu_ushort, ushort, 2)
EMU_VECTOR_4(emu_ushort, ushort4, 8)
EMU_VECTORS(int, int, 4)
EMU_VECTOR_4(int, int4, 16)
EMU_VECTORS(emu_uint, uint, 4)
EMU_VECTOR_4(emu_uint, uint4, 16)
EMU_VECTORS(float, float, 4)
EMU_VECTOR_4(float, float4, 16)
EMU_VECTORS(long, long, 8)
EMU_VECTOR_4_WIDE(long, long4)
EMU_VECTORS(emu_ulong, ulong, 8)
EMU_VECTOR_4_WIDE(emu_ulong, ulong4)
EMU_VECTORS(emu_longlong, longlong, 8)
EMU_VECTOR_4_WIDE(emu_longlong, longlong4)
EMU_VECTORS(emu_ulonglong, ulonglong, 8)
EMU_VECTOR_4_WIDE(emu_ulonglong, ulonglong4)
EMU_VECTORS(double, double, 8)
EMU_VECTOR_4_WIDE(double, double4)

// What stands for a vector in a union (emucc puts it there): copied like bytes, as CUDA's vectors are, so that the union
// may be copied. It becomes the vector wherever it is used.
template <class V_> struct emu_member { typedef V_ type; };
template <class V_> using emu_in_union = typename emu_member<V_>::type;

template <class A_, class V_> struct emu_only {};
template <class V_> struct emu_only<V_, V_> { typedef int type; };

#define EMU_AS_VECTOR(Plain, Name)                                                                           \
  template <class A_, typename emu_only<A_, Name>::type = 0> EMU_INLINE Plain(const A_ &o) {                 \
    *(typename Name::emu_whole *)this = *(const typename Name::emu_whole *)&o;                               \
  }                                                                                                          \
  template <class A_, typename emu_only<A_, Name>::type = 0> EMU_INLINE Plain &operator=(const A_ &o) {      \
    *(typename Name::emu_whole *)this = *(const typename Name::emu_whole *)&o;                               \
    return *this;                                                                                            \
  }                                                                                                          \
  EMU_INLINE operator Name &() {                                                                             \
    return *(Name *)this;                                                                                    \
  }                                                                                                          \
  EMU_INLINE operator const Name &() const {                                                                 \
    return *(const Name *)this;                                                                              \
  }                                                                                                          \
  EMU_INLINE Name *operator&() {                                                                             \
    return (Name *)this;                                                                                     \
  }                                                                                                          \
  EMU_INLINE const Name *operator&() const {                                                                 \
    return (const Name *)this;                                                                               \
  }

template <class V_, class T_> struct alignas(V_) emu_plain_2 {
  T_ x, y;
  emu_plain_2() = default;
  EMU_INLINE constexpr emu_plain_2(T_ x, T_ y) : x(x), y(y) {}
  EMU_INLINE constexpr emu_plain_2(std::initializer_list<T_> l) : x(emu_item(l, 0)), y(emu_item(l, 1)) {
    emu_items(l, 2);
  }
  EMU_AS_VECTOR(emu_plain_2, V_)
};
template <class V_, class T_> struct alignas(V_) emu_plain_4 {
  T_ x, y, z, w;
  emu_plain_4() = default;
  EMU_INLINE constexpr emu_plain_4(T_ x, T_ y, T_ z, T_ w) : x(x), y(y), z(z), w(w) {}
  EMU_INLINE constexpr emu_plain_4(std::initializer_list<T_> l)
      : x(emu_item(l, 0)), y(emu_item(l, 1)), z(emu_item(l, 2)), w(emu_item(l, 3)) {
    emu_items(l, 4);
  }
  EMU_AS_VECTOR(emu_plain_4, V_)
};

#define EMU_PLAIN(T_, n, Name)                                                                               \
  template <> struct emu_member<Name> { typedef emu_plain_##n<Name, T_> type; };
EMU_PLAIN(signed char, 2, char2)
EMU_PLAIN(signed char, 4, char4)
EMU_PLAIN(emu_uchar, 2, uchar2)
EMU_PLAIN(emu_uchar, 4, uchar4)
EMU_PLAIN(short, 2, short2)
EMU_PLAIN(short, 4, short4)
EMU_PLAIN(emu_ushort, 2, ushort2)
EMU_PLAIN(emu_ushort, 4, ushort4)
EMU_PLAIN(int, 2, int2)
EMU_PLAIN(int, 4, int4)
EMU_PLAIN(emu_uint, 2, uint2)
EMU_PLAIN(emu_uint, 4, uint4)
EMU_PLAIN(float, 2, float2)
EMU_PLAIN(float, 4, float4)
EMU_PLAIN(long, 2, long2)
EMU_PLAIN(emu_ulong, 2, ulong2)
EMU_PLAIN(emu_longlong, 2, longlong2)
EMU_PLAIN(emu_ulonglong, 2, ulonglong2)
EMU_PLAIN(double, 2, double2)

struct dim3 {
  unsigned x, y, z;
  EMU_INLINE constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  EMU_INLINE constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  EMU_INLINE operator uint3() const {
    return uint3{x, y, z};
  }
};

#endif
