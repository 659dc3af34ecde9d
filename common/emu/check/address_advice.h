// Advice for accesses that a kernel must not make so. NULL: the kind's own; `text` is room for what is composed.
#ifndef EMU_CHECK_ADDRESS_ADVICE_H
#define EMU_CHECK_ADDRESS_ADVICE_H

#include "memory/heap.h"

const char *advice_behind(const struct allocation *a, uint64_t element, uint32_t size,
                          char text[280]); // element behind the last
const char *advice_unwritten(uint64_t addr, char text[280]);
const char *advice_copied(uint64_t addr, char text[280]); // unwritten shared memory
bool advice_runs_lambda_of_member(void);

#endif
