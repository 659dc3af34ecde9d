// printf in kernels, as a device has it: what it knows of the conversions, and what it returns. Others stand as they are, and
// take no argument. Measured on an H200 with CUDA 13.0 (tests/public_style/printf_odd.cu).
#include "check/events.h"
#include "memory/running.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The length of a conversion behind its `%` that a device knows, or 0; *takes counts its arguments.
static size_t conversion(const char *text, int *takes) {
  size_t n = strspn(text, "-+ #0");
  *takes = text[n] == '*';
  n += text[n] == '*' ? 1 : strspn(text + n, "0123456789");
  if (text[n] == '.') n += 1 + strspn(text + n + 1, "0123456789");
  n += text[n] == 'h' ? 1 : strspn(text + n, "l") < 3 ? strspn(text + n, "l") : 0;
  ++*takes;
  return text[n] && strchr("diouxXcsfFeEgGaAp", text[n]) ? n + 1 : 0;
}

// The format for the host's printf, to be freed; *arguments: how many it takes.
static char *as_device(const char *format, int *arguments) {
  char *copy = malloc(2 * strlen(format) + 1), *to = copy;
  if (!copy) abort();
  *arguments = 0;
  while (*format) {
    if ((*to++ = *format++) != '%') continue;
    int takes = 0;
    size_t n = *format == '%' ? 1 : conversion(format, &takes);
    if (n) {
      if (takes) *arguments += takes;
      memcpy(to, format, n);
      to += n;
      format += n;
    } else {
      *to++ = '%'; // as it stands
    }
  }
  *to = '\0';
  return copy;
}

int emu_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
int emu_print(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int result;
  if (!M.self) {
    result = vprintf(format, list);
  } else if (!format) {
    result = -1;
  } else {
    event_print();
    char *known = as_device(format, &result);
    vprintf(known, list);
    free(known);
  }
  va_end(list);
  return result;
}
