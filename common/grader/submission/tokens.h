// What a submission's text may not say, whatever it includes and calls: words that go behind the compiler's back.
#ifndef PMPP_TOKENS_H
#define PMPP_TOKENS_H

#include "base/text.h"

// Judges a submission as it was written. False: `why` gets "FILE:LINE: X: reason".
bool tokens_allowed(const char *source, const char *file, struct text *why);

// Judges what the preprocessor made of it, where macros can hide nothing any more; only the lines that come from a .cu
// file, as the line markers say. Stricter: on the emulator there is no inline assembly.
bool tokens_preprocessed_allowed(const char *text, struct text *why);

#endif
