// memcpy, memset, malloc and their like in kernels: library functions that the instrumentation does not see.
#ifndef EMU_MEMORY_H
#define EMU_MEMORY_H

#include "emu_touch.h"

extern "C" {
EMU_NOTHROW void *emu_move(void *to, const void *from, size_t bytes);
EMU_NOTHROW void *emu_set(void *p, int value, size_t bytes);
// In a kernel: of the device's heap.
__attribute__((nothrow, malloc)) void *emu_malloc(size_t bytes);
EMU_NOTHROW void emu_free(void *p);

// A copy is counted as loads and stores of the widest pieces that addresses and size allow. Copies of the constant
// size of a scalar or vector are single moves, which the instrumentation sees; most of them reinterpret a value. Their
// sizes are written out: GCC 11 may keep the moves beside a copy whose size nobody knows.
#define EMU_ONE_MOVE(move, bytes)                                                                            \
  if (__builtin_constant_p(bytes)) switch (bytes) {                                                          \
    case 0:                                                                                                  \
      return to;                                                                                             \
    case 1:                                                                                                  \
      return move(to, from, 1);                                                                              \
    case 2:                                                                                                  \
      return move(to, from, 2);                                                                              \
    case 4:                                                                                                  \
      return move(to, from, 4);                                                                              \
    case 8:                                                                                                  \
      return move(to, from, 8);                                                                              \
    case 16:                                                                                                 \
      return move(to, from, 16);                                                                             \
    }
#define EMU_LIBRARY extern __attribute__((gnu_inline, always_inline)) inline
EMU_LIBRARY void *memcpy(void *__restrict to, const void *__restrict from, size_t bytes) __THROW {
  EMU_ONE_MOVE(__builtin_memcpy, bytes)
  emu_touch_read_range(from, bytes);
  emu_touch_write_range(to, bytes);
  return emu_move(to, from, bytes);
}
EMU_LIBRARY void *memmove(void *to, const void *from, size_t bytes) __THROW {
  EMU_ONE_MOVE(__builtin_memmove, bytes)
  emu_touch_read_range(from, bytes);
  emu_touch_write_range(to, bytes);
  return emu_move(to, from, bytes);
}
EMU_LIBRARY void *memset(void *p, int value, size_t bytes) __THROW {
  emu_touch_write_range(p, bytes);
  return emu_set(p, value, bytes);
}
EMU_LIBRARY void *malloc(size_t bytes) __THROW {
  return emu_malloc(bytes);
}
EMU_LIBRARY void free(void *p) __THROW {
  emu_free(p);
}
#undef EMU_LIBRARY
}

#endif
