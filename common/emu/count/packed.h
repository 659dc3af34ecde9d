// One warp instruction from packed records.
#ifndef EMU_COUNT_PACKED_H
#define EMU_COUNT_PACKED_H

#include <stdint.h>

// One warp instruction, or several where the lanes address different memory spaces; `lane` numbers the lanes.
void count_packed(uint32_t pc, const uint64_t *packed, const uint32_t *lane, int lanes);

#endif
