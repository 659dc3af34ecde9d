// Accesses of the emulator on behalf of the running kernel.
#ifndef EMU_KERNEL_ACCESS_H
#define EMU_KERNEL_ACCESS_H

#include "check/touch.h"
#include <stdbool.h>
#include <stdint.h>

void touch_range(uint64_t addr, uint64_t bytes, int touch,
                 uint32_t pc); // of what a library function has done

// Of whole accesses: checked and logged.
#define ACCESS(bytes)                                                                                        \
  void access_load##bytes(uint64_t addr, uint32_t pc);                                                       \
  void access_store##bytes(uint64_t addr, uint32_t pc);
ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
#undef ACCESS

// An atomic of the running kernel; also: TOUCH_BLOCK, TOUCH_WEAK.
void atomic_access(void *p, unsigned bytes, int also, uint32_t pc);

void emu_atomic(void *p, unsigned bytes, void *return_address);
void emu_atomic_compare(void *p, unsigned bytes, void *return_address, bool of_block);
void emu_atomic_block(void *p, unsigned bytes, void *return_address);
void emu_atomic_exchange(void *p, unsigned bytes, void *return_address);
void emu_atomic_exchange_block(void *p, unsigned bytes, void *return_address);
void emu_atomic_count(void *p, unsigned bytes, void *return_address);
void emu_atomic_float(void *p, unsigned bytes, void *return_address);
uint64_t emu_atomic_old_count(uint64_t old, const volatile void *p);
uint64_t emu_old_value(uint64_t old, const volatile void *p);
void emu_atomic_load(void *p, unsigned bytes, void *return_address, bool of_block);
void emu_atomic_done(void *p, bool changed);

#endif
