// The grader's two ways to give up.
#include "grader/die.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void say(const char *format, va_list list) {
  fflush(stdout);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
}

void die_usage(const char *format, ...) {
  va_list list;
  va_start(list, format);
  say(format, list);
  exit(EXIT_USAGE);
}

void die_infra(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("grader: ", stderr);
  say(format, list);
  exit(EXIT_INFRA);
}
