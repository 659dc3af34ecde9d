// Host memory that cudaHostRegister has pinned. Kernels reach it at its own address. What the counters and the checks keep of a
// word lies in the device's range, so each registration has a range there, its stand-in, which nobody reads or writes.
#ifndef EMU_MEMORY_REGISTERED_H
#define EMU_MEMORY_REGISTERED_H

#include <stdbool.h>
#include <stdint.h>

// A cudaError: the range is as large as the memory. `pc` is where the program registers it.
int registered_add(uint64_t address, uint64_t bytes, uint32_t pc);
uint64_t registered_begin(uint64_t address);    // of the registration that holds the address; 0: none does
bool registered_remove(uint64_t begin);         // false: no registration begins there
uint64_t registered_stand_in(uint64_t address); // of that byte; 0: it is not registered
bool registered_any(void);
void registered_forget(void); // all of them

#endif
