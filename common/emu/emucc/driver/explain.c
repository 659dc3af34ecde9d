// What the compiler driver adds to messages of g++ that mean something else than they say, and what nvcc tells of
// a kernel that no emulator knows: registers, stack frame, spills.
#define _GNU_SOURCE
#include "emu/emucc/driver/cuda_words.h"
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_library_name(const char *name) {
  static const char *const families[] = {
      "cuda", "cublas", "cub", "thrust", "cusparse", "curand", "cufft", "cusolver", "cooperative_groups",
      "nvtx", "CUB",    "CUDA"};
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (starts_with(name, families[i])) return true;
  return starts_with(name, "cu") && isupper((unsigned char)name[2]); // the driver API: cuInit
}

// One note for each CUDA name that g++ did not know.
static void note_missing_names(const char *messages) {
  static const char *const phrases[] = {
      "was not declared",          "has not been declared",     "does not name a type", "is not a member of",
      "No such file or directory", "is not a class, namespace", "undefined reference"};
  struct list noted = {0};
  for (const char *line = messages; *line;) {
    size_t length = strcspn(line, "\n");
    char *copy = must_print("%.*s", (int)length, line), *name = NULL;
    bool missing = false;
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
      missing = missing || strstr(copy, phrases[i]);
    for (char *c = copy; missing && *c && !name; c++) {
      bool starts = c == copy || !(isalnum((unsigned char)c[-1]) || strchr("_/.-:", c[-1]));
      if (!starts || !is_library_name(c)) continue;
      size_t n = 0;
      while (isalnum((unsigned char)c[n]) || (c[n] && strchr("_/.:", c[n]))) n++;
      while (n && strchr(":.", c[n - 1])) n--;
      name = must_print("%.*s", (int)n, c);
    }
    bool repeated = false;
    for (size_t i = 0; name && i < noted.count; i++) repeated = repeated || !strcmp(noted.item[i], name);
    if (name && !repeated) {
      const char *kind = absent_kind(name);
      if (starts_with(name, "thrust"))
        fprintf(
            stderr,
            "emucc: %s is the CUDA toolkit's, whose headers are not found: set CUDA_HOME to where it is\n",
            name);
      else
        fprintf(stderr,
                "emucc: %s is not provided by the emulator%s%s; common/emu/SUPPORTED.md lists what is\n",
                name, kind ? ", which has no " : "", kind ? kind : "");
      push(&noted, name);
    }
    free(copy);
    line += length + (line[length] == '\n');
  }
  free(noted.item);
}

// Whether g++ read the file as it is, though it is a .cu or .cuh and none of the emulator's own headers.
static bool is_untranslated(const struct driver *d, const char *name) {
  char *path = is_cuda(name) ? realpath(name, NULL) : NULL;
  char *own = realpath(header_dir(), NULL);
  bool known = !path || (own && starts_with(path, own) && path[strlen(own)] == '/');
  free(own);
  for (size_t i = 0; i < d->files && !known; i++) known = d->file[i].path && !strcmp(d->file[i].path, path);
  free(path);
  return !known;
}

// Whether the text of one of the files, other than the file itself, names it.
static bool is_named_in(const struct list *files, const char *file) {
  const char *base = base_of(file);
  bool named = false;
  for (size_t i = 0; i < files->count && !named; i++) {
    size_t n;
    char *text = strcmp(files->item[i], file) ? read_whole(files->item[i], &n) : NULL;
    named = text && memmem(text, n, base, strlen(base));
    free(text);
  }
  return named;
}

// A file is included untranslated if the name in its #include is not there to be seen. What such a file includes is
// untranslated, too: the one that no other of them names is meant. The messages name them in any order.
static void note_untranslated(const struct driver *d, const char *messages) {
  static const char first[] = "In file included from ";
  struct list files = {0};
  for (const char *line = messages; *line; line += *line == '\n') {
    const char *name = line + (starts_with(line, first) ? strlen(first) : strspn(line, " "));
    if (starts_with(name, "from ")) name += strlen("from ");
    size_t n = strcspn(name, ":\n");
    while (name[n] == ':' && !isdigit((unsigned char)name[n + 1])) n += 1 + strcspn(name + n + 1, ":\n");
    char *file = must_print("%.*s", (int)n, name);
    bool known = !is_untranslated(d, file);
    for (size_t i = 0; i < files.count && !known; i++) known = !strcmp(files.item[i], file);
    if (known)
      free(file);
    else
      push(&files, file);
    line += strcspn(line, "\n");
  }
  const char *found = files.count ? files.item[0] : NULL;
  for (size_t i = files.count; i-- > 0;)
    if (!is_named_in(&files, files.item[i])) found = files.item[i];
  if (found)
    fprintf(stderr, "emucc: %s was included untranslated: write its name in the #include, \"%s\"\n", found,
            base_of(found));
  for (size_t i = 0; i < files.count; i++) free((char *)files.item[i]);
  free(files.item);
}

// emu_touch.h makes each object ask for its own kind of runtime.
static void note_mixture(const char *messages) {
  const char *reference = strstr(messages, "undefined reference to "); // each linker quotes in its own way
  if (reference && strstr(reference, "emu_objects_made_with"))
    fprintf(stderr, "emucc: objects made with and without --fast do not link: make all of them, and link, "
                    "the same way\n");
}

// The translator declares __device__ and __constant__ variables that have an initialiser `__constinit`.
static void note_dynamic_initialiser(const char *messages) {
  if (strstr(messages, "constinit") && strstr(messages, "constant initializer"))
    fprintf(
        stderr,
        "emucc: a __device__ or __constant__ variable begins with what is known when it is compiled: give it "
        "a constant, or copy its value there with cudaMemcpyToSymbol\n");
}

void explain_messages(const struct driver *d, const char *messages) {
  note_mixture(messages);
  note_dynamic_initialiser(messages);
  say_in_words_of_cuda(messages);
  note_missing_names(messages);
  note_untranslated(d, messages);
}

int run_command(const struct driver *d, const struct list *command) {
  char *messages;
  int result = run_only(d, command, &messages);
  if (messages) explain_messages(d, messages);
  free(messages);
  return result;
}

// ---- what nvcc -Xptxas -v says ----

// The number in front of `what`, as in "64 bytes stack frame"; -1 if the line does not say.
static long number_before(const char *line, const char *what) {
  const char *at = strstr(line, what);
  if (!at || at == line) return -1;
  for (at--; at > line && isdigit((unsigned char)at[-1]);) at--;
  return strtol(at, NULL, 10);
}

// -I, -D and -U mean the same there: each with a blank in front.
static char *options_for_nvcc(const struct driver *d) {
  char *options = must_print("%s", "");
  for (size_t i = 0; i < d->compile.count; i++) {
    const char *a = d->compile.item[i];
    if (!starts_with(a, "-I") && !starts_with(a, "-D") && !starts_with(a, "-U")) continue;
    char *argument = shell_quoted(a), *longer = must_print("%s %s", options, argument);
    free(argument), free(options);
    options = longer;
  }
  return options;
}

static int explain_source(const struct driver *d, const char *nvcc, const char *source) {
  char *options = options_for_nvcc(d), *name = shell_quoted(source);
  char *whole = must_print("%s -arch=sm_80 -std=c++17 -Xptxas -v -c -o %s/code.o%s %s 2>&1 | c++filt", nvcc,
                           d->directory, options, name);
  if (d->verbose) fprintf(stderr, "%s\n", whole);
  FILE *f = popen(whole, "r");
  char line[4096], kernel[1024] = "", messages[8192] = "";
  long frame = 0, stores = 0, loads = 0;
  int kernels = 0;
  while (f && fgets(line, sizeof line, f)) {
    const char *entry = strstr(line, "Compiling entry function '");
    if (entry) {
      entry = strchr(entry, '\'') + 1;
      const char *end = strstr(entry, "' for '");
      snprintf(kernel, sizeof kernel, "%.*s", end ? (int)(end - entry) : (int)strcspn(entry, "\n"), entry);
      frame = stores = loads = 0;
    } else if (*kernel && strstr(line, "bytes stack frame")) {
      frame = number_before(line, " bytes stack frame");
      stores = number_before(line, " bytes spill stores");
      loads = number_before(line, " bytes spill loads");
    } else if (*kernel && strstr(line, " registers")) {
      printf("%s: %ld registers, %ld bytes of stack frame, spills %ld bytes stored and %ld loaded%s\n",
             kernel, number_before(line, " registers"), frame, stores, loads,
             frame > 0 ? ": each thread has arrays or spilled registers in local memory" : "");
      *kernel = '\0';
      kernels++;
    } else if (strlen(messages) + strlen(line) < sizeof messages && !strstr(line, "ptxas info")) {
      strcat(messages, line);
    }
  }
  int status = f ? pclose(f) : -1;
  if (!kernels && *messages) fprintf(stderr, "emucc: nvcc refuses %s:\n%s", source, messages);
  if (!kernels && !*messages) printf("%s: no kernels\n", source);
  if (kernels) explain_code(d, nvcc, options, source);
  free(whole), free(name), free(options);
  return status || (!kernels && *messages) ? 1 : 0;
}

int explain_registers(const struct driver *d) {
  const char *nvcc = find_cuda_tool("nvcc");
  if (!nvcc) {
    printf("emucc: there is no nvcc, and only nvcc has a kernel's registers and stack frame, its PTX and its "
           "SASS; arrays that cannot "
           "stay in "
           "registers are notes of EMU_REPORT=lines\n");
    return 0;
  }
  int status = 0;
  for (size_t i = 0; i < d->sources.count; i++)
    if (is_cuda(d->sources.item[i])) status |= explain_source(d, nvcc, d->sources.item[i]);
  return status;
}
