// The compiler driver's work: has each source compiled (compile.c), and the program linked with the emulator.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const link_flags[] = {
#ifdef EMU_HAVE_BACKTRACE
    "-Wl,--wrap=dl_iterate_phdr",
    "-lbacktrace", // frames.c
#endif
    "-lm",
    "-ldl",
    "-lpthread",
    NULL};

// What the emulator looks at before the C library does it (no_device_call.c, library.c, image.c); -u: the C++ library calls it
// where the program has nothing of CUDA, too.
#define WRAPPED                                                                                              \
  "-Wl,--wrap=exit,--wrap=abort,--wrap=modf,--wrap=modff,--wrap=frexp,--wrap=frexpf,--wrap=remquo,"          \
  "--wrap=remquof,--wrap=sincos,--wrap=sincosf,--wrap=lgamma_r,--wrap=lgammaf_r,-u,__wrap_abort,-u,__wrap_"  \
  "sincos"

// Most of a small program's link is GNU ld's work on the C++ library's symbols, which gold spares. Constants get a segment of
// their own (image.c).
static bool has_quick_linker(void) {
#ifdef EMU_GOLD
  return access(EMU_GOLD, X_OK) == 0; // an installed emucc may have come from another machine
#else
  return false;
#endif
}

static int link_program(struct driver *d, const char *library) {
  struct list command = {0};
  push_all(&command,
           (const char *const[]){EMU_CXX, "-no-pie", WRAPPED, "-o", d->output ? d->output : "a.out", NULL});
  if (has_quick_linker()) push_all(&command, (const char *const[]){"-fuse-ld=gold", "-Wl,--rosegment", NULL});
  push_all(&command, d->link.item);
  push(&command, library);
  push_all(&command, link_flags);
  int status = run_command(d, &command);
  free(command.item);
  return status;
}

// An object without anything in it: emucc links all objects as they are.
static int link_device(struct driver *d) {
  struct list command = {0};
  char *empty = must_print("%s/empty.cpp", d->directory);
  FILE *out = fopen(empty, "w");
  if (!out || fclose(out)) return fprintf(stderr, "emucc: %s: %s\n", empty, strerror(errno)), 1;
  push_all(&command,
           (const char *const[]){EMU_CXX, "-c", empty, "-o", d->output ? d->output : "a_dlink.o", NULL});
  int status = run_command(d, &command);
  free(command.item);
  free(empty);
  return status;
}

int build_program(struct driver *d) {
  if (d->device_link) return link_device(d);
  const char *library = d->compile_only ? NULL : emulator_library(d->fast);
  if (!d->compile_only && !library) return 1;
  for (size_t i = 0; i < d->sources.count; i++) {
    const char *source = d->sources.item[i], *base = base_of(source);
    char *object;
    if (!d->compile_only)
      object = must_print("%s/%zu.o", d->directory, i);
    else if (d->output && !d->depend.alone)
      object = must_print("%s", d->output);
    else
      object = must_print("%.*s.o", (int)stem_of(base), base);
    for (size_t l = 0; l < d->link.count; l++)
      if (d->link.item[l] == source) d->link.item[l] = object; // keeps its place among the other inputs
    int status = compile_source(d, source, object);
    if (status) return status;
  }
  return d->compile_only ? 0 : link_program(d, library);
}
