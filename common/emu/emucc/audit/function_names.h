// One function of the compiler's last dump, with what its names mean.
#ifndef EMU_FUNCTION_NAMES_H
#define EMU_FUNCTION_NAMES_H

#include "emu/emucc/audit/dump.h"
#include "emu/emucc/audit/audit.h"

struct set {
  struct span *item;
  size_t n, capacity;
};

// A function's statements without places, and what its names mean.
struct body {
  const struct dump_function *f;
  char **plain; // one for each statement
  struct place *at;
  bool instrumented;          // by the thread sanitizer
  bool has_host_body;         // it asks which of two bodies is meant (rewrite_arch.c)
  struct set local;           // parameters and automatic variables
  struct set pointer;         // those of them whose type is a pointer or a reference
  struct set inside, outside; // pointers into those; pointers that may point elsewhere
};

void body_read(struct body *b, const struct dump_function *f);
void body_free(struct body *b);

bool body_word_char(char c);
// A word, or an object without a name: `x`, `D.123`, `SR.4`, `<retval>`, `x_5(D)`, `_5`, `iftmp.3_4`.
struct span body_word_at(const char *p);
bool body_is_register(struct span s); // an SSA name, which is no memory: it ends in _ and digits
bool body_is_local(const struct body *b, struct span base);
// The address of `MEM[(T *)p + 16B]` or `MEM <T> [(T *)p]`, behind the cast; NULL if it is something else.
const char *body_inside_brackets(const char *p);
bool body_points_inside(const struct body *b, const char *p); // into a local variable, and nowhere else
bool body_is_reference(const struct body *b, const char *p);  // of memory that is no local variable

#endif
