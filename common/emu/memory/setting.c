#include "memory/setting.h"
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void setting_refused(const char *format, ...) {
  va_list arguments;
  fflush(stdout);
  fputs("emu: ", stderr);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  fflush(NULL);
  _exit(99);
}
