// Rewrites the few constructs of CUDA C++ that a host C++ compiler cannot read.
#ifndef EMU_TRANSLATE_H
#define EMU_TRANSLATE_H

#include <stddef.h>
#include <stdio.h>

// Asked for every #include "name" outside `#if 0`: returns the name to include instead (malloc'ed, freed by
// the caller), or NULL to leave the line as it is.
typedef char *emu_include_fn(void *context, const char *name);

// Writes the translation of text[0, n) to out. Lines keep their numbers: the output is `#line 1 "file_name"`
// and then the text, with these rewritten and every other byte as it was:
//   kernel<<<grid, block>>>(...)      -> ::emu::call("kernel", lambda, ::emu::config(grid, block))(...)
//   extern __shared__ T s[];          -> T *s = (T *)::emu::dynamic_shared();
//     outside functions               -> static ::emu::dynamic_shared_array<T> s;
//   static __shared__                 -> __shared__ (which is static by itself)
//   __device__, __constant__ and __managed__ variables -> EMU_DEVICE_VARIABLE, EMU_CONSTANT_VARIABLE, or
//     EMU_DEVICE_CONST, EMU_CONSTANT_CONST where the variable itself is const
//   asm                               -> the same after a _Pragma that makes it a compile error
// include may be NULL. Returns 0, or -1 with "file:line: error: ..." in error; out then holds nothing new.
// Any bytes are accepted as text. Exits the process if memory runs out.
int emu_translate(const char *file_name, const char *text, size_t n, emu_include_fn *include, void *context,
                  FILE *out, char *error, size_t error_size);

#endif
