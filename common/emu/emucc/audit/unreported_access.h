// The references of device memory in one function that have no callback: each is an error with its line.
#ifndef EMU_UNREPORTED_ACCESS_H
#define EMU_UNREPORTED_ACCESS_H

#include "emu/emucc/audit/dump.h"

#include <stdbool.h>

struct tally {
  long references;
  int refused;
  bool strict; // each assignment of an instrumented function is to have its callback just before it, too
};

void seen_check(const struct dump_function *f, struct tally *t);

#endif
