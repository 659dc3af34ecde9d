// The functions of a dump by what their names end with.
#ifndef EMU_SUFFIX_H
#define EMU_SUFFIX_H

#include "emu/emucc/audit/dump.h"

#define NO_SUFFIX ((size_t)-1)

struct suffixes {
  const struct dump *d;
  struct suffix {
    size_t hash, function, next;
  } * entry;
  size_t count, capacity, *first, slots;
};

void suffixes_read(struct suffixes *s, const struct dump *d);
void suffixes_free(struct suffixes *s);

// The entry behind e, or the first one for NO_SUFFIX, of a function whose name ends with this one; NO_SUFFIX: there is none.
size_t suffix_next(const struct suffixes *s, size_t e, struct span name);
const struct dump_function *suffix_function(const struct suffixes *s, size_t e);

bool ends_with_name(struct span declared, struct span name);

// host.c: whether the function is a lambda that is written in device code.
bool is_lambda_of_device(const struct suffixes *s, const struct dump_function *f);

#endif
