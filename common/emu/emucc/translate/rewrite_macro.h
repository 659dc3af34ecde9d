// Macros in assembly, and the pieces of text that they expand to.
#ifndef EMU_REWRITE_MACRO_H
#define EMU_REWRITE_MACRO_H

#include "emu/emucc/translate/rewrite.h"

// rewrite_macro.c: macros in assembly. All macros, into x->kernels; the statement [i, close] with its macros expanded, true if
// there were any; the use at i of a macro whose assembly depends on its arguments.
void collect_macros(struct translation *x);
bool expand_assembly(struct translation *x, size_t i, size_t close);
bool rewrite_assembly_macro(struct translation *x, size_t i); // false after fail()

#endif
