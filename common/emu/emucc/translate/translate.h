// Rewrites the few constructs of CUDA C++ that a host C++ compiler cannot read.
#ifndef EMU_TRANSLATE_H
#define EMU_TRANSLATE_H

#include "emu/emucc/translate/optional.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// Asked for every #include "name" outside `#if 0`: returns the name to include instead (malloc'ed, freed by
// the caller), or NULL to leave the line as it is.
typedef char *emu_include_fn(void *context, const char *name);

// A #define. strings: its body has some, or makes some of its arguments; open_assembly: what its assembly says depends on its
// arguments or on other macros.
struct emu_macro {
  char *name, *parameters, *body;
  bool function_like, strings, open_assembly;
};

// The names of a program's kernels and of its classes with constructors, collected over the files of one translation
// unit. Begin with {0}, free with emu_names_free.
struct emu_names {
  char **
      name; // what stands between a __global__ and its parameters; with - in front: between a __device__ and those
  size_t count, capacity;
  char **built; // classes: what constructing one does (enum construction), then the name
  size_t builts, built_capacity;
  char **arch; // macros that depend on __CUDA_ARCH__
  size_t archs, arch_capacity, arch_groups;
  struct emu_macro *macro;
  size_t macros, macro_capacity;
  bool open_assembly;            // of some macro
  bool template_variables;       // some __device__ or __constant__ variable is a template's
  char *arch_macros;             // the conditionals that define some of them, as text
  struct emu_optional *optional; // NULL: nothing is left out; emu_names_free keeps it
};
void emu_names_free(struct emu_names *names);

// Writes the translation of text[0, n) to out. Lines keep their numbers: the output is `#line 1 "file_name"`
// and then the text, with these rewritten and every other byte as it was:
//   kernel<<<grid, block>>>(...)      -> ::emu::call("kernel", lambda, EMU_FUNCTION(kernel),
//                                          ::emu::config(grid, block))(...)
//   extern __shared__ T s[];          -> T *s = (T *)::emu::dynamic_shared("s");
//     outside functions               -> extern T s[] __asm__("emu_dynamic_arena");
//   static __shared__                 -> __shared__ (which is static by itself)
//   __shared__ C c; of a class with an empty constructor -> storage that no constructor runs for
//   __device__, __constant__ and __managed__ variables -> EMU_DEVICE_VARIABLE, EMU_CONSTANT_VARIABLE, or
//     EMU_DEVICE_CONST, EMU_CONSTANT_CONST where the variable itself is const
//     ..._OF_TEMPLATE for those of a template
//   static T x; in a device function  -> static EMU_DEVICE_VARIABLE T x; (const: EMU_DEVICE_CONST)
//   T a[n]; in a device function      -> T a[n]; EMU_LOCAL_ARRAY(a, line, "index");
//   a << n, a >>= n in a device function, in a macro -> a << emu_shift << n, a >>= emu_shift >>= n
//   (int)x, int(x), static_cast<int>(x), int n = x; -> ::emu::to<int>(x), in a device function
//   the body of a device function that asks for __CUDA_ARCH__ -> between its #define and #undef, and of a __host__
//     __device__ one a second time without it; a conditional on it outside functions -> one for each branch
//   __noinline__                      -> __attribute__((noinline)) outside an attribute
//   asm                               -> the same after a _Pragma that makes it a compile error
// A byte order mark is left out. kernels holds what the files translated before in the same unit declare and is
// added to; it and include may be NULL. Returns 0, or -1 with "file:line: error: ..." in error; out then holds
// nothing new. Any bytes are accepted as text. Exits the process if memory runs out.
int emu_translate(const char *file_name, const char *text, size_t n, emu_include_fn *include, void *context,
                  struct emu_names *kernels, FILE *out, char *error, size_t error_size);

#endif
