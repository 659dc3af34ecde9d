// Tests of frames_of(): an inlined call and its caller, several questions in a row, and addresses that nobody knows.
#include "emu/memory/frames.h"
#include <stdio.h>
#include <string.h>

static int failed;

struct seen {
  int n, line[4];
  char file[4][256], function[4][64];
};

static int note(void *data, uintptr_t pc, const char *file, int line, const char *function) {
  struct seen *s = data;
  (void)pc;
  if (!file || s->n == 4) return 0;
  s->line[s->n] = line;
  snprintf(s->file[s->n], sizeof s->file[0], "%s", file);
  snprintf(s->function[s->n++], sizeof s->function[0], "%s", function ? function : "");
  return 0;
}

static int first_only(void *data, uintptr_t pc, const char *file, int line, const char *function) {
  note(data, pc, file, line, function);
  return 1;
}

static __attribute__((noinline)) uint64_t address_of_call(void) {
  return (uint64_t)(uintptr_t)__builtin_return_address(0) - 1;
}

static int inner_line, outer_line;
static inline __attribute__((always_inline)) uint64_t inner(void) {
  inner_line = __LINE__ + 1;
  uint64_t pc = address_of_call();
  return pc;
}
static __attribute__((noinline)) uint64_t outer(void) {
  outer_line = __LINE__ + 1;
  uint64_t pc = inner();
  __asm__ volatile("" : "+r"(pc));
  return pc;
}

static void expect(const struct seen *s, int i, const char *function, int line) {
  if (i < s->n && s->line[i] == line && !strcmp(s->function[i], function) &&
      strstr(s->file[i], "frames_test.c"))
    return;
  fprintf(stderr, "frame %d of %d: expected %s in line %d, got %s in %s:%d\n", i, s->n, function, line,
          i < s->n ? s->function[i] : "-", i < s->n ? s->file[i] : "-", i < s->n ? s->line[i] : 0);
  failed = 1;
}

int main(int argc, char **argv) {
  uint64_t pc = outer();
  if (argc > 1 && !strcmp(argv[1], "spoilt")) inner_line++; // the twin: this must fail
  for (int i = 0; i < 3; i++) {
    struct seen all = {0}, one = {0}, none = {0};
    frames_of(pc, note, &all);
    expect(&all, 0, "inner", inner_line);
    expect(&all, 1, "outer", outer_line);
    frames_of(16, note, &none);
    frames_of(pc, first_only, &one);
    expect(&one, 0, "inner", inner_line);
    if (one.n != 1 || none.n != 0)
      fprintf(stderr, "%d frames instead of 1, %d of no code\n", one.n, none.n), failed = 1;
  }
  return failed;
}
