// What the tests of the translator share.
#ifndef EMU_TRANSLATE_TEST_H
#define EMU_TRANSLATE_TEST_H

#include "emu/emucc/translate/translate.h"

#include <stddef.h>

// What a launch becomes.
#define CALL(name, kernel, function)                                                                         \
  "::emu::call(" name ", [&](auto &...emu_a) EMU_KERNEL_CALL { return " kernel                               \
  "(::emu::operand(emu_a)...); }, " function "::emu::config("

extern int failures;
void complain(const char *what, const char *detail, const char *expected, const char *got); // a failure
// Translates a copy of exactly n bytes, so that a sanitizer sees every read past them. Returns what was
// written (malloc'ed), or NULL with the message in error.
char *translate_as(const char *file, const char *text, size_t n, emu_include_fn *include, char error[1024]);
char *translate(const char *text, size_t n, emu_include_fn *include, char error[1024]); // as "t.cu"
extern const char first_line[];                                                         // of what it writes
size_t count_lines(const char *s);
char *read_file(const char *path, size_t *n);

void test_cases(void);            // translate_cases.c: every rewrite, every error
void test_cuts(const char *path); // translate_cuts.c: the file cut at many places

#endif
