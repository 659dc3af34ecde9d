// What an object file defines and needs, judged by the tables of allowed.c.
#ifndef PMPP_SYMBOLS_H
#define PMPP_SYMBOLS_H

#include "base/text.h"

struct symbol {
  char *name;
  char type; // as nm prints it: 'T', 'U', 'w' ...
};
struct symbols {
  struct symbol *symbol;
  int n;
};

// Adds the symbols of an object or archive that are not local to it; false, with the reason, where it cannot be read.
bool symbols_read(struct symbols *s, const char *file, struct text *why);
void symbols_free(struct symbols *s);

// calls: those of the lab's calls library, whose weak references are the contract functions; ours: those of
// the libraries a worker is linked with; source: the text of the file, where a refused name is looked for, or NULL.
// False, with "FILE:LINE: ", the symbol and the reason, where one is refused.
bool symbols_allowed(const struct symbols *object, const struct symbols *calls, const struct symbols *ours,
                     const char *shown, const char *source, struct text *why);

// The first line of a C++ text that has the identifier of a symbol, its mangled name's last one; 0: none has.
int symbol_line(const char *source, const char *symbol);

#endif
