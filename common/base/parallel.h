// One loop on all processors.
#ifndef PMPP_PARALLEL_H
#define PMPP_PARALLEL_H

#include <stdint.h>

// What is done to begin .. end - 1, on any thread, beside other parts.
typedef void parallel_part(void *context, int64_t begin, int64_t end);

// Calls `part` for parts of 0 .. n - 1 that begin at multiples of `grain` and together are all of it; returns when all are
// done. One part, or one processor, takes no thread.
void parallel_for(int64_t n, int64_t grain, parallel_part *part, void *context);

// The processors that this process may use.
int parallel_processors(void);

#endif
