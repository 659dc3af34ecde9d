// The program's own files: a source and what it includes are translated, each once, into the private directory.
#define _GNU_SOURCE
#include "emu/emucc/driver/driver.h"
#include "emu/emucc/translate/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct include_site {
  struct driver *d;
  const char *including; // path of the file with the #include
  const char *main;      // path of the source g++ is given
};

static const char *translate_file(struct driver *d, const char *path, const char *main);

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

bool is_cuda_source(const struct driver *d, const char *path) {
  return d->as_cuda || is_cuda(path);
}

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
  d->file[d->files++] = (struct translated){real, must_print("%s", path), output};
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

const char *translate_source(struct driver *d, const char *path) {
  for (size_t i = 0; i < d->files; i++) free(d->file[i].path), free(d->file[i].name), free(d->file[i].output);
  d->files = 0;
  emu_names_free(&d->kernels);
  d->kernels.optional = &d->optional;
  d->optional.made = d->optional.left_out = d->optional.rules = 0;
  const char *output = translate_file(d, path, path);
  return d->failed ? NULL : output;
}
