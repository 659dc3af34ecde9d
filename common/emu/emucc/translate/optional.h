// Rewrites that a program compiles without (rewrite_optional.c), and which of them to leave out.
#ifndef EMU_OPTIONAL_H
#define EMU_OPTIONAL_H

#include <stdbool.h>
#include <stddef.h>

// The rules that say may_rewrite() before they write .
enum rule {
  RULE_LAUNCH, // required, as is the next: g++ cannot read what they rewrite
  RULE_EXTERN_SHARED,
  RULE_CONVERSION,
  RULE_SHIFT,
  RULE_UNION,
  RULE_VIEW,
  RULE_SHAPE,
  RULE_LOCAL_ARRAY,
  RULE_BOUNDS,
  RULE_STORAGE,
  RULE_OWN_NAME,
  RULE_ADDRESS,
  RULE_CAST,
  RULE_MAIN,
  RULE_STATIC_CONSTANT
};

struct translation;
// Whether the rule may rewrite tokens [first, last]: false where it is to be left out.
bool may_rewrite(struct translation *x, enum rule rule, size_t first, size_t last);

// A place whose optional rewrites are left out; line 0: all of the file.
struct emu_place {
  char *file;
  int line;
};

// Which optional rewrites to leave out (rewrite_optional.c), and how many there were. Begin with {0}.
struct emu_optional {
  struct emu_place *place;
  size_t places;
  bool all;              // everywhere
  bool addresses;        // of kernels, too, where a launch stands at a place
  const char *fault;     // the rule that writes no C++, for tests; NULL
  size_t made, left_out; // rewrites of this translation, and those of them that were left out
  unsigned rules;        // that left something out: bit emu_rule_name's number
};
void emu_leave_out(struct emu_optional *o, const char *file, int line);
void emu_optional_free(struct emu_optional *o);
const char *emu_rule_name(int rule, bool *required); // NULL behind the last one

#endif
