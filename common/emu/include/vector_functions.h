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
    return name##2 {x, y};                                                                                   \
  }                                                                                                          \
  EMU_INLINE name##3 make_##name##3(T_ x, T_ y, T_ z) {                                                      \
    return name##3 {x, y, z};                                                                                \
  }                                                                                                          \
  EMU_INLINE name##4 make_##name##4(T_ x, T_ y, T_ z, T_ w) {                                                \
    return name##4 {x, y, z, w};                                                                             \
  }

EMU_MAKE(signed char, char)
EMU_MAKE(unsigned char, uchar)
EMU_MAKE(short, short)
EMU_MAKE(unsigned short, ushort)
EMU_MAKE(int, int)
EMU_MAKE(unsigned, uint)
EMU_MAKE(float, float)
EMU_MAKE(long, long)
EMU_MAKE(unsigned long, ulong)
EMU_MAKE(long long, longlong)
EMU_MAKE(unsigned long long, ulonglong)
EMU_MAKE(double, double)

#endif
