// Several blocks on the device at once.
#ifndef EMU_RUNTIME_RESIDENT_H
#define EMU_RUNTIME_RESIDENT_H

#include <stdint.h>

void resident_run(uint64_t blocks, uint64_t (*nth)(uint64_t i)); // a cooperative launch
void turns_run(uint64_t blocks, uint64_t (*nth)(uint64_t i));    // an ordinary one

#endif
