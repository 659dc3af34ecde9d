// make_float4 and its like.
#ifndef EMU_VECTOR_FUNCTIONS_H
#define EMU_VECTOR_FUNCTIONS_H

#include "vector_types.h"

// Inlined and unseen: building a vector value is no memory access.
#define EMU_MAKE(T_, name)                                                                                   \
  EMU_INLINE name##1 make_##name##1(T_ x) {                                                                  \
    return name##1 {x};                                                                                      \
  }                                                                                                          \
  EMU_INLINE name##2 make_##name##2(T_ x, T_ y) {                                                            \
    return name##2(x, y);                                                                                    \
  }                                                                                                          \
  EMU_INLINE name##3 make_##name##3(T_ x, T_ y, T_ z) {                                                      \
    return name##3 {x, y, z};                                                                                \
  }
#define EMU_MAKE_4(T_, name)                                                                                 \
  EMU_MAKE(T_, name)                                                                                         \
  EMU_INLINE name##4 make_##name##4(T_ x, T_ y, T_ z, T_ w) {                                                \
    return name##4(x, y, z, w);                                                                              \
  }
#define EMU_MAKE_WIDE(T_, name)                                                                              \
  EMU_INLINE name make_##name(T_ x, T_ y, T_ z, T_ w) {                                                      \
    return name{x, y, z, w};                                                                                 \
  }
#define EMU_MAKE_4_WIDE(T_, name)                                                                            \
  EMU_MAKE(T_, name)                                                                                         \
  EMU_MAKE_WIDE(T_, name##4)                                                                                 \
  EMU_MAKE_WIDE(T_, name##4_16a)                                                                             \
  EMU_MAKE_WIDE(T_, name##4_32a)

EMU_MAKE_4(signed char, char)
EMU_MAKE_4(unsigned char, uchar)
EMU_MAKE_4(short, short)
EMU_MAKE_4(unsigned short, ushort)
EMU_MAKE_4(int, int)
EMU_MAKE_4(unsigned, uint)
EMU_MAKE_4(float, float)
EMU_MAKE_4_WIDE(long, long)
EMU_MAKE_4_WIDE(unsigned long, ulong)
EMU_MAKE_4_WIDE(long long, longlong)
EMU_MAKE_4_WIDE(unsigned long long, ulonglong)
EMU_MAKE_4_WIDE(double, double)

#endif
