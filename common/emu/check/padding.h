// Padding: around the access to a range, the copy of an object.
#ifndef EMU_CHECK_PADDING_H
#define EMU_CHECK_PADDING_H

#include "memory/running.h"
#include "check/touch.h"

bool padding_begin(uint64_t addr, uint64_t bytes, int touch, uint32_t pc);
void padding_end(uint64_t addr, uint64_t bytes, int touch, bool begun); // begun: what padding_begin said
// Where the block's shared object around the address was last copied as a whole; 0: it was not.
uint32_t padding_shared_copy(uint64_t addr);
bool padding_in_16(uint64_t addr); // what the logged load of 16 bytes finds unwritten there may be padding

#endif
