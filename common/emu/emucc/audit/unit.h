// The functions and objects that the compiler's assembly of a source defines, and which of them each one names.
#ifndef EMU_UNIT_H
#define EMU_UNIT_H

#include "emu/emucc/audit/assembly.h"
#include "emu/emucc/audit/dump.h"

#include <stdint.h>

struct unit_item {
  struct span name;
  size_t begin, end;   // its lines, behind the label
  const char *section; // the rest of the line that opened it: `emu_device,"aw"`
  bool function;
  uint64_t bytes;       // of an object
  size_t *names, count; // items that it names, each once
};

struct unit {
  const struct assembly *a;
  struct unit_item *item;
  size_t items, slots, *slot;
};

void unit_read(struct unit *u, const struct assembly *a);
void unit_free(struct unit *u);
struct unit_item *unit_find(const struct unit *u, struct span name); // or NULL
bool unit_is_data(const char *line); // a line of an object that may hold an address
// The next name in the line from *at on, which moves behind it. False where none is left.
bool unit_next_name(const char **at, struct span *name);
bool unit_in(const struct unit_item *i, const char *section); // whether its section's name begins so

#endif
