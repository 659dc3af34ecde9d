// What ptxas refuses: a kernel whose static shared memory is larger than the 48 KiB that every device has, with that of the functions
// that it calls, and more than 64 KiB of constants in a file.
#include "base/text.h"
#include "emu/emucc/audit/limits.h"
#include "emu/emucc/audit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHARED = 0xc000, MOST_CONSTANT = 0x10000 };

static const struct dump_function *kernel_of(const struct unit *u, const struct dump *d, size_t i) {
  const struct dump_function *f = u->item[i].function ? dump_function_of(d, u->item[i].name) : NULL;
  return f && f->kernel ? f : NULL;
}

// Bytes of the shared variables that the function names, and those that it calls; each counts once.
static uint64_t shared_of(const struct unit *u, const struct dump *d, size_t first, unsigned char *seen,
                          size_t *todo) {
  uint64_t bytes = 0;
  size_t n = 0;
  memset(seen, 0, u->items);
  todo[n++] = first;
  seen[first] = 1;
  while (n) {
    const struct unit_item *i = &u->item[todo[--n]];
    bool guard = span_starts(i->name, "_ZGV"); // the compiler's own
    if ((unit_in(i, ".tbss") || unit_in(i, ".tdata")) && !guard) bytes += i->bytes;
    for (size_t k = 0; k < i->count && i->function; k++) {
      size_t named = i->names[k];
      if (seen[named] || kernel_of(u, d, named)) continue; // a launch has shared memory of its own
      seen[named] = 1;
      todo[n++] = named;
    }
  }
  return bytes;
}

static struct span name_alone(struct span name) { // `k` of `k(int*)` and of `void k<int>(int*)`
  size_t n = 0, begin = 0;
  while (n < name.n && name.text[n] != '(' && name.text[n] != '<') {
    if (name.text[n] == ' ') begin = n + 1;
    n++;
  }
  return (struct span){name.text + begin, n - begin};
}

int refuse_limits(const struct unit *u, const struct dump *d, const char *source) {
  int refused = 0;
  uint64_t constants = 0;
  unsigned char *seen = must_realloc(NULL, u->items + 1);
  size_t *todo = must_realloc(NULL, (u->items + 1) * sizeof *todo);
  for (size_t i = 0; i < u->items; i++) {
    if (unit_in(&u->item[i], "emu_constant") || unit_in(&u->item[i], "emu_constant_const"))
      constants += u->item[i].bytes;
    const struct dump_function *f = kernel_of(u, d, i);
    uint64_t shared = f ? shared_of(u, d, i, seen, todo) : 0;
    if (shared <= MOST_SHARED) continue;
    struct span name = name_alone(f->name);
    fprintf(stderr,
            "%s: error: the kernel %.*s uses too much shared data: its __shared__ variables have %llu bytes, "
            "of which a "
            "kernel may have %d; more is possible only as extern __shared__ (dynamic), after "
            "cudaFuncSetAttribute(..., cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)\n",
            source, (int)name.n, name.text, (unsigned long long)shared, MOST_SHARED);
    refused = 1;
  }
  if (constants > MOST_CONSTANT) {
    fprintf(stderr,
            "%s: error: the file uses too much constant data: its __constant__ variables have %llu bytes, of "
            "which a file "
            "may have %d; put large tables into memory from cudaMalloc\n",
            source, (unsigned long long)constants, MOST_CONSTANT);
    refused = 1;
  }
  free(todo);
  free(seen);
  return refused;
}
