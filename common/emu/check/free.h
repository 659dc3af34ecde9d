// What is freed wrongly, and what never.
#ifndef EMU_CHECK_FREE_H
#define EMU_CHECK_FREE_H

#include <stdbool.h>
#include <stdint.h>

bool free_checked(uint64_t address, uint32_t pc,
                  bool pinned); // pinned: by cudaFreeHost. False: it was a hazard
void report_leaks(void);

#endif
