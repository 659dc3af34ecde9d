// Host code has addresses of its own for what is the device's alone, as nvcc gives it: a variable's or a function's address in host
// code is so many bytes beyond the true one, where nothing is mapped (emucc/audit/sides.c, memory/image.c).
#ifndef EMU_SIDES_H
#define EMU_SIDES_H

#define EMU_HOST_SIDE 0x40000000

#endif
