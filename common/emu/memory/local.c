// Where the threads' stacks lie.
#include "memory/local.h"
#include <stddef.h>
#include <stdlib.h>

static struct stacks { uint64_t begin, bytes; } * all;
static size_t n_all;

void local_add(const void *begin, uint64_t bytes) {
  struct stacks *more = realloc(all, (n_all + 1) * sizeof *more);
  if (!more) return; // what lies there is the host's, then
  all = more;
  all[n_all++] = (struct stacks){(uint64_t)begin, bytes};
}

bool local_memory(uint64_t address) {
  for (const struct stacks *s = all; s < all + n_all; s++)
    if (address - s->begin < s->bytes) return true;
  return false;
}
