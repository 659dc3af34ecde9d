// Whether host code looks at what a call has returned.
#ifndef EMU_RUNTIME_IGNORED_RESULT_H
#define EMU_RUNTIME_IGNORED_RESULT_H

#include <stdbool.h>
#include <stdint.h>

// The instructions from `pc`, to which the call returns, overwrite its result before they read it. False where that is not certain.
bool result_ignored(uint64_t pc);

#endif
