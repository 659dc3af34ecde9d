// Floating-point numbers of 16 bits, as texels have them.
#ifndef EMU_KERNEL_SMALL_FLOAT_H
#define EMU_KERNEL_SMALL_FLOAT_H

#include <stdint.h>

float emu_half_to_float(uint16_t bits);

#endif
