// The parts of the report.
#ifndef EMU_REPORT_REPORT_H
#define EMU_REPORT_REPORT_H

#include "base/json.h"
#include <stdio.h>

void lines_print_table(FILE *f);
void lines_add_json(struct json *j, const char *key);

#endif
