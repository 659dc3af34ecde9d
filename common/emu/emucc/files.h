// Lists of words, the names of files, and what they hold.
#ifndef EMU_FILES_H
#define EMU_FILES_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct list {
  const char **item; // NULL-terminated once anything was pushed
  size_t count, capacity;
};

void push(struct list *l, const char *item);
void push_all(struct list *l, const char *const *items); // NULL-terminated; NULL for none

// malloc'ed; NULL after a message on stderr.
char *read_whole(const char *path, size_t *n);

bool is_cuda(const char *path);        // a .cu or .cuh, to be translated
bool is_c(const char *path);           // a .c, to be compiled as C
const char *base_of(const char *path); // what follows the last slash
size_t stem_of(const char *path);      // how much of it precedes the last dot of its name
char *directory_of(const char *path);  // what precedes it, "." if there is none; malloc'ed

#endif
