// The compiler driver's work: has a source translated and compiled, and the program linked with the emulator.
#define _GNU_SOURCE
#include "emu/emucc/emucc.h"
#include "emu/emucc/groups.h"
#include "emu/emucc/lex.h"
#include "emu/emucc/retry.h"
#include "emu/emucc/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

// Makes the object of what the compiler has made of a source, whose callbacks are told apart and of each other before, and whose
// variables are put in their places.
static int assemble(struct driver *d, const char *source, const char *path, const char *dump,
                    const char *classes, const char *object) {
  struct assembly a;
  size_t n;
  char *text = read_whole(path, &n);
  if (!text) return 1;
  assembly_split(&a, text, n);
  int status = 0;
  if (!d->fast) {
    status = mark_members(dump, classes, &a, d->verbose);
    group_callbacks(&a);
  }
  place_template_variables(&a);
  if (!d->fast && !status) status = give_sides(dump, &a, source);
  if (!status && !assembly_write(&a, path)) status = 1;
  assembly_free(&a);
  struct list command = {0};
  push_all(&command, (const char *const[]){EMU_CXX, "-c", path, "-o", object, NULL});
  if (!status) status = run_command(d, &command);
  free(command.item);
  return status;
}

// The object as it is made and read again: beside an output like /dev/null, which keeps nothing and is not to be replaced.
static const char *made_as(const struct driver *d, const char *object) {
  struct stat st;
  bool special = stat(object, &st) == 0 && !S_ISREG(st.st_mode);
  return special ? must_print("%s/special.o", d->directory) : object;
}

// A .c file is the host's: C, as nvcc has it compiled, with the program's own macros and folders of headers.
static int compile_c(struct driver *d, const char *source, const char *object) {
  struct list command = {0};
  push_all(&command, (const char *const[]){EMU_CXX, "-x", "c", "-g", "-O1", "-fno-pie", "-fsigned-char",
                                           "-ffp-contract=off", NULL});
  push(&command, must_print("-I%s", header_dir()));
  for (size_t i = 0; i < d->compile.count; i++)
    if (!starts_with(d->compile.item[i], "-std=")) push(&command, d->compile.item[i]);
  push_depend(d, &command);
  push_all(&command, (const char *const[]){d->depend.alone ? "-E" : "-c", source, NULL});
  if (!d->depend.alone) push_all(&command, (const char *const[]){"-o", object, NULL});
  int status = run_command(d, &command);
  if (!status) status = write_depend(d, source, object);
  free(command.item);
  return status;
}

static int compile(struct driver *d, const char *source, const char *output) {
  if (is_c(source) && !d->as_cuda) return compile_c(d, source, output);
  const char *object = made_as(d, output);
  emu_optional_free(&d->optional);
  const char *translation = is_cuda_source(d, source) ? translate_source(d, source) : NULL;
  if (d->failed) return 1;
  char *input =
      must_print("%s", translation ? translation : source); // each translation of it is written there
  take_special(d, source);
  struct list command = {0};
  char *here = directory_of(source), *map = must_print("-ffile-prefix-map=%s/=", d->directory);
  const char *precompiled = precompiled_dir(d->fast);
  push(&command, EMU_CXX);
  if (precompiled) push(&command, must_print("-I%s", precompiled));
  push_thrust(d, &command, true);
  push_flags(&command, d->fast);
  push_all(&command, (const char *const[]){"-include", "emu_program.h", "-include", "emu_bits.h", "-iquote",
                                           here, NULL});
  push_thrust(d, &command, false);
  push_special(d, &command);
  if (!is_cuda_source(d, source))
    push_all(&command, (const char *const[]){"-include", "emu_host_source.h", NULL});
  if (d->standard && starts_with(d->standard, "c++"))
    push_all(&command, (const char *const[]){"-include", "emu_strict.h", NULL});
  if (d->fragments) push_all(&command, (const char *const[]){"-include", "emu_ptx_wmma.h", NULL});
  push_all(&command, d->compile.item);
  push(&command, map);
  if (isatty(STDERR_FILENO)) push(&command, "-fdiagnostics-color=always");
  size_t common = command.count;
  int status = 0;
  char *early = must_print("%s/gimple", d->directory), *classes = must_print("%s/classes", d->directory),
       *late = must_print("%s", d->dump ? d->dump : "");
  if (!*late) late = must_print("%s/optimized", d->directory);
  bool checked = !d->fast && !d->depend.alone && is_cuda_source(d, source);
  if (checked) {
    push(&command, must_print("-fdump-tree-gimple-lineno=%s", early));
    push(&command, must_print("-fdump-lang-class=%s", classes));
    push(&command, must_print("-fdump-tree-optimized-lineno-asmname=%s", late));
  }
  char *assembly = must_print("%s/assembly.s", d->directory);
  bool assembled = checked || (!d->depend.alone && d->kernels.template_variables);
  push_depend(d, &command);
  push_all(&command, (const char *const[]){"-x", "c++",
                                           d->depend.alone ? "-E"
                                           : assembled     ? "-S"
                                                           : "-c",
                                           input, NULL});
  if (!d->depend.alone) push_all(&command, (const char *const[]){"-o", assembled ? assembly : object, NULL});
  status = translation ? compile_translation(d, source, &command) : run_command(d, &command);
  if (!status && d->preprocessed) { // by the same command, so that it is the text that is compiled
    command.count = common;
    push_all(&command,
             (const char *const[]){"-w", "-x", "c++", "-E", "-fpch-preprocess", input, "-o", d->preprocessed,
                                   NULL}); // without the text of precompiled headers
    status = run_command(d, &command);
  }
  if (!status && checked) status = refuse_host_calls(early, d->preprocessed && !d->relaxed);
  if (!status && assembled) status = assemble(d, source, assembly, late, classes, object);
  struct list taken = {0};
  bool pointers = false;
  if (!status && checked && !list_taken(object, &taken)) status = 1;
  // A kernel that the host hands a function of its own ends on a GPU. The grader, which asks for the text of a submission, trusts
  // nobody: there such a function could do the kernel's work unseen.
  bool untrusted = d->preprocessed;
  if (!status && checked) status = refuse_unseen(late, &taken, untrusted, d->verbose, false, &pointers);
  if (!status && checked && pointers) status = refuse_taken(object, source);
  if (!status) status = write_depend(d, source, output);
  if (status && checked) unlink(object);
  if (!status && object != output) {
    struct list copy = {0};
    push_all(&copy, (const char *const[]){"cp", object, output, NULL});
    status = run_command(d, &copy);
    free(copy.item);
  }
  free(input);
  free(assembly);
  free(early);
  free(late);
  free(classes);
  free(command.item);
  free(here);
  free(map);
  return status;
}

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
    int status = compile(d, source, object);
    if (status) return status;
  }
  return d->compile_only ? 0 : link_program(d, library);
}
