// Characters in UTF-8, and how they are written in JSON.
#ifndef PMPP_UTF8_H
#define PMPP_UTF8_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

// Length in bytes of the UTF-8 character at s, of which n bytes are there; 0 where it is none.
static inline size_t utf8_length(const char *s, size_t n) {
  const unsigned char *u = (const unsigned char *)s;
  if (n == 0) return 0;
  if (u[0] < 0x80) return 1;
  size_t length = u[0] >= 0xF0 ? 4 : u[0] >= 0xE0 ? 3 : 2;
  if (u[0] < 0xC2 || u[0] > 0xF4 || length > n) return 0;
  for (size_t i = 1; i < length; i++)
    if ((u[i] & 0xC0) != 0x80) return 0;
  int overlong = (u[0] == 0xE0 && u[1] < 0xA0) || (u[0] == 0xF0 && u[1] < 0x90);
  int outside = (u[0] == 0xED && u[1] >= 0xA0) || (u[0] == 0xF4 && u[1] >= 0x90);
  return overlong || outside ? 0 : length;
}

// The character at *s as it stands in a JSON string; *s, before `end`, goes on behind it. Bytes that are no UTF-8 become
// U+FFFD.
static inline const char *json_character(const char **s, const char *end, char out[8]) {
  unsigned char c = (unsigned char)**s;
  size_t length = utf8_length(*s, (size_t)(end - *s));
  if (length == 0)
    strcpy(out, "\\ufffd");
  else if (c == '"' || c == '\\')
    snprintf(out, 8, "\\%c", c);
  else if (c == '\n')
    strcpy(out, "\\n");
  else if (c < 0x20 || c == 0x7F)
    snprintf(out, 8, "\\u%04x", c);
  else
    snprintf(out, 8, "%.*s", (int)length, *s);
  *s += length ? length : 1;
  return out;
}

#endif
