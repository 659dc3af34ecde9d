// The parts of the report.
#ifndef EMU_REPORT_REPORT_H
#define EMU_REPORT_REPORT_H

#include "base/json.h"
#include "base/text.h"
#include "count/site.h"
#include "emu/report.h"
#include <stdio.h>

struct line { // of the source
  char file[160];
  int32_t number;
  struct site sum; // of one space and kind; pc: one of its places
};
struct line *lines_collect(uint32_t *n);      // by file and number; free it
const char *lines_what(const struct site *s); // "global load"
// Adds what a line wastes and what would mend it; false where it wastes little.
bool lines_find(struct text *t, const struct line *l);

void lines_print_table(FILE *f);
void lines_add_json(struct json *j, const char *key);
void page_print(FILE *f, const struct emu_report *r);
void page_print_ascii(FILE *f);

#endif
