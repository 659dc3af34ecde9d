// A value's bits, for operations of a warp. In no precompiled header: g++ would forget there what the pragma ignores.
#ifndef EMU_BITS_H
#define EMU_BITS_H

#include "emu_device.h"

// The lanes that are not the source of a shuffle may pass what they never set.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
template <class T_> EMU_INLINE uint64_t emu_bits(T_ v) {
  uint64_t bits = 0;
  __builtin_memcpy(&bits, &v, sizeof(T_));
  return bits;
}
#pragma GCC diagnostic pop

#endif
