// The assembly that the compiler makes of a source: lines, some of which are replaced before it is assembled.
#ifndef EMU_ASSEMBLY_H
#define EMU_ASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>

struct assembly {
  char *text;  // of n bytes: all lines, each of which ends with a zero
  char **line; // its beginning in the text, or what takes its place: malloc'ed, of any number of lines
  size_t lines, n;
};

// Takes over the text, n bytes that are malloc'ed.
void assembly_split(struct assembly *a, char *text, size_t n);
bool assembly_write(const struct assembly *a, const char *path); // false, after a message, if that fails
void assembly_free(struct assembly *a);

// Takes over what is malloc'ed.
void assembly_replace(struct assembly *a, size_t line, char *by);

// The function that the line calls by its name, or NULL.
const char *assembly_callee(const char *line);

#endif
