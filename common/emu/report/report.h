// The parts of the report.
#ifndef EMU_REPORT_REPORT_H
#define EMU_REPORT_REPORT_H

#include <stdio.h>

void json_string(FILE *f, const char *s); // quoted and escaped
void lines_print_table(FILE *f);
void lines_print_json(FILE *f);

#endif
