// Tests of the translator: its own cases, pass-through, and sources cut at many places.
//   translate_test                 the cases of translate_cases.c, and those below
//   translate_test cut FILE...     each file cut at many places, and with pieces taken out and doubled
//   translate_test plain FILE...   each file is ordinary C++ and must come through byte for byte
#define _GNU_SOURCE
#include "translate_test.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int failures;

// What is freed is kept from use long enough for many translations; of more, most of the time would go to fresh pages.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "quarantine_size_mb=16";
}

void complain(const char *what, const char *detail, const char *expected, const char *got) {
  fprintf(stderr, "FAIL %s: %s\n  expected: %s\n  got:      %s\n", what, detail, expected, got);
  failures++;
}

char *translate_as(const char *file, const char *text, size_t n, emu_include_fn *include, char error[1024]) {
  char *copy = malloc(n ? n : 1), *output = NULL;
  size_t size = 0;
  memcpy(copy, text, n);
  FILE *out = open_memstream(&output, &size);
  int status = emu_translate(file, copy, n, include, NULL, NULL, out, error, 1024);
  fclose(out);
  free(copy);
  if (status == 0) return output;
  if (size) complain("error", "an error must leave no output", "", output);
  free(output);
  return NULL;
}

char *translate(const char *text, size_t n, emu_include_fn *include, char error[1024]) {
  return translate_as("t.cu", text, n, include, error);
}

const char first_line[] = "#line 1 \"t.cu\"\n";

size_t count_lines(const char *s) {
  size_t n = 0;
  for (; *s; s++) n += *s == '\n';
  return n;
}

static void test_byte_order_mark(void) {
  static const char input[] = "\xef\xbb\xbf#define N 1\nk<<<N, 1>>>();\n";
  static const char *const cuts[] = {"\xef", "\xef\xbb"}; // no such mark
  char error[1024], expected[1024];
  snprintf(expected, sizeof expected, "%s#define N 1\n%sN, 1))();\n", first_line,
           CALL("\"k\"", "k", "EMU_FUNCTION(k), "));
  char *got = translate(input, strlen(input), NULL, error);
  if (!got || strcmp(got, expected)) complain("byte order mark", input, expected, got ? got : error);
  free(got);
  for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
    got = translate(cuts[i], strlen(cuts[i]), NULL, error);
    if (!got || strcmp(got + strlen(first_line), cuts[i]))
      complain("cut byte order mark", cuts[i], cuts[i], got ? got : error);
    free(got);
  }
}

// What an included file declares as a kernel is one in the file after it.
static void test_kernels_of_unit(void) {
  static const char *const file[] = {"__global__ void k(int);", "void k() {}\nvoid f() { k<<<1, 1>>>(1); }"};
  struct emu_names kernels = {0};
  char error[1024];
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    FILE *out = fopen("/dev/null", "w");
    if (emu_translate("t.cu", file[i], strlen(file[i]), NULL, NULL, &kernels, out, error, sizeof error))
      complain("kernels of one unit", file[i], "no error", error);
    fclose(out);
  }
  emu_names_free(&kernels);
}

static char *other_name(void *context, const char *name) {
  (void)context;
  return strcmp(name, "a.cu") ? NULL : strdup("/tmp/0-a.cu");
}

static void test_includes(void) {
  char error[1024];
  static const char input[] =
      "#include \"a.cu\" // a\n# include \"b.h\"\n#include <a.cu>\n#if 0\n#include \"a.cu\"\n#endif\n";
  static const char expected[] =
      "#line 1 \"t.cu\"\n#include \"/tmp/0-a.cu\" // a\n# include \"b.h\"\n#include <a.cu>\n#if 0\n"
      "#include \"a.cu\"\n#endif\n";
  char *got = translate(input, strlen(input), other_name, error);
  if (!got || strcmp(got, expected)) complain("includes", input, expected, got ? got : error);
  free(got);
}

char *read_file(const char *path, size_t *n) {
  FILE *f = fopen(path, "rb");
  if (!f) {
    perror(path);
    exit(2);
  }
  char *s = NULL;
  size_t size = 0, got;
  FILE *copy = open_memstream(&s, &size);
  char buffer[4096];
  while ((got = fread(buffer, 1, sizeof buffer, f))) fwrite(buffer, 1, got, copy);
  fclose(f);
  fclose(copy);
  *n = size;
  return s;
}

static void test_plain(const char *path) {
  size_t n, first = strlen(first_line);
  char error[1024], *text = read_file(path, &n), *got = translate_as("t.hh", text, n, NULL, error);
  if (!got || strlen(got) != n + first || memcmp(got + first, text, n))
    complain(path, "ordinary C++ must pass byte for byte", "the same text", got ? "another text" : error);
  free(got);
  free(text);
}

int main(int argc, char **argv) {
  if (argc == 1) {
    test_cases();
    test_includes();
    test_byte_order_mark();
    test_kernels_of_unit();
  } else if (argc > 2 && !strcmp(argv[1], "cut")) {
    for (int i = 2; i < argc; i++) test_cuts(argv[i]);
  } else if (argc > 2 && !strcmp(argv[1], "plain")) {
    for (int i = 2; i < argc; i++) test_plain(argv[i]);
  } else {
    fprintf(stderr, "usage: translate_test [cut FILE... | plain FILE...]\n");
    return 2;
  }
  if (failures) fprintf(stderr, "%d failures\n", failures);
  return failures != 0;
}
