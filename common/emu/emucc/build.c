// The compiler driver's work: translate, run g++ with the pinned flags, link the emulator.
#define _GNU_SOURCE
#include "emu/emucc/emucc.h"
#include "emu/emucc/groups.h"
#include "emu/emucc/lex.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// Arithmetic whose result is not the device's by itself (arithmetic.c).
#ifdef __x86_64__
#define SANITIZED_ARITHMETIC "-fsanitize=float-cast-overflow"
#else
#define SANITIZED_ARITHMETIC "-fsanitize=float-cast-overflow", "-fsanitize=integer-divide-by-zero"
#endif

// The counts are those of code compiled with exactly these flags: no access merged, no branch folded away.
static const char *const counting_flags[] = {
    "-O1",
    "-fno-elide-constructors", // struct operands and results of calls become assignments, which are instrumented
    "-fno-ivopts",             // types of members stay in loops (members.c)
    "-fno-ssa-phiopt",
    "-fno-if-conversion",
    "-fno-if-conversion2",
    "-fno-tree-cselim",
    "-fno-thread-jumps", // no copies of the code behind a branch, where its sides would stay apart
#if __GNUC__ < 12
    "-fno-tree-dominator-opts", // copies such code as well
    "-Wno-maybe-uninitialized", // more often wrong there than right
#endif
    "-fno-reorder-blocks", // a branch's sides lie before what follows it (match.c)
    "-Wno-tsan",
    "-fsanitize=thread",
    "-fsanitize=bounds",
    SANITIZED_ARITHMETIC,
    "-fsanitize-coverage=trace-pc",
    "--param",
    "tsan-distinguish-volatile=1",
    NULL};
// What nvcc does not exploit, g++ must not either: results are those of the counted program. Like g++ at -O1, nvcc takes
// `a - b > 0` for `a > b`, and elsewhere a signed overflow wraps: no -fwrapv, but no ranges derived from it either.
static const char *const fast_flags[] = {"-O2",
                                         "-fno-strict-aliasing",
                                         "-fno-tree-vrp",
                                         "-fno-finite-loops",
                                         "-fno-isolate-erroneous-paths-dereference",
                                         "-fno-gcse",
                                         "-fno-code-hoisting", // a conversion stays behind its test
                                         "-fno-cse-follow-jumps",
                                         SANITIZED_ARITHMETIC,
                                         "-DEMU_FAST",
                                         NULL};
static const char *const pinned_flags[] = {"-std=c++17",
                                           "-g",
#ifdef EMU_CXX_FILLS_LOCALS
                                           "-ftrivial-auto-var-init=pattern", // what nobody has set is no 0
#endif
                                           "-fsigned-char",
                                           "-ffp-contract=off",
                                           "-fno-aggressive-loop-optimizations",
                                           "-fno-var-tracking", // lines are wanted, not where variables live
                                           "-fno-optimize-sibling-calls", // a call is made at its own line
                                           "-fno-stack-protector",
                                           "-fstack-clash-protection", // a deep frame meets the guard page
                                           "-fcf-protection=none",
                                           "-U_FORTIFY_SOURCE",
                                           "-Wuninitialized",
                                           "-Wno-unknown-pragmas",
                                           "-Wno-error=narrowing", // device code may: nvcc warns
                                           "-fno-pie",
                                           NULL};
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

struct include_site {
  struct driver *d;
  const char *including; // path of the file with the #include
  const char *main;      // path of the source g++ is given
};

volatile sig_atomic_t build_signal;
static volatile pid_t child;

void build_interrupted(int number) {
  build_signal = number;
  if (child > 0) kill(child, number);
}

void push(struct list *l, const char *item) {
  if (l->count + 2 > l->capacity) {
    l->capacity = l->capacity ? 2 * l->capacity : 16;
    l->item = must_realloc(l->item, l->capacity * sizeof *l->item);
  }
  l->item[l->count++] = item;
  l->item[l->count] = NULL;
}

void push_all(struct list *l, const char *const *items) {
  for (; items && *items; items++) push(l, *items);
}

bool is_cuda(const char *path) {
  return ends_with(path, ".cu") || ends_with(path, ".cuh");
}

bool is_cuda_source(const struct driver *d, const char *path) {
  return d->as_cuda || is_cuda(path);
}

char *directory_of(const char *path) {
  const char *slash = strrchr(path, '/');
  if (!slash) return must_print(".");
  return must_print("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

size_t stem_of(const char *name) {
  const char *dot = strrchr(base_of(name), '.');
  return dot ? (size_t)(dot - name) : strlen(name);
}

char *read_whole(const char *path, size_t *n) {
  FILE *f = fopen(path, "rb");
  struct stat info;
  bool folder = f && fstat(fileno(f), &info) == 0 && S_ISDIR(info.st_mode);
  if (!f || folder) {
    fprintf(stderr, "emucc: %s: %s\n", path, strerror(folder ? EISDIR : errno));
    if (f) fclose(f);
    return NULL;
  }
  char *s = NULL;
  size_t capacity = 0, got;
  *n = 0;
  do {
    if (*n == capacity) s = must_realloc(s, capacity = capacity ? 2 * capacity : 65536);
    *n += got = fread(s + *n, 1, capacity - *n, f);
  } while (got);
  bool bad = ferror(f);
  fclose(f);
  if (!bad) return s;
  fprintf(stderr, "emucc: %s: cannot be read\n", path);
  free(s);
  return NULL;
}
static bool is_file(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static char *find_include(const struct include_site *site, const char *name) {
  if (name[0] == '/') return is_file(name) ? must_print("%s", name) : NULL;
  char *here = directory_of(site->including);
  char *path = must_print("%s%s%s", strcmp(here, ".") ? here : "", strcmp(here, ".") ? "/" : "", name);
  free(here);
  for (size_t i = 0; !is_file(path); i++) {
    free(path);
    if (i == site->d->include_dirs.count) return NULL;
    path = must_print("%s/%s", site->d->include_dirs.item[i], name);
  }
  return path;
}

static const char *translate_file(struct driver *d, const char *path, const char *main);

// Headers of any name may hold device code, names of built-in variables that are their own, or Thrust (thrust.c).
static bool has_device_code(const char *path) {
  static const char *const marks[] = {"<<<",           "__global__",   "__shared__",  "__device__",
                                      "<thrust/",      "__constant__", "__managed__", "__noinline__",
                                      "__CUDA_ARCH__", "gridDim",      "blockDim"};
  size_t n;
  char *text = read_whole(path, &n);
  bool found = false;
  for (size_t m = 0; text && m < sizeof marks / sizeof *marks; m++)
    found = found || memmem(text, n, marks[m], strlen(marks[m]));
  free(text);
  return found;
}

// Files with device code are included in their translation; another header beside an included file by its
// full path, since its includer is compiled in a directory of its own.
static char *on_include(void *context, const char *name) {
  const struct include_site *site = context;
  char *path = find_include(site, name), *result = NULL;
  if (path) take_special(site->d, path);
  if (path && (is_cuda(path) || has_device_code(path))) {
    const char *output = translate_file(site->d, path, site->main);
    if (output) result = must_print("%s", output);
  } else if (path && strcmp(site->including, site->main)) {
    result = realpath(path, NULL);
  }
  free(path);
  return result;
}

// The names of kernels and of other device functions, for the emulator to tell them apart (shared.c).
static void write_names(FILE *out, const struct emu_names *kernels) {
  if (!kernels->count) return;
  fputs("\nstatic const char emu_kernel_names[] __attribute__((used, section(\"emu_kernels\"))) = \"", out);
  for (size_t i = 0; i < kernels->count; i++) fprintf(out, "%s ", kernels->name[i]);
  fputs("\";\n", out);
}

// Returns the path of the translation in the private directory, or NULL after a message.
static const char *translate_file(struct driver *d, const char *path, const char *main) {
  char *real = realpath(path, NULL);
  for (size_t i = 0; real && i < d->files; i++) {
    if (strcmp(d->file[i].path, real)) continue;
    free(real);
    return d->file[i].output;
  }
  size_t n;
  char error[1024], *source = read_whole(path, &n);
  if (!source) {
    free(real);
    d->failed = true;
    return NULL;
  }
  if (d->files == d->file_capacity) {
    d->file_capacity = d->file_capacity ? 2 * d->file_capacity : 8;
    d->file = must_realloc(d->file, d->file_capacity * sizeof *d->file);
  }
  char *output = must_print("%s/%zu-%s", d->directory, d->files, base_of(path));
  d->file[d->files++] = (struct translated){real, output};
  take_thrust(d, source, n);
  d->fragments |= memmem(source, n, "wmma.mma", 8) || memmem(source, n, "wmma.load", 9);
  FILE *out = fopen(output, "wb");
  struct include_site site = {d, path, main};
  if (out && emu_translate(path, source, n, on_include, &site, &d->kernels, out, error, sizeof error)) {
    fprintf(stderr, "%s\n", error);
    d->failed = true;
  }
  if (out && !strcmp(path, main)) write_names(out, &d->kernels);
  if (!out || (fflush(out), ferror(out))) {
    fprintf(stderr, "emucc: %s: %s\n", output, strerror(errno));
    d->failed = true;
  }
  if (out) fclose(out);
  free(source);
  return output;
}

// Passes on what is to be read there; returns the text of it.
static char *forward(int from) {
  char *copy = must_realloc(NULL, 1), buffer[4096];
  size_t used = 0;
  for (;;) {
    ssize_t got = read(from, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    fwrite(buffer, 1, (size_t)got, stderr);
    copy = must_realloc(copy, used + (size_t)got + 1);
    memcpy(copy + used, buffer, (size_t)got);
    used += (size_t)got;
  }
  copy[used] = '\0';
  char *to = copy;
  for (const char *c = copy; *c; c++) { // without the colours
    if (*c == '\033' && c[1] == '[')
      for (c += 2; *c && !isalpha((unsigned char)*c);) c++;
    else
      *to++ = *c;
    if (!*c) break;
  }
  *to = '\0';
  return copy;
}

// g++'s messages in English, in the user's character set, so that explain_messages can read them.
static void english_messages(void) {
  const char *all = getenv("LC_ALL");
  if (all && *all) setenv("LC_CTYPE", all, 1);
  unsetenv("LC_ALL");
  unsetenv("LANGUAGE");
  setenv("LC_MESSAGES", "C", 1);
}

int run_command(const struct driver *d, const struct list *command) {
  if (d->verbose) {
    for (size_t i = 0; i < command->count; i++) fprintf(stderr, "%s%s", i ? " " : "", command->item[i]);
    fprintf(stderr, "\n");
  }
  if (build_signal) return 1;
  int errors[2], status;
  if (pipe(errors)) {
    fprintf(stderr, "emucc: pipe: %s\n", strerror(errno));
    return 1;
  }
  fflush(stderr);
  child = fork();
  if (child == 0) {
    dup2(errors[1], STDERR_FILENO);
    close(errors[0]);
    close(errors[1]);
    setenv("TMPDIR", d->directory, 1); // what g++ leaves when it is killed goes with the directory
    english_messages();
    signal(SIGPIPE, SIG_DFL);
    execvp(command->item[0], (char *const *)command->item);
    fprintf(stderr, "emucc: cannot run %s: %s\n", command->item[0], strerror(errno));
    _exit(1);
  }
  if (child > 0 && build_signal) kill(child, build_signal); // it came before there was a child to tell
  close(errors[1]);
  char *messages = forward(errors[0]); // to its end: what g++ started has ended too
  close(errors[0]);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  int result = child < 0 ? 1 : WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  if (child < 0)
    fprintf(stderr, "emucc: fork: %s\n", strerror(errno));
  else if (WIFSIGNALED(status) && !build_signal)
    fprintf(stderr, "emucc: %s was killed by signal %d (%s)\n", command->item[0], WTERMSIG(status),
            strsignal(WTERMSIG(status)));
  child = 0;
  if (result) explain_messages(d, messages);
  free(messages);
  return build_signal ? 1 : result;
}

void push_flags(struct list *command, bool fast) {
  push_all(command, pinned_flags);
  push(command, must_print("-I%s", header_dir()));
  push(command, must_print("-I%s/../..", header_dir())); // <emu/emu.h>: a program may read its counters
  push_all(command, fast ? fast_flags : counting_flags);
}

// Makes the object of what the compiler has made of a source, whose callbacks are told apart and of each other before, and whose
// variables are put in their places.
static int assemble(struct driver *d, const char *path, const char *dump, const char *classes,
                    const char *object) {
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

static int compile(struct driver *d, const char *source, const char *output) {
  const char *object = made_as(d, output);
  const char *input = is_cuda_source(d, source) ? translate_file(d, source, source) : source;
  if (d->failed) return 1;
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
  if (d->fragments) push_all(&command, (const char *const[]){"-include", "emu_ptx_wmma.h", NULL});
  push_all(&command, d->compile.item);
  push(&command, map);
  if (isatty(STDERR_FILENO)) push(&command, "-fdiagnostics-color=always");
  size_t common = command.count;
  int status = 0;
  if (d->preprocessed) { // by the same command, so that it is the text that is compiled
    push_all(&command,
             (const char *const[]){"-w", "-x", "c++", "-E", "-fpch-preprocess", input, "-o", d->preprocessed,
                                   NULL}); // without the text of precompiled headers
    status = run_command(d, &command);
    command.count = common;
  }
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
  if (!status) status = run_command(d, &command);
  if (!status && checked) status = refuse_host_calls(early);
  if (!status && assembled) status = assemble(d, assembly, late, classes, object);
  struct list taken = {0};
  if (!status && checked && !list_taken(object, &taken)) status = 1;
  if (!status && checked) status = refuse_unseen(late, &taken, d->verbose, false);
  if (!status && checked) status = refuse_taken(object, source);
  if (!status) status = write_depend(d, source, output);
  if (status && checked) unlink(object);
  if (!status && object != output) {
    struct list copy = {0};
    push_all(&copy, (const char *const[]){"cp", object, output, NULL});
    status = run_command(d, &copy);
    free(copy.item);
  }
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
