// What GCC hands to the handlers of its checks (-fsanitize=bounds, float-cast-overflow and others).
#ifndef EMU_KERNEL_UBSAN_H
#define EMU_KERNEL_UBSAN_H

#include <stdint.h>

struct ubsan_location {
  const char *file;
  uint32_t line, column;
};
struct ubsan_type {
  uint16_t kind, info; // kind 0: an integer, info twice the logarithm of its bits, plus 1 if it is signed
  char name[];
};

#endif
