// Accesses to addresses that a kernel, or host code, must not touch so.
#ifndef EMU_CHECK_ADDRESS_H
#define EMU_CHECK_ADDRESS_H

#include "memory/running.h"
#include "check/touch.h"

// An access to no memory that a kernel may touch so. Returns where the kernel goes on, else gives up the launch.
void address_elsewhere(uint64_t addr, uint32_t size, int touch, uint32_t pc);
_Noreturn void address_misaligned(uint64_t addr, uint32_t size, int touch, uint32_t pc);
_Noreturn void address_on_host(uint64_t addr, uint32_t size, int touch, uint32_t pc);
// Device memory whose state says that not all is allocated and written. False where the access is out of bounds.
bool address_bad_state(uint64_t addr, uint32_t size, int touch, uint32_t pc);
// Reads memory that nobody has written; a TOUCH_UNREAD one does so when the kernel uses the old value that it found there.
void address_unwritten(uint64_t addr, uint32_t size, int touch, uint32_t pc);
void address_old_value(uint64_t addr); // is used

#endif
