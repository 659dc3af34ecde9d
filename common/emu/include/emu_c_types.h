// What a C source sees of CUDA's words and vector types: structs, as the toolkit's headers have them.
#ifndef EMU_C_TYPES_H
#define EMU_C_TYPES_H

#define __host__
#define __device__
#define __global__
#define __align__(n) __attribute__((aligned(n)))

#define EMU_C_VECTORS(T_, name, two, four)                                                                   \
  struct name##1 {                                                                                           \
    T_ x;                                                                                                    \
  };                                                                                                         \
  struct __align__(two) name##2 {                                                                            \
    T_ x, y;                                                                                                 \
  };                                                                                                         \
  struct name##3 {                                                                                           \
    T_ x, y, z;                                                                                              \
  };                                                                                                         \
  struct __align__(four) name##4 {                                                                           \
    T_ x, y, z, w;                                                                                           \
  };                                                                                                         \
  typedef struct name##1 name##1;                                                                            \
  typedef struct name##2 name##2;                                                                            \
  typedef struct name##3 name##3;                                                                            \
  typedef struct name##4 name##4;
EMU_C_VECTORS(signed char, char, 2, 4)
EMU_C_VECTORS(unsigned char, uchar, 2, 4)
EMU_C_VECTORS(short, short, 4, 8)
EMU_C_VECTORS(unsigned short, ushort, 4, 8)
EMU_C_VECTORS(int, int, 8, 16)
EMU_C_VECTORS(unsigned int, uint, 8, 16)
EMU_C_VECTORS(long, long, 16, 16)
EMU_C_VECTORS(unsigned long, ulong, 16, 16)
EMU_C_VECTORS(long long, longlong, 16, 16)
EMU_C_VECTORS(unsigned long long, ulonglong, 16, 16)
EMU_C_VECTORS(float, float, 8, 16)
EMU_C_VECTORS(double, double, 16, 16)
#undef EMU_C_VECTORS

struct dim3 {
  unsigned int x, y, z;
};
typedef struct dim3 dim3;

#endif
